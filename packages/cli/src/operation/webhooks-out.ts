// The environment → how messages reach other programs. With which secrets they are signed, and which hosts may be
// reached though their addresses are not for everybody, is the operator's to say, and stands in no specification.

import type { Model } from '@ninefold/core/model/model.ts'
import { openWebhooks, readSecrets, type Webhooks } from '@ninefold/server/jobs/webhooks.ts'
import { EXIT, Stop } from '../terminal/exit.ts'

type Environment = Readonly<Record<string, string | undefined>>

const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

/** `isDeveloped`: only hosts that are named are reached, so that nobody is told of somebody's experiments. */
export function webhooksFrom(environment: Environment, isDeveloped: boolean): Webhooks {
  const hosts = (environment['WEBHOOK_HOSTS'] ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '')
  const wrong = hosts.find((host) => !HOST.test(host))
  if (wrong !== undefined)
    throw new Stop(
      `WEBHOOK_HOSTS has "${wrong}": write hosts, separated by commas, such as hooks.internal or 10.0.0.7:8080.`,
    )
  return openWebhooks({ secrets: environment, named: new Set(hosts), isOnlyNamed: isDeveloped })
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
