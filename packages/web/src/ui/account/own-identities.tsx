// The user's accounts at OpenID providers: linked ones, and those that can be linked.

import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { AccountIdentities, AccountIdentity } from '@ninefold/core/contract/wire/openid.ts'
import { unlinkIdentity } from '../../client/account.ts'
import { MomentInWords } from '../moment-in-words.tsx'
import { ACCOUNT_PAGE } from '../roles/own-pages.ts'
import { openIdText } from '../roles/page-words.ts'
import { ProviderButton } from '../roles/providers.tsx'
import { useEnding } from './use-ending.ts'
import styles from './account-page.module.css'

export function OwnIdentities({ identities: { identities, toLink } }: { readonly identities: AccountIdentities }) {
  return (
    <>
      {identities.length > 0 && (
        <ul className={styles.sessions} aria-label={openIdText().ways}>
          {identities.map((identity) => (
            <OwnIdentity key={identity.id} identity={identity} />
          ))}
        </ul>
      )}
      {toLink.length > 0 && (
        <div className={styles.buttons}>
          {toLink.map((provider) => (
            <ProviderButton
              key={provider.key}
              provider={provider}
              label={openIdText().link(provider.name)}
              then={ACCOUNT_PAGE}
              isLinking
            />
          ))}
        </div>
      )}
    </>
  )
}

function OwnIdentity({ identity }: { readonly identity: AccountIdentity }) {
  const { id, provider, address, linkedAt, lastUsedAt, isLast } = identity
  const client = useQueryClient()
  const { isBusy, end } = useEnding(openIdText().unlink)
  const unlink = (): void => end(unlinkIdentity(client, id), openIdText().unlinked(provider))
  return (
    <li className={styles.session}>
      <IconKey size={20} className={styles.device} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.browser}>
          {provider}
          {isLast && <span className={styles.this}>{openIdText().lastWay}</span>}
        </p>
        <p className={styles.facts}>
          {address !== null && <span>{address}</span>}
          <MomentInWords at={lastUsedAt}>{(when) => openIdText().lastUsed(when)}</MomentInWords>
          <MomentInWords at={linkedAt}>{(when) => openIdText().linkedAt(when)}</MomentInWords>
        </p>
      </div>
      {!isLast && (
        <Button
          variant="default"
          size="sm"
          loading={isBusy}
          aria-label={openIdText().unlinkOne(provider)}
          onClick={unlink}
        >
          {openIdText().unlink}
        </Button>
      )}
    </li>
  )
}
