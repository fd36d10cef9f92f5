// Items of the account menu, loaded separately from its button.

import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import {
  IconActivity,
  IconLogin2,
  IconLogout,
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
import { ACCOUNT_PAGE, DELETED_PAGE, OPERATION_PAGE, PEOPLE_PAGE } from './own-pages.ts'
import { operationText, peopleText } from './page-words.ts'
import { TenantItems } from './tenant-items.tsx'
import { useSession } from './use-session.ts'

export function AccountMenuItems() {
  const { caller, signIn } = useApp()
  return (
    <>
      <TenantItems />
      {caller === null ? <LookItems /> : <AccountItem />}
      <SampleUserItems />
      <PeopleItem />
      <OperationItem />
      <DeletedItem />
      {(caller !== null || signIn !== null) && <Menu.Divider />}
      {caller !== null ? <SignOutItem /> : signIn !== null && <SignInItem />}
    </>
  )
}

/** Includes the appearance. */
function AccountItem() {
  return (
    <Menu.Item component={Link} to={ACCOUNT_PAGE} leftSection={<IconUserCircle size={16} />}>
      {words.roles.account}
    </Menu.Item>
  )
}

/** Guests have no account page. */
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

function PeopleItem() {
  const { mayManagePeople } = useApp()
  if (!mayManagePeople) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Item component={Link} to={PEOPLE_PAGE} leftSection={<IconUsers size={16} />}>
        {peopleText().title}
      </Menu.Item>
    </>
  )
}

function OperationItem() {
  const { isOperator } = useApp()
  if (isOperator !== true) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Item component={Link} to={OPERATION_PAGE} leftSection={<IconActivity size={16} />}>
        {operationText().title}
      </Menu.Item>
    </>
  )
}

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

/** In development, viewing as a sample user takes one click. */
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

/** Each language by its own name. */
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
