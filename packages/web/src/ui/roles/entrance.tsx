// The frame of every page before sign-in: the application's name, a title, and one card.

import { Anchor, Stack, Text, Title } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { App, AppSignIn } from '@ninefold/core/contract/wire/app.ts'
import { INVITATION_PAGE } from '@ninefold/core/contract/wire/invitations.ts'
import { OPENID_PROBLEM_PAGE } from '@ninefold/core/contract/wire/openid.ts'
import { AUTHORIZATION_PAGE } from '@ninefold/core/contract/programs/oauth.ts'
import { SECOND_FACTOR_PAGE } from '@ninefold/core/contract/wire/second-factor.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { nameOf } from '../../client/input/form-values.ts'
import { Mark } from '../brand/monogram.tsx'
import { words } from '../words/words.ts'
import styles from './roles.module.css'

export const SIGN_IN = '/sign-in'
export const SIGN_UP = '/sign-up'
export const FORGOTTEN_PASSWORD = '/forgotten-password'
export const NEW_PASSWORD = '/new-password'
export const SIGN_IN_LINK = '/sign-in-link'

/** Pages for users who are not signed in. */
export const ENTRANCES = [SIGN_IN, SIGN_UP, FORGOTTEN_PASSWORD]
/** Pages opened by a link from a mailbox, an OpenID provider or an app, no matter who is signed in. */
export const LINK_ENTRANCES = [
  NEW_PASSWORD,
  SIGN_IN_LINK,
  INVITATION_PAGE,
  OPENID_PROBLEM_PAGE,
  SECOND_FACTOR_PAGE,
  AUTHORIZATION_PAGE,
]

export function Entrance({
  app,
  title,
  note = app.purpose,
  beside = null,
  children,
}: {
  readonly app: App
  readonly title: string
  readonly note?: string | null
  readonly beside?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <main className={styles.entrance} id="content" tabIndex={-1} data-entrance>
      <div className={styles.card}>
        <Stack gap="lg">
          <Stack gap={10}>
            <div>
              <Mark size={36} />
            </div>
            <Title order={1}>{title}</Title>
            {note !== null && <Text c="dimmed">{note}</Text>}
          </Stack>
          {children}
        </Stack>
      </div>
      {beside}
    </main>
  )
}

export function SignUpInstead({ then }: { readonly then: string }) {
  return (
    <Text size="sm" c="dimmed">
      {words.roles.noAccount}{' '}
      <Anchor component={Link} to={SIGN_UP} search={{ then } as never} underline="always">
        {words.roles.signUp}
      </Anchor>
    </Text>
  )
}

/** The requested page. Only addresses of this application, to prevent an open redirect. */
export function useNextAddress(): string {
  const { then } = useSearch({ strict: false }) as { readonly then?: string }
  return then !== undefined && /^\/(?![/\\])/.test(then) ? then : '/'
}

/** Autocomplete attribute of the identifier at sign-in. `webauthn`: the browser offers passkeys there, too. */
export function identifierAutoComplete({ hasPasskeys }: Pick<AppSignIn, 'hasPasskeys'>): string {
  return hasPasskeys ? 'username webauthn' : 'username'
}

/** Autocomplete attributes for a new user. */
export function newUserAutoComplete(inputs: readonly InputField[]): Record<string, string> {
  return Object.fromEntries(
    inputs.map((field) => [
      nameOf(field),
      field.isSecret || field.kind === 'password' ? 'new-password' : field.kind === 'email' ? 'email' : 'on',
    ]),
  )
}
