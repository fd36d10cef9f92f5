// Signed-in user with their roles; links to the account, and signing out. For guests, the appearance.

import { Avatar, UnstyledButton } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useApp } from '../app-context.ts'
import { lazyPart } from '../connection/lazy-part.tsx'
import { MenuButton } from '../popups/popup-button.tsx'
import { words } from '../words/words.ts'
import { roleWords } from './role-words.ts'
import styles from './roles.module.css'

const AccountMenuItems = lazyPart(() =>
  import('./account-menu-items.tsx').then((module) => ({ default: module.AccountMenuItems })),
)

export function AccountMenu() {
  const app = useApp()
  const { caller, name, currentTenant: tenant } = app
  const label = caller?.label ?? name
  const roles = caller?.roles.map((role) => roleWords(app, role)).join(', ') ?? ''
  return (
    <MenuButton
      position="top-start"
      width={248}
      button={(props) => (
        <UnstyledButton className={styles.account} {...props}>
          {caller !== null && <Avatar name={label} size={28} color="accent" aria-hidden="true" />}
          <span className={styles.accountText}>
            <span className={styles.accountName}>
              {caller !== null && <span className="visually-hidden">{words.roles.account}: </span>}
              {caller === null ? words.roles.appearance : label}
            </span>
            {(tenant !== undefined || roles !== '') && (
              <span className={styles.accountRoles} title={tenant}>
                {tenant ?? roles}
              </span>
            )}
          </span>
          <IconSelector size={16} aria-hidden="true" />
        </UnstyledButton>
      )}
    >
      <AccountMenuItems />
    </MenuButton>
  )
}
