// Passkeys of the user: the browser asks the device, and the server verifies its answer.

import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { QueryClient } from '@tanstack/react-query'
import {
  PASSKEY_OPTIONS_PATH,
  PASSKEY_SIGN_IN_OPTIONS_PATH,
  PASSKEY_SIGN_IN_PATH,
  PASSKEYS_PATH,
  type PasskeyOptions,
} from '@ninefold/core/contract/wire/passkeys.ts'
import { request } from './query/request.ts'

/** `given up`: the user closed the device's dialog. `exists`: the device already has one. */
export type PasskeyEnd = 'done' | 'given up' | 'exists' | 'not here'

/** The session begins. */
export function signInByPasskey(): Promise<PasskeyEnd> {
  return unlessGivenUp(async () => {
    const { options } = await request<PasskeyOptions>('POST', PASSKEY_SIGN_IN_OPTIONS_PATH)
    type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
    const answer = await startAuthentication({ optionsJSON: options as Options })
    await request('POST', PASSKEY_SIGN_IN_PATH, { body: { answer } })
  })
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
