// Message in place of a part that could not be loaded. It needs no further code.

import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { StandstillState } from './standstill.tsx'
import { words } from '../words/words.ts'
import { useOfflineSince } from './connection.ts'
import styles from './connection.module.css'

export type MissingAs = 'block' | 'line' | 'dialog'

interface MissingProps {
  readonly as: MissingAs
  readonly isTrying: boolean
  readonly retry: () => void
  readonly close?: (() => void) | undefined
}

export function MissingPart({ as, ...props }: MissingProps) {
  if (as === 'dialog') return <MissingDialog {...props} />
  if (as === 'line')
    return (
      <span className={styles.line} role="alert">
        {words.connection.missingTitle}
        <button type="button" className="link" onClick={props.retry}>
          {words.errors.tryAgain}
        </button>
      </span>
    )
  return <MissingBlock {...props} />
}

function MissingBlock({ isTrying, retry }: Omit<MissingProps, 'as'>) {
  const isOffline = useOfflineSince() !== null
  return (
    <StandstillState
      icon={<IconCloudOff size={22} />}
      title={words.connection.missingTitle}
      action={
        <Button variant="default" mt="sm" loading={isTrying} onClick={retry}>
          {words.errors.tryAgain}
        </Button>
      }
    >
      <div role="alert">{isOffline ? words.connection.missingOffline : words.connection.missing}</div>
    </StandstillState>
  )
}

/** The browser's own dialog, because the library's may be missing. */
function MissingDialog({ close, ...props }: Omit<MissingProps, 'as'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={words.connection.missingTitle} onClose={() => close?.()}>
      <MissingBlock {...props} />
      <Button variant="subtle" color="gray" fullWidth mt="xs" onClick={() => dialog.current?.close()}>
        {words.close}
      </Button>
    </dialog>
  )
}
