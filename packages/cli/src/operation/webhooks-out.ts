// The environment → the configuration of outgoing webhooks: their secrets, and the permitted private hosts. The
// operator sets them, not the specification.

import type { Model } from '@ninefold/core/model/model.ts'
import { openWebhooks, type Webhooks } from '@ninefold/server/jobs/webhooks.ts'
import { readSecrets } from '@ninefold/server/outside/signatures.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import { namedHosts } from './named-hosts.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** `isDeveloped`: only explicitly permitted hosts are reached, so that experiments do not notify anybody. */
export function webhooksFrom(environment: Environment, isDeveloped: boolean): Webhooks {
  return openWebhooks({
    secrets: environment,
    named: namedHosts(environment, 'WEBHOOK_HOSTS'),
    isOnlyNamed: isDeveloped,
  })
}

/** Checked at the start, and not when the first message fails. */
export function refuseUnfitSecrets({ calls }: Model, file: string, environment: Environment): void {
  const names = new Set(calls.messages.flatMap(({ signedWith }) => signedWith ?? []))
  const unfit = [...names].filter((name) => readSecrets(environment[name] ?? '') === null)
  if (unfit.length === 0) return
  throw new Stop(
    `${file} signs messages with ${unfit.join(', ')}, which the environment has to hold as whsec_ and 24 to 64 random bytes in base64. One is made by: echo "whsec_$(openssl rand -base64 32)"`,
    EXIT.refused,
  )
}
