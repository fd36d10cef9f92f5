// What a specification leaves to whoever runs it, and what it has to say itself before users may come. It is asked
// at the start, all at once, and not when the first of them needs it.

import type { Model } from '@ninefold/core/model/model.ts'
import { EXIT, Stop } from './exit.ts'

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
  const sendsLinks = roles.linkSignIn !== null || (roles.signIn?.forgottenPassword ?? null) !== null
  if (sendsLinks && limits.publicAddress === null)
    throw new Stop(
      `${file} sends links to users, and does not say where they lead. State the setting "Public address" in point 9, such as https://help.example.com.`,
      EXIT.refused,
    )
}
