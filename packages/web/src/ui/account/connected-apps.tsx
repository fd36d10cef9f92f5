// Apps with access to the user's account, which the user can revoke.

import { useQueryClient } from '@tanstack/react-query'
import type { ConnectedApp } from '@ninefold/core/contract/programs/oauth.ts'
import { endAccess } from '../../client/oauth.ts'
import { oauthText } from '../roles/page-words.ts'
import { AppRow } from './program-rows.tsx'
import styles from './account-page.module.css'

export function ConnectedApps({ apps }: { readonly apps: readonly ConnectedApp[] }) {
  const client = useQueryClient()
  if (apps.length === 0) return <p className={styles.facts}>{oauthText().noApps}</p>
  return (
    <ul className={styles.sessions} aria-label={oauthText().apps}>
      {apps.map((each) => (
        <AppRow key={each.id} connected={each} end={() => endAccess(client, each.id)} />
      ))}
    </ul>
  )
}
