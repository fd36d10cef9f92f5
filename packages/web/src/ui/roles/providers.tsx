// OpenID providers on the screen: a button each, and the reason of a failed sign-in.

import { Anchor, Button, Divider, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { AppProvider } from '@ninefold/core/contract/wire/openid.ts'
import { OPENID_PROBLEMS, type OpenIdProblem } from '@ninefold/core/contract/wire/openid-problems.ts'
import { startOpenId } from '../../client/session.ts'
import { useApp } from '../app-context.ts'
import { noticeFailed } from '../errors.tsx'
import { useTitle } from '../use-title.ts'
import { words } from '../words/words.ts'
import { ACCOUNT_PAGE } from './own-pages.ts'
import { Entrance, SIGN_IN, useNextAddress } from './entrance.tsx'
import { openIdText } from './page-words.ts'
import styles from './roles.module.css'

/** Below the form of another way to sign in, or alone. */
export function ProviderButtons({
  providers,
  then,
  isAlone,
}: {
  readonly providers: readonly AppProvider[]
  readonly then: string
  readonly isAlone: boolean
}) {
  if (providers.length === 0) return null
  return (
    <Stack gap="sm">
      {!isAlone && <Divider label={openIdText().or} labelPosition="center" />}
      {providers.map((provider) => (
        <ProviderButton
          key={provider.key}
          provider={provider}
          label={openIdText().continueWith(provider.name)}
          then={then}
          isLinking={false}
        />
      ))}
    </Stack>
  )
}

export function ProviderButton({
  provider,
  label,
  then,
  isLinking,
}: {
  readonly provider: AppProvider
  readonly label: string
  readonly then: string
  readonly isLinking: boolean
}) {
  const [isLeaving, setLeaving] = useState(false)
  const [problem, setProblem] = useState<OpenIdProblem | null>(null)
  useFreshOnReturn(() => setLeaving(false))
  const isConfigured = provider.missing.length === 0
  const go = async (): Promise<void> => {
    setLeaving(true)
    setProblem(null)
    try {
      const answer = await startOpenId(provider.key, then, isLinking)
      // The browser is leaving: the button stays busy.
      if ('address' in answer) return window.location.assign(answer.address)
      setProblem(answer.problem)
    } catch (thrown) {
      noticeFailed(label, thrown)
    }
    setLeaving(false)
  }
  return (
    <div className={styles.provider}>
      <Button
        variant="default"
        fullWidth={!isLinking}
        size="sm"
        leftSection={<IconKey size={16} />}
        loading={isLeaving}
        disabled={!isConfigured}
        onClick={() => void go()}
      >
        {label}
      </Button>
      {!isConfigured && (
        <Text size="xs" c="dimmed" className={styles.providerNote}>
          {openIdText().unconfigured(provider.missing.join(', '))}
        </Text>
      )}
      {problem !== null && (
        <Text size="sm" role="alert" className={styles.providerProblem}>
          {openIdText().problems[problem](provider.name)}
        </Text>
      )}
    </div>
  )
}

/** Going back restores the page with a busy button, so it is reset. */
function useFreshOnReturn(refresh: () => void): void {
  useEffect(() => {
    const shown = (event: PageTransitionEvent): void => {
      if (event.persisted) refresh()
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  })
}

/** The address contains the problem and the provider; the text is ours. */
export function ProviderProblemPage({ providers }: { readonly providers: readonly AppProvider[] }) {
  const app = useApp()
  const then = useNextAddress()
  const asked = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const isLinking = asked['link'] === 'yes' && app.caller !== null
  const title = isLinking ? openIdText().notLinked : openIdText().notSignedIn
  useTitle(title)
  const provider = providers.find(({ key }) => key === asked['provider']) ?? null
  const problem = OPENID_PROBLEMS.find((each) => each === asked['problem']) ?? 'wrong'
  return (
    <Entrance app={app} title={title} note={null}>
      <Text role="alert">{openIdText().problems[problem](provider?.name ?? openIdText().somewhere)}</Text>
      {provider !== null && (
        <ProviderButton
          provider={provider}
          label={openIdText().tryAgain(provider.name)}
          then={then}
          isLinking={isLinking}
        />
      )}
      <Text size="sm" c="dimmed">
        {isLinking ? (
          <Anchor component={Link} to={ACCOUNT_PAGE} underline="always">
            {openIdText().backToAccount}
          </Anchor>
        ) : (
          <Anchor component={Link} to={SIGN_IN} search={{ then } as never} underline="always">
            {words.roles.backToSignIn}
          </Anchor>
        )}
      </Text>
    </Entrance>
  )
}
