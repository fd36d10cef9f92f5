// Options and answers of WebAuthn, as the library makes and judges them. Uses no database.

import { randomBytes } from 'node:crypto'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { FoundPasskey, NewPasskey, PasskeyOfUser } from '../../store/tables/users/passkeys.ts'

/** The relying party's id: a passkey works on pages of this host only. */
const relyingParty = (origin: string): string => new URL(origin).hostname

/** COSE: EdDSA, ES256 and RS256, which every supported Node can verify. */
const ALGORITHMS = [-8, -7, -257]

const newChallenge = (): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(32))

export interface NewPasskeyWish {
  readonly origin: string
  readonly application: string
  readonly userId: string
  readonly identifier: string
  /** The user's passkeys, which the authenticator must not register again. */
  readonly present: readonly PasskeyOfUser[]
}

export function registrationOptions(wish: NewPasskeyWish): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: wish.application,
    rpID: relyingParty(wish.origin),
    userID: new TextEncoder().encode(wish.userId),
    userName: wish.identifier,
    userDisplayName: wish.identifier,
    challenge: newChallenge(),
    attestationType: 'none',
    supportedAlgorithmIDs: [...ALGORITHMS],
    excludeCredentials: described(wish.present),
    // Discoverable credentials, because nobody types an identifier at sign-in; user verification, because a passkey
    // counts as a second factor.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

function described(passkeys: readonly PasskeyOfUser[]): { id: string; transports: string[] }[] {
  return passkeys.map(({ credential, transports }) => ({ id: credential, transports: [...transports] }))
}

/** `allowed`: passkeys of the prompted user; empty at sign-in, where the user is still unknown. */
export function authenticationOptions(
  origin: string,
  allowed: readonly PasskeyOfUser[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    allowCredentials: described(allowed),
    rpID: relyingParty(origin),
    challenge: newChallenge(),
    userVerification: 'required',
  })
}

/** The challenge that an answer refers to; null: malformed. */
export function challengeIn(answer: unknown): string | null {
  const { response } = (answer ?? {}) as { readonly response?: { readonly clientDataJSON?: unknown } }
  const data = response?.clientDataJSON
  if (typeof data !== 'string') return null
  try {
    const { challenge } = JSON.parse(Buffer.from(data, 'base64url').toString()) as { readonly challenge?: unknown }
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

type NewKey = Pick<NewPasskey, 'credential' | 'publicKey' | 'counter' | 'transports'>

/** The answer does not fit the challenge or this page. The cause says which part is wrong. */
export class WrongAnswer extends Error {
  override name = 'WrongAnswer'
}

/** Throws a `WrongAnswer`. The challenge is already consumed. */
export async function registeredKey(answer: unknown, challenge: string, origin: string): Promise<NewKey> {
  const { registrationInfo } = await judged(() =>
    verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingParty(origin),
      supportedAlgorithmIDs: [...ALGORITHMS],
    }),
  )
  if (registrationInfo === undefined) throw new WrongAnswer('The attestation is not right.')
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { credential: id, publicKey, counter, transports: transports.filter((each) => typeof each === 'string') }
}

/** Returns the new counter of the passkey. Throws a `WrongAnswer`. The challenge is already consumed. */
export async function counterAfter(
  answer: unknown,
  challenge: string,
  origin: string,
  { credential, publicKey, counter, transports }: FoundPasskey,
): Promise<number> {
  const { verified, authenticationInfo } = await judged(() =>
    verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingParty(origin),
      credential: { id: credential, publicKey, counter, transports: [...transports] },
    }),
  )
  if (!verified) throw new WrongAnswer('The signature is not right.')
  return authenticationInfo.newCounter
}

/** The library throws for every mistake in an answer. */
async function judged<Result>(judge: () => Promise<Result>): Promise<Result> {
  try {
    return await judge()
  } catch (cause) {
    throw new WrongAnswer(cause instanceof Error ? cause.message : 'The answer is wrong.', { cause })
  }
}
