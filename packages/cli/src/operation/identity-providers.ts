// The environment → the configuration of OpenID providers. The specification names the variables; the operator sets
// their values.

import type { Model } from '@ninefold/core/model/model.ts'
import { variablesOfProvider } from '@ninefold/core/model/users/openid.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { IdentityProviders } from '@ninefold/server/gate/context/identity-providers.ts'
import { openIdProviders } from '@ninefold/server/outside/openid.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import { namedHosts } from './named-hosts.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** `isDeveloped`: private addresses and plain HTTP are permitted. */
export function identityProvidersFrom(environment: Environment, isDeveloped: boolean): IdentityProviders {
  const named = isDeveloped ? { has: () => true } : namedHosts(environment, 'SERVICE_HOSTS')
  return openIdProviders({ environment, named, takesHttp: isDeveloped })
}

/** Checked at the start, and not when the first person signs in. */
export function refuseMissingProviders({ roles }: Model, file: string, environment: Environment): void {
  const providers = signInOf(roles)?.providers ?? []
  const missing = providers.flatMap((provider) => {
    const names = variablesOfProvider(provider).filter((name) => (environment[name] ?? '') === '')
    return names.length === 0 ? [] : [`${provider.name} needs ${names.join(', ')}`]
  })
  if (missing.length > 0)
    throw new Stop(
      `${file} has OpenID providers whose variables are not in the environment: ${missing.join('; ')}. Set them for this program, and start it again.`,
      EXIT.refused,
    )
  for (const { name, issuer } of providers)
    if (!isIssuer(environment[issuer] ?? ''))
      throw new Stop(
        `${issuer}, the issuer of OpenID ${name}, has to be an address such as https://login.example.com, without a query: over plain http anybody on the way could sign in as anybody.`,
        EXIT.refused,
      )
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash, username } = new URL(text)
  return protocol === 'https:' && search + hash + username === ''
}

/** Tells the author which sign-in buttons do not work yet. */
export function unconfiguredProviders({ roles }: Model, environment: Environment): string[] {
  return (signInOf(roles)?.providers ?? []).flatMap((provider) => {
    const names = variablesOfProvider(provider).filter((name) => (environment[name] ?? '') === '')
    return names.length === 0 ? [] : [`OpenID ${provider.name} is not set up yet: set ${names.join(', ')}.`]
  })
}
