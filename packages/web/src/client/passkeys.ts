// Passkeys of the user: the browser asks the device, and the server verifies its answer.

import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { QueryClient } from '@tanstack/react-query'
import {
  PASSKEY_OPTIONS_PATH,
  PASSKEY_SIGN_IN_OPTIONS_PATH,
  PASSKEY_SIGN_IN_PATH,
  PASSKEYS_PATH,
  type PasskeyOptions,
} from '@ninefold/core/contract/wire/passkeys.ts'
import { FACTOR_BY_PASSKEY_OPTIONS_PATH, FACTOR_BY_PASSKEY_PATH } from '@ninefold/core/contract/wire/second-factor.ts'
import { request } from './query/request.ts'

/** `given up`: the user closed the device's dialog. `exists`: the device already has one. */
export type PasskeyEnd = 'done' | 'given up' | 'exists' | 'not here'

/** The session begins. */
export function signInByPasskey(): Promise<PasskeyEnd> {
  return unlessGivenUp(() => answered(PASSKEY_SIGN_IN_OPTIONS_PATH, PASSKEY_SIGN_IN_PATH, false))
}

/** Shorter than the lifetime of a challenge. */
const OFFER_MS = 4 * 60_000

/**
 * The browser offers passkeys in the identifier's input, as it offers passwords, until `signal`, or until the button
 * asks for them. Does nothing in browsers without this feature.
 */
export async function signInByOfferedPasskey(signal: AbortSignal): Promise<PasskeyEnd> {
  if (!(await browserSupportsWebAuthnAutofill())) return 'not here'
  for (let isOver = false; !isOver && !signal.aborted;) {
    isOver = true
    const renewal = setTimeout(() => {
      isOver = false
      WebAuthnAbortService.cancelCeremony()
    }, OFFER_MS)
    const end = await unlessGivenUp(() => answered(PASSKEY_SIGN_IN_OPTIONS_PATH, PASSKEY_SIGN_IN_PATH, true, signal))
    clearTimeout(renewal)
    if (end === 'done') return end
  }
  return 'given up'
}

/** Shows the passkey as the second factor: it completes a half sign-in, or renews the factor of a session. */
export function showPasskey(): Promise<PasskeyEnd> {
  return unlessGivenUp(() => answered(FACTOR_BY_PASSKEY_OPTIONS_PATH, FACTOR_BY_PASSKEY_PATH, false))
}

async function answered(
  optionsPath: string,
  path: string,
  useBrowserAutofill: boolean,
  signal: AbortSignal | null = null,
): Promise<void> {
  const { options } = await request<PasskeyOptions>('POST', optionsPath)
  if (signal?.aborted === true) throw signal.reason
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  const asked = startAuthentication({ optionsJSON: options as Options, useBrowserAutofill })
  signal?.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony(), { once: true })
  await request('POST', path, { body: { answer: await asked } })
}

export function makePasskey(client: QueryClient): Promise<PasskeyEnd> {
  return unlessGivenUp(async () => {
    const { options } = await request<PasskeyOptions>('POST', PASSKEY_OPTIONS_PATH)
    type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
    const answer = await startRegistration({ optionsJSON: options as Options })
    await request('POST', PASSKEYS_PATH, { body: { answer } })
    await client.invalidateQueries({ queryKey: ['data', 'account'] })
  })
}

export async function removePasskey(client: QueryClient, id: string): Promise<void> {
  await request('DELETE', `${PASSKEYS_PATH}/${encodeURIComponent(id)}`)
  await client.invalidateQueries({ queryKey: ['data', 'account'] })
}

async function unlessGivenUp(ask: () => Promise<void>): Promise<PasskeyEnd> {
  try {
    await ask()
    return 'done'
  } catch (thrown) {
    if (thrown instanceof WebAuthnError) {
      if (thrown.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'exists'
      if (thrown.code === 'ERROR_INVALID_DOMAIN' || thrown.code === 'ERROR_INVALID_RP_ID') return 'not here'
    }
    // Browsers do not tell why the device did not answer.
    if (thrown instanceof Error && ['NotAllowedError', 'AbortError'].includes(thrown.name)) return 'given up'
    throw thrown
  }
}
