// Verifies a device's answer to a challenge, and finds its passkey.

import type { PasskeyOptions } from '@ninefold/core/contract/wire/passkeys.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import type { Executor } from '../../store/driver/database.ts'
import { findPasskey, takeChallenge, usePasskey } from '../../store/tables/users/passkeys.ts'
import { originOfSite } from '../authentication/link-origin.ts'

/** Loaded lazily, when somebody first uses a passkey. */
export const webauthn = () => import('./webauthn.ts')

export function sendOptions(reply: FastifyReply, options: unknown): FastifyReply {
  return reply.header('cache-control', 'no-store').send({ options } satisfies PasskeyOptions)
}

export interface TakenAnswer {
  readonly answer: unknown
  readonly challenge: string
}

/**
 * The `answer` of a body, with its challenge, which is consumed. Null: an unknown challenge. `madeFor`: the prompted
 * user; null at sign-in.
 */
export async function takenAnswer(
  { database }: Application,
  body: unknown,
  madeFor: string | null,
): Promise<TakenAnswer | null> {
  const { answer } = (body ?? {}) as { readonly answer?: unknown }
  const challenge = (await webauthn()).challengeIn(answer)
  if (challenge === null || !(await takeChallenge(database, challenge, madeFor))) return null
  return { answer, challenge }
}

/** Null: the answer is wrong; the log has more detail than the response. */
export async function unlessWrong<Result>(
  request: FastifyRequest,
  judge: () => Promise<Result>,
): Promise<Result | null> {
  const { WrongAnswer } = await webauthn()
  try {
    return await judge()
  } catch (cause) {
    if (!(cause instanceof WrongAnswer)) throw cause
    request.log.warn({ err: cause }, 'The answer of a passkey was refused.')
    return null
  }
}

export type Proven =
  /** The challenge was not made for this user. */
  | { readonly kind: 'unasked' }
  /** `userId`: owner of the named passkey; null: unknown passkey. */
  | { readonly kind: 'wrong'; readonly userId: string | null }
  /** `use` returns false if another answer of the passkey was used first. */
  | { readonly kind: 'right'; readonly userId: string; readonly use: (executor: Executor) => Promise<boolean> }

/** Consumes the challenge, even if the answer is wrong. */
export async function provenPasskey(
  application: Application,
  request: FastifyRequest,
  madeFor: string | null,
): Promise<Proven> {
  const taken = await takenAnswer(application, request.body, madeFor)
  if (taken === null) return { kind: 'unasked' }
  const { answer, challenge } = taken
  const { id } = answer as { readonly id?: unknown }
  const passkey = typeof id === 'string' ? await findPasskey(application.database, id) : null
  if (passkey === null) return { kind: 'wrong', userId: null }
  const { userId, credential } = passkey
  if (madeFor !== null && madeFor !== userId) return { kind: 'wrong', userId }
  const { counterAfter } = await webauthn()
  const origin = originOfSite(application, request)
  const counter = await unlessWrong(request, () => counterAfter(answer, challenge, origin, passkey))
  if (counter === null) return { kind: 'wrong', userId }
  return { kind: 'right', userId, use: (executor) => usePasskey(executor, credential, counter) }
}
