// The environment → how messages reach other programs. With which secrets they are signed, and which hosts may be
// reached though their addresses are not for everybody, is the operator's to say, and stands in no specification.

import type { Model } from '@ninefold/core/model/model.ts'
import { openWebhooks, type Webhooks } from '@ninefold/server/jobs/webhooks.ts'
import { readSecrets } from '@ninefold/server/outside/signatures.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import { namedHosts } from './named-hosts.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** `isDeveloped`: only hosts that are named are reached, so that nobody is told of somebody's experiments. */
export function webhooksFrom(environment: Environment, isDeveloped: boolean): Webhooks {
  return openWebhooks({
    secrets: environment,
    named: namedHosts(environment, 'WEBHOOK_HOSTS'),
    isOnlyNamed: isDeveloped,
  })
}

/** At the start, and not when the first message fails. */
export function refuseUnfitSecrets({ calls }: Model, file: string, environment: Environment): void {
  const names = new Set(calls.messages.flatMap(({ signedWith }) => signedWith ?? []))
  const unfit = [...names].filter((name) => readSecrets(environment[name] ?? '') === null)
  if (unfit.length === 0) return
  throw new Stop(
    `${file} signs messages with ${unfit.join(', ')}, which the environment has to hold as whsec_ and 24 to 64 random bytes in base64. One is made by: echo "whsec_$(openssl rand -base64 32)"`,
    EXIT.refused,
  )
}
