// The user's sessions: the present browser first, then the others, which can be ended.

import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconTerminal2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { AccountSession } from '@ninefold/core/contract/wire/account.ts'
import { endOtherSessions, endSession } from '../../client/account.ts'
import { MomentInWords } from '../moment-in-words.tsx'
import { accountText } from '../roles/page-words.ts'
import { useEnding } from './use-ending.ts'
import styles from './account-page.module.css'

export function OwnSessions({ sessions }: { readonly sessions: readonly AccountSession[] }) {
  const client = useQueryClient()
  const { isBusy, end } = useEnding(accountText().endOthers)
  const others = sessions.filter(({ isThis }) => !isThis)
  const endOthers = (): void => end(endOtherSessions(client), accountText().othersEnded)
  return (
    <>
      <ul className={styles.sessions} aria-label={accountText().sessions}>
        {sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
      {others.length > 1 && (
        <Button variant="default" size="sm" className={styles.others} loading={isBusy} onClick={endOthers}>
          {accountText().endOthers}
        </Button>
      )}
    </>
  )
}

function Session({ session }: { readonly session: AccountSession }) {
  const { id, browser, system, address, signedInAt, lastUsedAt, isThis } = session
  const client = useQueryClient()
  const { isBusy, end } = useEnding(accountText().end)
  const name = browser === null ? accountText().unknownBrowser : accountText().browserOn(browser, system)
  const Device =
    system === null && browser !== null ? IconTerminal2 : isPhone(system) ? IconDeviceMobile : IconDeviceDesktop
  const endIt = (): void => end(endSession(client, id), accountText().sessionEnded(name))
  return (
    <li className={styles.session}>
      <Device size={20} className={styles.device} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.browser}>
          {name}
          {isThis && <span className={styles.this}>{accountText().thisOne}</span>}
        </p>
        <p className={styles.facts}>
          <MomentInWords at={lastUsedAt}>{(when) => accountText().lastUsed(when)}</MomentInWords>
          <MomentInWords at={signedInAt}>{(when) => accountText().signedInAt(when)}</MomentInWords>
          {address !== null && <span>{address}</span>}
        </p>
      </div>
      {!isThis && (
        <Button variant="default" size="sm" loading={isBusy} aria-label={accountText().endOne(name)} onClick={endIt}>
          {accountText().end}
        </Button>
      )}
    </li>
  )
}

function isPhone(system: string | null): boolean {
  return system === 'iOS' || system === 'Android'
}
