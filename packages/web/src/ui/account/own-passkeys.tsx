// The user's passkeys, and registering a new one.

import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountPasskey } from '@ninefold/core/contract/wire/passkeys.ts'
import { makePasskey, removePasskey } from '../../client/passkeys.ts'
import { noticeDone, noticeFailed } from '../errors.tsx'
import { MomentInWords } from '../moment-in-words.tsx'
import { accountText, passkeyText } from '../roles/page-words.ts'
import { useEnding } from './use-ending.ts'
import styles from './account-page.module.css'

export function OwnPasskeys({ passkeys }: { readonly passkeys: readonly AccountPasskey[] }) {
  const client = useQueryClient()
  const text = passkeyText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const make = async (): Promise<void> => {
    const end = await makePasskey(client)
    if (end === 'done') noticeDone(text.made)
    setProblem(end === 'exists' ? text.exists : end === 'not here' ? text.notHere : null)
  }
  return (
    <>
      {passkeys.length === 0 ? (
        <p className={styles.facts}>{text.none}</p>
      ) : (
        <ul className={styles.sessions} aria-label={text.title}>
          {passkeys.map((passkey) => (
            <OnePasskey key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <Button
        variant="default"
        size="sm"
        className={styles.others}
        loading={isBusy}
        onClick={() => {
          setBusy(true)
          make()
            .catch((thrown: unknown) => noticeFailed(text.make, thrown))
            .finally(() => setBusy(false))
        }}
      >
        {text.make}
      </Button>
      {problem !== null && <p role="alert">{problem}</p>}
    </>
  )
}

function OnePasskey({ passkey: { id, browser, system, createdAt, lastUsedAt } }: { readonly passkey: AccountPasskey }) {
  const client = useQueryClient()
  const text = passkeyText()
  const { isBusy, end } = useEnding(text.remove)
  const name = browser === null ? text.unknownPlace : text.madeIn(accountText().browserOn(browser, system))
  return (
    <li className={styles.session}>
      <IconFingerprint size={20} className={styles.device} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.browser}>{name}</p>
        <p className={styles.facts}>
          {lastUsedAt === null ? (
            <span>{text.neverUsed}</span>
          ) : (
            <MomentInWords at={lastUsedAt}>{text.lastUsed}</MomentInWords>
          )}
          <MomentInWords at={createdAt}>{text.createdAt}</MomentInWords>
        </p>
      </div>
      <Button
        variant="default"
        size="sm"
        loading={isBusy}
        aria-label={text.removeOne(name)}
        onClick={() => end(removePasskey(client, id), text.removed)}
      >
        {text.remove}
      </Button>
    </li>
  )
}
