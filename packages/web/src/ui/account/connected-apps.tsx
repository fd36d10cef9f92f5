// Apps with access to the user's account, which the user can revoke.

import { Button } from '@mantine/core'
import { IconApps } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ConnectedApp } from '@ninefold/core/contract/programs/oauth.ts'
import { endAccess } from '../../client/oauth.ts'
import { useApp } from '../app-context.ts'
import { useFormats } from '../formats.ts'
import { useNow } from '../ticking.ts'
import { accountText, oauthText } from '../roles/page-words.ts'
import { accessInWords } from './key-access.tsx'
import { useEnding } from './use-ending.ts'
import styles from './account-page.module.css'

export function ConnectedApps({ apps }: { readonly apps: readonly ConnectedApp[] }) {
  if (apps.length === 0) return <p className={styles.facts}>{oauthText().noApps}</p>
  return (
    <ul className={styles.sessions} aria-label={oauthText().apps}>
      {apps.map((each) => (
        <OneApp key={each.id} connected={each} />
      ))}
    </ul>
  )
}

function OneApp({
  connected: { id, name, roles, onlyReads, expiresAt, lastUsedAt },
}: {
  readonly connected: ConnectedApp
}) {
  const app = useApp()
  const client = useQueryClient()
  const { isBusy, end } = useEnding(oauthText().end)
  const { moment } = useFormats()
  const now = useNow()
  const ends = moment(expiresAt, now)
  const used = lastUsedAt === null ? null : moment(lastUsedAt, now)
  return (
    <li className={styles.session}>
      <IconApps size={20} className={styles.device} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.browser}>{name}</p>
        <p className={styles.facts}>
          <span>{accessInWords(app, { roles, onlyReads })}</span>
          <span>
            {lastUsedAt === null ? accountText().keyNeverUsed : accountText().lastUsed(used?.relative ?? lastUsedAt)}
          </span>
          <time dateTime={expiresAt} title={ends?.exact}>
            {accountText().keyEnds(ends?.relative ?? expiresAt)}
          </time>
        </p>
      </div>
      <Button
        variant="default"
        size="sm"
        loading={isBusy}
        aria-label={oauthText().endOne(name)}
        onClick={() => end(endAccess(client, id), oauthText().ended(name))}
      >
        {oauthText().end}
      </Button>
    </li>
  )
}
