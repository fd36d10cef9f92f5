// The environment → the configuration of outside services: their addresses, their secrets, and the permitted private
// hosts. The specification names the variables; the operator sets their values.

import { randomBytes } from 'node:crypto'
import type { Model } from '@ninefold/core/model/model.ts'
import { variablesOf } from '@ninefold/core/model/outside/services.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import type { OutsideServices } from '@ninefold/server/gate/context/service-calls.ts'
import { openServices } from '@ninefold/server/outside/service-requests.ts'
import { unusableSecret } from '@ninefold/server/outside/signatures.ts'
import { standingIn } from '@ninefold/server/outside/stand-in.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import { namedHosts } from './named-hosts.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * `isDeveloped`: private addresses are permitted, and the examples of the specification replace services without
 * variables.
 */
export function servicesFrom(environment: Environment, isDeveloped: boolean): OutsideServices {
  const named = namedHosts(environment, 'SERVICE_HOSTS')
  if (!isDeveloped) return openServices({ environment, named })
  return standingIn(openServices({ environment, named: { has: () => true } }), environment)
}

export type SigningSecrets = NonNullable<Application['signingSecrets']>

/**
 * Secrets of the environment. A missing one is replaced by a generated secret of this process, which the author can use
 * for signing.
 */
export class DevelopmentSecrets {
  private readonly made = new Map<string, string>()
  private readonly environment: Environment

  constructor(environment: Environment) {
    this.environment = environment
  }

  /** Standard Webhooks uses the bytes encoded after `whsec_`, and every other scheme uses the characters themselves. */
  readonly of: SigningSecrets = (variable) => {
    const given = this.environment[variable] ?? ''
    if (given !== '') return given
    const made = this.made.get(variable) ?? `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
    this.made.set(variable, made)
    return made
  }

  /** The generated secrets, for the author: `PAYMENTS_SECRET=whsec_…`. */
  lines({ calls }: Model): string[] {
    const variables = calls.services.flatMap(({ signing }) => (signing === null ? [] : [signing.secret]))
    return [...new Set(variables)].flatMap((variable) =>
      (this.environment[variable] ?? '') === '' ? [`${variable}=${this.of(variable) ?? ''}`] : [],
    )
  }
}

const SECRET_BYTES = 32

/** Checked at the start, and not when the first customer pays. */
export function refuseMissingServices({ calls }: Model, file: string, environment: Environment): void {
  const missing = calls.services.flatMap((service) => {
    const names = variablesOf(service).filter((name) => (environment[name] ?? '') === '')
    return names.length === 0 ? [] : [`${service.name} needs ${names.join(', ')}`]
  })
  if (missing.length > 0)
    throw new Stop(
      `${file} has outside services whose variables are not in the environment: ${missing.join('; ')}. Set them for this program, and start it again.`,
      EXIT.refused,
    )
  for (const { name, signing } of calls.services) {
    const why = signing === null ? null : unusableSecret(signing, environment[signing.secret] ?? '')
    if (signing !== null && why !== null)
      throw new Stop(`${signing.secret}, with which ${name} signs, cannot be used: ${why}.`, EXIT.refused)
  }
  for (const { name, address } of calls.services)
    if (address !== null && !isAddress(environment[address] ?? ''))
      throw new Stop(
        `${address}, the address of ${name}, is not a web address: write one such as https://api.payments.example.`,
        EXIT.refused,
      )
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol)
}
