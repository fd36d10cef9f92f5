// Who is signed in, with what roles; the way to their account, and the way out. For guests, how pages look.

import { Avatar, Menu, UnstyledButton, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import {
  IconLogin2,
  IconLogout,
  IconSelector,
  IconTrash,
  IconUserCircle,
  IconUserShare,
  IconUsers,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { LANGUAGES, type Language } from '../../client/input/language.ts'
import { useApp } from '../app-context.ts'
import { noticeFailed } from '../errors.tsx'
import { choose, useChosenLanguage } from '../words/locale-provider.tsx'
import { words } from '../words/words.ts'
import { SIGN_IN } from './entrance.tsx'
import { roleWords } from './role-words.ts'
import { useSession } from './use-session.ts'
import styles from './roles.module.css'

export function AccountMenu() {
  const app = useApp()
  const { caller, signIn, name } = app
  const label = caller?.label ?? name
  const roles = caller?.roles.map((role) => roleWords(app, role)).join(', ') ?? ''
  return (
    <Menu position="top-start" width={248} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={styles.account}>
          {caller !== null && <Avatar name={label} size={28} color="accent" aria-hidden="true" />}
          <span className={styles.accountText}>
            <span className={styles.accountName}>
              {caller !== null && <span className="visually-hidden">{words.roles.account}: </span>}
              {caller === null ? words.roles.appearance : label}
            </span>
            {roles !== '' && <span className={styles.accountRoles}>{roles}</span>}
          </span>
          <IconSelector size={16} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {caller === null ? <LookItems /> : <AccountItem />}
        <SampleUserItems />
        <PeopleItem />
        <DeletedItem />
        {(caller !== null || signIn !== null) && <Menu.Divider />}
        {caller !== null ? <SignOutItem /> : signIn !== null && <SignInItem />}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Below the address that no text can take. */
export const ACCOUNT_PAGE = '/_ninefold/account'

/** How pages look is chosen there too. */
function AccountItem() {
  return (
    <Menu.Item component={Link} to={ACCOUNT_PAGE} leftSection={<IconUserCircle size={16} />}>
      {words.roles.account}
    </Menu.Item>
  )
}

/** Who is not signed in has no such page. */
function LookItems() {
  return (
    <>
      <Menu.Label>{words.roles.appearance}</Menu.Label>
      <AppearanceItems />
      <Menu.Divider />
      <Menu.Label>{words.roles.language}</Menu.Label>
      <LanguageItems />
    </>
  )
}

export const PEOPLE_PAGE = '/_ninefold/people'

function PeopleItem() {
  const { mayGiveRoles } = useApp()
  if (!mayGiveRoles) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Item component={Link} to={PEOPLE_PAGE} leftSection={<IconUsers size={16} />}>
        {words.people.title}
      </Menu.Item>
    </>
  )
}

export const DELETED_PAGE = '/_ninefold/deleted'

function DeletedItem() {
  const { mayRestore } = useApp()
  if (!mayRestore) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Item component={Link} to={DELETED_PAGE} leftSection={<IconTrash size={16} />}>
        {words.deleted.title}
      </Menu.Item>
    </>
  )
}

function SignOutItem() {
  const { leave } = useSession()
  return (
    <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leave(null)}>
      {words.roles.signOut}
    </Menu.Item>
  )
}

function SignInItem() {
  return (
    <Menu.Item component={Link} to={SIGN_IN} leftSection={<IconLogin2 size={16} />}>
      {words.roles.signIn}
    </Menu.Item>
  )
}

/** While a specification is written, seeing it as somebody else is one click. */
function SampleUserItems() {
  const app = useApp()
  const { enter } = useSession()
  const others = app.sampleUsers.filter(({ label }) => label !== app.caller?.label)
  if (app.mode !== 'development' || app.caller === null || others.length === 0) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{words.roles.switchTo}</Menu.Label>
      {others.map((user) => (
        <Menu.Item
          key={user.identifier}
          leftSection={<IconUserShare size={16} />}
          onClick={() =>
            void enter(user.identifier, user.password, '/').catch((thrown: unknown) =>
              noticeFailed(words.roles.signIn, thrown),
            )
          }
        >
          {user.label}
        </Menu.Item>
      ))}
    </>
  )
}

/** Each language is called as it calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

function LanguageItems() {
  const chosen = useChosenLanguage()
  return (
    <Menu.RadioGroup value={chosen ?? ''} onChange={(value) => choose(LANGUAGES.find((tag) => tag === value) ?? null)}>
      <Menu.RadioItem value="">{words.roles.languageOfApplication}</Menu.RadioItem>
      {LANGUAGES.map((tag) => (
        <Menu.RadioItem key={tag} value={tag} lang={tag}>
          {LANGUAGE_NAMES[tag]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

export const APPEARANCES = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[]

function AppearanceItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
      {APPEARANCES.map((value) => (
        <Menu.RadioItem key={value} value={value}>
          {words.roles.appearances[value]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
