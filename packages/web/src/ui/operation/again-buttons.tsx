// Buttons for operators: retry waiting work, or give it up.

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Waiting, workOn } from '../../client/operation.ts'
import { noticeDone, noticeFailed } from '../errors.tsx'
import { operationText } from '../roles/page-words.ts'
import styles from './operation.module.css'

interface AgainButtonsProps {
  readonly of: { readonly kind: Waiting; readonly id: string }
  readonly name: string
  /** True: it is still retried automatically, so it can be given up. */
  readonly isTried: boolean
}

export function AgainButtons({ of, name, isTried }: AgainButtonsProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<'again' | 'give up' | null>(null)
  const text = operationText().messages
  const does = (what: 'again' | 'give up', label: string, done: string): void => {
    setBusy(what)
    workOn(client, of, what)
      .then(
        () => noticeDone(done),
        (thrown: unknown) => noticeFailed(label, thrown),
      )
      .finally(() => setBusy(null))
  }
  return (
    <div className={styles.buttons}>
      <Button
        variant="default"
        size="sm"
        loading={busy === 'again'}
        disabled={busy === 'give up'}
        aria-label={text.againOne(name)}
        onClick={() => does('again', text.again, text.triedAgain(name))}
      >
        {text.again}
      </Button>
      {isTried && (
        <Button
          variant="subtle"
          size="sm"
          loading={busy === 'give up'}
          disabled={busy === 'again'}
          aria-label={text.giveUpOne(name)}
          onClick={() => does('give up', text.giveUp, text.gaveUp(name))}
        >
          {text.giveUp}
        </Button>
      )}
    </div>
  )
}
