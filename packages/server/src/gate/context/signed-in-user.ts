// Authentication: the user of a request, or the refusal for callers without one.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Caller } from './caller.ts'
import { type Refusal, refused } from './refusal.ts'

type Guest = Pick<Caller, 'isSessionOver' | 'owing'>

/** The refusal for a caller without a user: the terms, the session or the sign-in is missing. */
export function guestRefusal({ isSessionOver, owing }: Guest): Refusal {
  if (owing !== undefined) return refused('forbidden', 'terms', ['terms not agreed'])
  return refused(isSessionOver === true ? 'session not valid' : 'not signed in')
}

/** Throws a refusal if the caller has no user. */
export function signedInUser(caller: Guest & Pick<Caller, 'me'>): RecordValue {
  if (caller.me === null) throw guestRefusal(caller)
  return caller.me
}
