// Fixed limits per network address: signing up reveals that an address is taken, and costs a hash; starting an OpenID
// sign-in stores a row for a while.

import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { refused } from '../../gate/context/refusal.ts'
import { allowAttempt } from '../../store/tables/users/sign-in-attempts.ts'
import { countedAddress } from '../http/client-address.ts'

/** Enough for a class that signs up in one room, too few to try a list of addresses. */
const SIGN_UPS_MAX = 60
/** Enough for a company behind one address in the morning. */
const STARTS_MAX = 2_000
const WINDOW_MS = 15 * 60_000

type Counted = ((request: FastifyRequest) => Promise<void>)[]

export function countedSignUp(application: Application): Counted {
  return counted(application, 'sign up', SIGN_UPS_MAX)
}

export function countedStart(application: Application): Counted {
  return counted(application, 'openid', STARTS_MAX)
}

function counted(application: Application, what: string, max: number): Counted {
  // In development, sign-ups are not limited.
  if (application.mode === 'development') return []
  const count = async (request: FastifyRequest): Promise<void> => {
    const isAllowed = await application.database.write((transaction) =>
      allowAttempt(transaction, `${what} ${countedAddress(request.ip)}`, max, WINDOW_MS),
    )
    if (!isAllowed) throw refused('too many')
  }
  return [count]
}
