// Settings that a specification leaves to its operator, and those that it must state before it can be served. All are
// checked at the start, and not on first use.

import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { TRUSTED_PROXIES, trustedProxies } from '@ninefold/server/api/http/client-address.ts'
import type { Pooling } from '@ninefold/server/store/driver/transaction-settings.ts'
import { isDatabaseAddress } from '../evolution/failures-of-data.ts'
import { EXIT, Stop } from '../terminal/exit.ts'

export function refuseMissingSettings(
  { limits, roles }: Model,
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const missing = limits.secrets.map(({ name }) => name).filter((name) => (environment[name] ?? '') === '')
  if (missing.length > 0)
    throw new Stop(
      `${file} names secrets that are not in the environment: ${missing.join(', ')}. Set them for this program, and start it again.`,
      EXIT.refused,
    )
  if ((signInOf(roles)?.providers.length ?? 0) > 0 && limits.publicAddress === null)
    throw new Stop(
      `${file} lets users sign in by OpenID, and does not say where providers send them back to. State the setting "Public address" in point 9, such as https://help.example.com.`,
      EXIT.refused,
    )
  const sendsLinks = roles.linkSignIn !== null || (roles.signIn?.forgottenPassword ?? null) !== null
  if (sendsLinks && limits.publicAddress === null)
    throw new Stop(
      `${file} sends links to users, and does not say where they lead. State the setting "Public address" in point 9, such as https://help.example.com.`,
      EXIT.refused,
    )
}

/** TRUSTED_PROXIES: the proxies whose `Forwarded` headers are trusted. */
export function proxiesAtStart(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const said = environment['TRUSTED_PROXIES'] ?? ''
  const proxies = said === '' ? TRUSTED_PROXIES : said === 'none' ? [] : trustedProxies(said)
  if (proxies !== null) return proxies
  throw new Stop(
    `TRUSTED_PROXIES names addresses and networks, such as 10.0.0.7 or 10.0.0.0/24, separated by commas, or none, and not ${said}.`,
  )
}

/**
 * DATABASE_DIRECT_URL: set if DATABASE_URL leads to a pooler; this one leads to the database itself. Null: no pooler,
 * connections last.
 */
export function poolingAtStart(environment: Readonly<Record<string, string | undefined>>): Pooling | null {
  const directConnectionString = environment['DATABASE_DIRECT_URL'] ?? ''
  const keeps = environment['DATABASE_PREPARED_STATEMENTS'] ?? ''
  if (!['', 'on', 'off'].includes(keeps)) throw new Stop(`DATABASE_PREPARED_STATEMENTS is on or off, and not ${keeps}.`)
  if (directConnectionString !== '') return { directConnectionString, keepsStatements: keeps === 'on' }
  if (keeps === '') return null
  throw new Stop(
    'DATABASE_PREPARED_STATEMENTS is about the pooler in DATABASE_URL, and DATABASE_DIRECT_URL does not name the database behind it.',
  )
}

/** DATABASE_REPLICA_URL: a streaming replica that answers reads. Null: the primary answers all. */
export function replicaAtStart(environment: Readonly<Record<string, string | undefined>>): string | null {
  const replica = environment['DATABASE_REPLICA_URL'] ?? ''
  if (replica === '') return null
  if (isDatabaseAddress(replica)) return replica
  throw new Stop(
    'DATABASE_REPLICA_URL is not the address of a database. Write it as postgres://user:password@host:5432/name.',
  )
}
