// Point 6 on the screen before sign-in: signing in and signing up.

import { Anchor, Avatar, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { App, AppSignIn } from '@ninefold/core/contract/wire/app.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { nameOf } from '../../client/input/form-values.ts'
import { useApp } from '../app-context.ts'
import { noticeFailed } from '../errors.tsx'
import { useTitle } from '../use-title.ts'
import { InputForm } from '../validation/validation.tsx'
import { words } from '../words/words.ts'
import {
  Entrance,
  FORGOTTEN_PASSWORD,
  identifierAutoComplete,
  newUserAutoComplete,
  SIGN_IN,
  SignUpInstead,
  useNextAddress,
} from './entrance.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ProviderButtons } from './providers.tsx'
import { roleWords } from './role-words.ts'
import { useSession } from './use-session.ts'
import styles from './roles.module.css'

/** With a password, an OpenID provider, or both. */
export function SignInPage({ signIn }: { readonly signIn: AppSignIn }) {
  const app = useApp()
  const then = useNextAddress()
  const { password, providers } = signIn
  useTitle(words.roles.signIn)
  return (
    <Entrance app={app} title={words.roles.signInTo(app.name)} beside={<SampleUsers app={app} then={then} />}>
      {password !== null && <PasswordForm signIn={signIn} password={password} then={then} />}
      {signIn.newPassword !== null && (
        <Text size="sm" c="dimmed">
          <Anchor component={Link} to={FORGOTTEN_PASSWORD} underline="always">
            {words.roles.forgotten}
          </Anchor>
        </Text>
      )}
      {signIn.hasPasskeys && <PasskeyButton then={then} />}
      <ProviderButtons providers={providers} then={then} isAlone={password === null} />
      {signIn.signUp !== null && <SignUpInstead then={then} />}
    </Entrance>
  )
}

function PasswordForm({
  signIn,
  password,
  then,
}: {
  readonly signIn: AppSignIn
  readonly password: InputField
  readonly then: string
}) {
  const { enter } = useSession()
  // The explanation of a field is for people who create an account.
  const fields = [signIn.identifier, password].map((field) => ({ ...field, help: null }))
  const send = (body: Record<string, unknown>): Promise<void> =>
    enter(String(valueAt(body, signIn.identifier)), String(valueAt(body, password)), then)
  return (
    <InputForm
      label={words.roles.signIn}
      isWide
      isBegun
      fields={fields}
      draftKey={null}
      present={null}
      send={send}
      autoComplete={{
        [nameOf(signIn.identifier)]: identifierAutoComplete(signIn),
        [nameOf(password)]: 'current-password',
      }}
    />
  )
}

export function SignUpPage({
  inputs,
  signIn: { isByLink, providers },
}: {
  readonly inputs: readonly InputField[]
  readonly signIn: AppSignIn
}) {
  const app = useApp()
  const { join } = useSession()
  const [isSent, setSent] = useState(false)
  const then = useNextAddress()
  useTitle(words.roles.signUp)
  return (
    <Entrance app={app} title={words.roles.signUp}>
      {isSent ? (
        <Text role="status">{words.roles.joinedByLink}</Text>
      ) : (
        <InputForm
          label={words.roles.signUp}
          isWide
          isBegun
          fields={inputs}
          draftKey="sign-up"
          present={null}
          send={async (body) => {
            await join(body, isByLink ? null : then)
            setSent(isByLink)
          }}
          autoComplete={newUserAutoComplete(inputs)}
        />
      )}
      {!isSent && (
        <ProviderButtons
          providers={providers.filter(({ isForSigningUp }) => isForSigningUp)}
          then={then}
          isAlone={false}
        />
      )}
      <Text size="sm" c="dimmed">
        {words.roles.haveAccount}{' '}
        <Anchor component={Link} to={SIGN_IN} search={{ then } as never} underline="always">
          {words.roles.signIn}
        </Anchor>
      </Text>
    </Entrance>
  )
}

/** One click each: a password in the specification need not be typed. */
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
              <span className={styles.sampleName}>
                {words.roles.signInAs(user.label, user.roles.map((role) => roleWords(app, role)).join(', '))}
              </span>
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
