// The environment → how outside services are asked: where they are, with which secrets, and which private hosts may be
// reached. The text has the names; the values are the operator's.

import type { Model } from '@ninefold/core/model/model.ts'
import { variablesOf } from '@ninefold/core/model/calls.ts'
import type { OutsideServices } from '@ninefold/server/gate/context/questions.ts'
import { openServices } from '@ninefold/server/outside/services.ts'
import { standingIn } from '@ninefold/server/outside/stand-in.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import { namedHosts } from './named-hosts.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** `isDeveloped`: private addresses are reached, and the examples of the text stand in for services without variables. */
export function servicesFrom(environment: Environment, isDeveloped: boolean): OutsideServices {
  const named = namedHosts(environment, 'SERVICE_HOSTS')
  if (!isDeveloped) return openServices({ environment, named })
  return standingIn(openServices({ environment, named: { has: () => true } }), environment)
}

/** At the start, and not when the first customer pays. */
export function refuseMissingServices({ calls }: Model, file: string, environment: Environment): void {
  const missing = calls.services.flatMap((service) => {
    const names = variablesOf(service).filter((name) => (environment[name] ?? '') === '')
    return names.length === 0 ? [] : [`${service.name} needs ${names.join(', ')}`]
  })
  if (missing.length > 0)
    throw new Stop(
      `${file} asks outside services whose variables are not in the environment: ${missing.join('; ')}. Set them for this program, and start it again.`,
      EXIT.refused,
    )
  for (const { name, address } of calls.services)
    if (address !== null && !isAddress(environment[address] ?? ''))
      throw new Stop(
        `${address}, the address of ${name}, is no web address: write one such as https://api.payments.example.`,
        EXIT.refused,
      )
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol)
}
