// Outside services of point 7, checked.

import type { Input, Method } from './calls.ts'
import type { Stated } from './stated.ts'

export interface Service extends Stated {
  readonly name: string
  /** The variable of the environment that holds its address. Null: not shown; it is then never asked. */
  readonly address: string | null
  readonly signIn: ServiceSignIn | null
  /** An answer to one request is waited for so long. */
  readonly waitsMs: number
  /** So many requests, at most, for one question. */
  readonly tries: number
  readonly operations: readonly ServiceOperation[]
}

/** Secrets by the names of the variables that hold them. */
export type ServiceSignIn =
  | { readonly kind: 'bearer'; readonly secret: string }
  | { readonly kind: 'basic'; readonly user: string; readonly secret: string }
  | { readonly kind: 'header'; readonly header: string; readonly secret: string }

export interface ServiceOperation extends Stated {
  readonly name: string
  readonly method: Method
  /** `/v1/payments/:id`, whose parameters are values that are sent. */
  readonly path: string
  readonly sends: readonly Input[]
  readonly gets: readonly Input[]
  /** By dotted path: the stand-in answers with them. */
  readonly examples: Readonly<Record<string, string>>
  /** The code for an answer with this status. */
  readonly failures: readonly { readonly status: number; readonly code: string }[]
}

/** Variables of the environment without which the service cannot be asked. */
export function variablesOf({ address, signIn }: Service): string[] {
  const secrets = signIn === null ? [] : signIn.kind === 'basic' ? [signIn.user, signIn.secret] : [signIn.secret]
  return address === null ? secrets : [address, ...secrets]
}
