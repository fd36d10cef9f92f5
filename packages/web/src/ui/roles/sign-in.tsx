// Point 6 on the screen, before anyone is known: signing in and signing up.

import { Anchor, Avatar, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { App, AppSignIn } from '@ninefold/core/contract/app.ts'
import type { InputField } from '@ninefold/core/contract/inputs.ts'
import { nameOf } from '../../client/entered.ts'
import { useApp } from '../app-context.ts'
import { Monogram } from '../monogram.tsx'
import { noticeFailed } from '../errors.tsx'
import { useTitle } from '../use-title.ts'
import { InputForm } from '../validation/validation.tsx'
import { words } from '../words.ts'
import { useSession } from './use-session.ts'
import styles from './roles.module.css'

export const SIGN_IN = '/sign-in'
export const SIGN_UP = '/sign-up'

export function SignInPage({ signIn }: { readonly signIn: AppSignIn }) {
  const app = useApp()
  const { enter } = useSession()
  const then = useNextAddress()
  useTitle(words.roles.signIn)
  // What a field means is for those who create an account; here it would only be in the way.
  const fields = [signIn.identifier, signIn.password].map((field) => ({ ...field, help: null }))
  const send = (body: Record<string, unknown>): Promise<void> =>
    enter(String(valueAt(body, signIn.identifier)), String(valueAt(body, signIn.password)), then)
  return (
    <Entrance app={app} title={words.roles.signInTo(app.name)} beside={<SampleUsers app={app} then={then} />}>
      <InputForm
        label={words.roles.signIn}
        isWide
        fields={fields}
        draftKey={null}
        present={null}
        send={send}
        autoComplete={{ [nameOf(signIn.identifier)]: 'username', [nameOf(signIn.password)]: 'current-password' }}
      />
      {signIn.signUp !== null && (
        <Text size="sm" c="dimmed">
          {words.roles.noAccount}{' '}
          <Anchor component={Link} to={SIGN_UP} search={{ then } as never} underline="always">
            {words.roles.signUp}
          </Anchor>
        </Text>
      )}
    </Entrance>
  )
}

export function SignUpPage({ inputs }: { readonly inputs: readonly InputField[] }) {
  const app = useApp()
  const { join } = useSession()
  const then = useNextAddress()
  useTitle(words.roles.signUp)
  const autoComplete = Object.fromEntries(
    inputs.map((field) => [
      nameOf(field),
      field.isSecret || field.kind === 'password' ? 'new-password' : field.kind === 'email' ? 'email' : 'on',
    ]),
  )
  return (
    <Entrance app={app} title={words.roles.signUp} beside={null}>
      <InputForm
        label={words.roles.signUp}
        isWide
        fields={inputs}
        draftKey="sign-up"
        present={null}
        send={(body) => join(body, then)}
        autoComplete={autoComplete}
      />
      <Text size="sm" c="dimmed">
        {words.roles.haveAccount}{' '}
        <Anchor component={Link} to={SIGN_IN} search={{ then } as never} underline="always">
          {words.roles.signIn}
        </Anchor>
      </Text>
    </Entrance>
  )
}

function Entrance({
  app,
  title,
  beside,
  children,
}: {
  readonly app: App
  readonly title: string
  readonly beside: ReactNode
  readonly children: ReactNode
}) {
  return (
    <main className={styles.entrance} id="content" tabIndex={-1} data-entrance>
      <div className={styles.card}>
        <Stack gap="lg">
          <Stack gap={10}>
            <Monogram name={app.name} size={36} />
            <Title order={1}>{title}</Title>
            {app.purpose !== null && <Text c="dimmed">{app.purpose}</Text>}
          </Stack>
          {children}
        </Stack>
      </div>
      {beside}
    </main>
  )
}

/** One click each: nobody should have to type a password that stands in the specification. */
function SampleUsers({ app, then }: { readonly app: App; readonly then: string }) {
  const { enter } = useSession()
  const [entering, setEntering] = useState<string | null>(null)
  if (app.mode !== 'development' || app.sampleUsers.length === 0) return null
  return (
    <section className={styles.samples} aria-labelledby="sample-users">
      <Text id="sample-users" fw={600} size="sm" component="h2">
        {words.roles.sampleUsers}
      </Text>
      <Text size="xs" c="dimmed" mb={8}>
        {words.roles.sampleUsersNote}
      </Text>
      <Stack gap={2}>
        {app.sampleUsers.map((user) => (
          <UnstyledButton
            key={user.identifier}
            className={styles.sample}
            disabled={entering !== null}
            onClick={() => {
              setEntering(user.identifier)
              enter(user.identifier, user.password, then)
                .catch((thrown: unknown) => noticeFailed(words.roles.signIn, thrown))
                .finally(() => setEntering(null))
            }}
          >
            <Avatar name={user.label} size={28} color="accent" aria-hidden="true" />
            <span className={styles.sampleText}>
              <span className={styles.sampleName}>{words.roles.signInAs(user.label, user.roles.join(', '))}</span>
              <span className={styles.sampleNote}>{user.identifier}</span>
            </span>
            <IconArrowRight size={16} className={styles.sampleArrow} aria-hidden="true" />
          </UnstyledButton>
        ))}
      </Stack>
    </section>
  )
}

function valueAt(body: Record<string, unknown>, field: InputField): unknown {
  return field.path.reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], body) ?? ''
}

/** Where a person wanted to go. Only addresses of this application: a link must not lead elsewhere after signing in. */
export function useNextAddress(): string {
  const { then } = useSearch({ strict: false }) as { readonly then?: string }
  return then !== undefined && /^\/(?![/\\])/.test(then) ? then : '/'
}
