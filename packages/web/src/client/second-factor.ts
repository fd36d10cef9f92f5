// The user's second factor, and requests that wait for a fresh one.

import type { QueryClient } from '@tanstack/react-query'
import {
  FACTOR_CONFIRMATION_PATH,
  FACTOR_ENROLMENT_PATH,
  type FactorEnrolment,
  FRESH_FACTOR_PATH,
  RECOVERY_CODES_PATH,
  type RecoveryCodes,
  SECOND_FACTOR_PATH,
  type SecondFactorAsked,
} from '@ninefold/core/contract/wire/second-factor.ts'
import { request } from './query/request.ts'

const ACCOUNT = ['data', 'account']

/** The factor of a half sign-in. */
export function askedFactor(signal: AbortSignal): Promise<SecondFactorAsked> {
  return request('GET', SECOND_FACTOR_PATH, { signal })
}

/** The session begins. */
export function completeSignIn(code: string): Promise<void> {
  return request('POST', SECOND_FACTOR_PATH, { body: { code } })
}

export function beginEnrolment(): Promise<FactorEnrolment> {
  return request('POST', FACTOR_ENROLMENT_PATH)
}

/** The codes are shown only in this answer. */
export function confirmEnrolment(code: string): Promise<RecoveryCodes> {
  return request('POST', FACTOR_CONFIRMATION_PATH, { body: { code } })
}

export function showFactorAgain(code: string): Promise<void> {
  return request('POST', FRESH_FACTOR_PATH, { body: { code } })
}

export function makeRecoveryCodes(): Promise<RecoveryCodes> {
  return request('POST', RECOVERY_CODES_PATH)
}

export async function endFactor(client: QueryClient): Promise<void> {
  await request('DELETE', SECOND_FACTOR_PATH)
  await refreshAccount(client)
}

export function refreshAccount(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ACCOUNT })
}
