// Signing up tells that an address is taken, and costs a hash: so it is bounded for each address, by a bound of our own.

import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { refused } from '../../gate/context/refusal.ts'
import { allowAttempt } from '../../store/tables/sign-in-attempts.ts'
import { countedAddress } from '../http/client-address.ts'

/** A class that signs up in one room gets in, and nobody goes through a list of addresses. */
const SIGN_UPS_MAX = 60
const WINDOW_MS = 15 * 60_000

export function countedSignUp(application: Application): ((request: FastifyRequest) => Promise<void>)[] {
  // In development, sign-ups are not limited.
  if (application.mode === 'development') return []
  const counted = async (request: FastifyRequest): Promise<void> => {
    const isAllowed = await application.database.write((transaction) =>
      allowAttempt(transaction, `sign up ${countedAddress(request.ip)}`, SIGN_UPS_MAX, WINDOW_MS),
    )
    if (!isAllowed) throw refused('too many')
  }
  return [counted]
}
