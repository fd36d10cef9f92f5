// The account page of the signed-in user: identity, appearance, password, and sessions.

import { Avatar, SegmentedControl, Title, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import type { AccountKeys } from '@ninefold/core/contract/programs/api-keys.ts'
import type { Account } from '@ninefold/core/contract/wire/account.ts'
import type { Caller } from '@ninefold/core/contract/wire/caller.ts'
import { accountQuery } from '../../client/account.ts'
import { LANGUAGES } from '../../client/input/language.ts'
import { unreadQuery } from '../../client/notifications.ts'
import { useApp } from '../app-context.ts'
import { NOTIFICATIONS_PAGE } from '../calls/bell.tsx'
import { FailingState, NotAllowedState } from '../errors.tsx'
import { choose, useChosenLanguage } from '../words/locale-provider.tsx'
import { useTitle } from '../use-title.ts'
import { words } from '../words/words.ts'
import { APPEARANCES, LANGUAGE_NAMES } from '../roles/account-menu-items.tsx'
import {
  accountText,
  oauthText,
  openIdText,
  passkeyText,
  peopleText,
  secondFactorText,
  termsText,
} from '../roles/page-words.ts'
import { ConnectedApps } from './connected-apps.tsx'
import { OwnData } from './own-data.tsx'
import { OwnFactor } from './own-factor.tsx'
import { OwnIdentities } from './own-identities.tsx'
import { OwnKeys } from './own-keys.tsx'
import { OwnLeaving } from './own-leaving.tsx'
import { OwnPasskeys } from './own-passkeys.tsx'
import { OwnPassword } from './own-password.tsx'
import { roleWords } from '../roles/role-words.ts'
import { NotificationSettings } from '../calls/notification-settings.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { OwnTerms } from './own-terms.tsx'
import styles from './account-page.module.css'

export function AccountPage() {
  const { caller, hasNotifications } = useApp()
  useTitle(words.roles.account)
  const query = useQuery({ ...accountQuery, enabled: caller !== null })
  if (caller === null) return <NotAllowedState reason={accountText().nobody} />
  if (query.isError && query.data === undefined)
    return <FailingState thrown={query.error} retry={() => void query.refetch()} isPage />
  const account = query.data
  return (
    <div className={styles.page}>
      <Title order={1}>{words.roles.account}</Title>
      <Somebody caller={caller} identifier={account?.identifier ?? null} />
      <Section title={accountText().look}>
        <Appearance />
        <LanguageChoice />
      </Section>
      {hasNotifications && (
        <Section title={words.notifications.title}>
          <Messages />
          <NotificationSettings />
        </Section>
      )}
      {account !== undefined && account.password !== null && (
        <Section title={accountText().password}>
          <OwnPassword inputs={account.password} />
        </Section>
      )}
      {account !== undefined && account.passkeys !== null && (
        <Section title={passkeyText().title} note={passkeyText().note}>
          <OwnPasskeys passkeys={account.passkeys} />
        </Section>
      )}
      {account !== undefined && account.secondFactor !== null && (
        <Section title={secondFactorText().title} note={secondFactorText().note}>
          <OwnFactor factor={account.secondFactor} />
        </Section>
      )}
      {account !== undefined && account.identities !== null && (
        <Section title={openIdText().ways} note={openIdText().waysNote}>
          <OwnIdentities identities={account.identities} />
        </Section>
      )}
      {account !== undefined && (
        <Section title={accountText().sessions} note={accountText().sessionsNote}>
          <OwnSessions sessions={account.sessions} />
        </Section>
      )}
      {account !== undefined && account.apiKeys !== null && hasKeys(account.apiKeys) && (
        <Section title={accountText().keys} note={accountText().keysNote}>
          <OwnKeys apiKeys={account.apiKeys} />
        </Section>
      )}
      {account?.apiKeys?.apps != null && hasKeys(account.apiKeys) && (
        <Section title={oauthText().apps} note={oauthText().appsNote}>
          <ConnectedApps apps={account.apiKeys.apps} />
        </Section>
      )}
      <DataSections account={account} userId={String(caller.id)} />
    </div>
  )
}

interface DataSectionsProps {
  readonly account: Account | undefined
  readonly userId: string
}

/** Agreements, own data, and deletion of the account. */
function DataSections({ account, userId }: DataSectionsProps) {
  return (
    <>
      {account !== undefined && account.terms !== null && (
        <Section title={termsText().agreements} note={termsText().agreementsNote}>
          <OwnTerms documents={account.terms} />
        </Section>
      )}
      <Section title={accountText().ownData} note={accountText().ownDataNote}>
        <OwnData />
      </Section>
      {account?.mayBeForgotten === true && (
        <Section title={peopleText().leaving} note={peopleText().leaveNote}>
          <OwnLeaving userId={userId} />
        </Section>
      )}
    </>
  )
}

/** A user without a role for keys cannot create any, but may still have some. */
function hasKeys({ roles, keys, apps }: AccountKeys): boolean {
  return roles.length > 0 || keys.length > 0 || (apps !== null && apps.length > 0)
}

function Somebody({
  caller,
  identifier,
}: {
  readonly caller: Caller
  readonly identifier: { readonly label: string; readonly value: string } | null
}) {
  const app = useApp()
  return (
    <section className={styles.somebody} aria-label={caller.label}>
      <Avatar name={caller.label} size={52} color="accent" aria-hidden="true" />
      <div className={styles.who}>
        <p className={styles.name}>{caller.label}</p>
        {identifier !== null && identifier.value !== caller.label && (
          <p className={styles.identifier}>
            <span className="visually-hidden">{identifier.label}: </span>
            {identifier.value}
          </p>
        )}
        {caller.roles.length > 0 && (
          <ul className={styles.roles} aria-label={accountText().roles}>
            {caller.roles.map((role) => (
              <li key={role}>{roleWords(app, role)}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function Section({
  title,
  note = null,
  children,
}: {
  readonly title: string
  readonly note?: string | null
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {note !== null && <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Choice
      label={words.roles.appearance}
      value={colorScheme}
      choices={APPEARANCES.map((value) => ({ value, label: words.roles.appearances[value] }))}
      choose={(value) => setColorScheme(value as MantineColorScheme)}
    />
  )
}

function LanguageChoice() {
  const chosen = useChosenLanguage()
  return (
    <Choice
      label={words.roles.language}
      value={chosen ?? ''}
      choices={[
        { value: '', label: words.roles.languageOfApplication },
        ...LANGUAGES.map((tag) => ({ value: tag, label: LANGUAGE_NAMES[tag] })),
      ]}
      choose={(value) => choose(LANGUAGES.find((tag) => tag === value) ?? null)}
    />
  )
}

function Choice({
  label,
  value,
  choices,
  choose: chooseValue,
}: {
  readonly label: string
  readonly value: string
  readonly choices: { value: string; label: string }[]
  readonly choose: (value: string) => void
}) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <SegmentedControl
        aria-labelledby={id}
        value={value}
        data={choices}
        onChange={chooseValue}
        className={styles.control}
      />
    </div>
  )
}

function Messages() {
  const { data } = useQuery(unreadQuery)
  return (
    <p className={styles.messages}>
      <Link to={NOTIFICATIONS_PAGE}>{accountText().toMessages}</Link>
      {data !== undefined && <span>{accountText().unread(data.unread)}</span>}
    </p>
  )
}
