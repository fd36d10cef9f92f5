// Point 6 on the screen, for sign-in links: requesting one, choosing a new password, signing in.

import { Anchor, Button, Stack, Text } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { AppSignIn } from '@ninefold/core/contract/wire/app.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { nameOf } from '../../client/input/form-values.ts'
import { askForPasswordLink, askForSignInLink, setNewPassword } from '../../client/session.ts'
import { useApp } from '../app-context.ts'
import { noticeDone, noticeFailed } from '../errors.tsx'
import { useTitle } from '../use-title.ts'
import { InputForm } from '../validation/validation.tsx'
import { words } from '../words/words.ts'
import {
  Entrance,
  FORGOTTEN_PASSWORD,
  identifierAutoComplete,
  NEW_PASSWORD,
  SIGN_IN,
  SIGN_IN_LINK,
  SignUpInstead,
  useNextAddress,
} from './entrance.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ProviderButtons } from './providers.tsx'
import { useSession } from './use-session.ts'
import styles from './roles.module.css'

/** The page at this address. */
export function LinkPage({ signIn }: { readonly signIn: AppSignIn }) {
  const { pathname } = useLocation()
  if (pathname === FORGOTTEN_PASSWORD) return <ForgottenPasswordPage signIn={signIn} />
  if (pathname === SIGN_IN_LINK) return <EnterByLinkPage />
  if (pathname === NEW_PASSWORD && signIn.newPassword !== null) return <NewPasswordPage field={signIn.newPassword} />
  return <SignInByLinkPage signIn={signIn} />
}

function ForgottenPasswordPage({ signIn }: { readonly signIn: AppSignIn }) {
  const app = useApp()
  useTitle(words.roles.forgotten)
  return (
    <Entrance app={app} title={words.roles.forgotten} note={words.roles.forgottenNote}>
      <AskForLink identifier={signIn.identifier} ask={askForPasswordLink} />
      <BackToSignIn />
    </Entrance>
  )
}

/** The sign-in page, if users have no passwords. */
function SignInByLinkPage({ signIn }: { readonly signIn: AppSignIn }) {
  const app = useApp()
  const then = useNextAddress()
  useTitle(words.roles.signIn)
  return (
    <Entrance app={app} title={words.roles.signInTo(app.name)} note={app.purpose}>
      <AskForLink identifier={signIn.identifier} ask={askForSignInLink} />
      {signIn.hasPasskeys && <PasskeyButton then={then} />}
      <ProviderButtons providers={signIn.providers} then={then} isAlone={false} />
      {signIn.signUp !== null && <SignUpInstead then={then} />}
    </Entrance>
  )
}

function NewPasswordPage({ field }: { readonly field: InputField }) {
  const app = useApp()
  const navigate = useNavigate()
  const { becomeOther } = useSession()
  const token = useToken()
  useTitle(words.roles.newPassword)
  const send = async (body: Record<string, unknown>): Promise<void> => {
    await setNewPassword(token, String(body[nameOf(field)] ?? ''))
    noticeDone(words.roles.passwordSet)
    await becomeOther(SIGN_IN)
  }
  return (
    <Entrance app={app} title={words.roles.newPassword} note={words.roles.newPasswordNote}>
      {token === '' ? (
        <Button onClick={() => void navigate({ href: FORGOTTEN_PASSWORD })}>{words.roles.askAgain}</Button>
      ) : (
        <InputForm
          label={words.roles.setPassword}
          isWide
          isBegun
          fields={[{ ...field, label: words.roles.newPassword }]}
          draftKey={null}
          present={null}
          send={send}
          autoComplete={{ [nameOf(field)]: 'new-password' }}
        />
      )}
      {token !== '' && (
        <Text size="sm" c="dimmed">
          <Anchor component={Link} to={FORGOTTEN_PASSWORD} underline="always">
            {words.roles.askAgain}
          </Anchor>
        </Text>
      )}
      <BackToSignIn />
    </Entrance>
  )
}

/** Needs a click, because mail scanners open every link. */
function EnterByLinkPage() {
  const app = useApp()
  const { enterByLink } = useSession()
  const [isEntering, setEntering] = useState(false)
  const token = useToken()
  useTitle(words.roles.signIn)
  const enter = (): void => {
    setEntering(true)
    enterByLink(token)
      .catch((thrown: unknown) => noticeFailed(words.roles.signIn, thrown))
      .finally(() => setEntering(false))
  }
  return (
    <Entrance app={app} title={words.roles.signInTo(app.name)} note={app.purpose}>
      {token !== '' && (
        <Button fullWidth size="sm" loading={isEntering} onClick={enter}>
          {words.roles.signIn}
        </Button>
      )}
      <Text size="sm" c="dimmed">
        <Anchor component={Link} to={SIGN_IN} underline="always">
          {words.roles.askAgain}
        </Anchor>
      </Text>
    </Entrance>
  )
}

function AskForLink({
  identifier,
  ask,
}: {
  readonly identifier: InputField
  readonly ask: (identifier: string) => Promise<void>
}) {
  const { signIn } = useApp()
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo !== null) return <Sent to={sentTo} again={() => setSentTo(null)} />
  const send = async (body: Record<string, unknown>): Promise<void> => {
    const typed = String(body[nameOf(identifier)] ?? '')
    await ask(typed)
    setSentTo(typed)
  }
  return (
    <InputForm
      label={words.roles.sendLink}
      isWide
      isBegun
      fields={[{ ...identifier, help: null }]}
      draftKey={null}
      present={null}
      send={send}
      autoComplete={{ [nameOf(identifier)]: signIn === null ? 'username' : identifierAutoComplete(signIn) }}
    />
  )
}

/** The same message whether the user exists or not. */
function Sent({ to, again }: { readonly to: string; readonly again: () => void }): ReactNode {
  return (
    <Stack gap="sm" role="status" className={styles.sent}>
      <IconMailForward size={22} className={styles.sentIcon} aria-hidden="true" />
      <Text>{words.roles.sent(to)}</Text>
      <Text size="sm" c="dimmed">
        {words.roles.sentNote}{' '}
        <Anchor component="button" type="button" onClick={again} underline="always" fz="sm">
          {words.roles.askAgain}
        </Anchor>
      </Text>
    </Stack>
  )
}

function BackToSignIn() {
  return (
    <Text size="sm" c="dimmed">
      <Anchor component={Link} to={SIGN_IN} underline="always">
        {words.roles.backToSignIn}
      </Anchor>
    </Text>
  )
}

/** The part after `#`, which browsers never send to a server or another page. */
function useToken(): string {
  return useLocation().hash
}
