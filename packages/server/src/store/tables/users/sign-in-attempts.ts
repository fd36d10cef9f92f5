// Counts wrong passwords, against brute force. All keys are hashed, because identifiers, passwords typed into the wrong field, and addresses
// must not be stored.

import { createHash } from 'node:crypto'
import type { Executor } from '../../driver/database.ts'
import { tokenHash } from './tokens.ts'

/** The origin of a sign-in attempt. */
export interface AttemptPlace {
  readonly address: string
  /** The token of a device on which a user has signed in before. */
  readonly device: string | null
}

export interface AttemptBounds {
  readonly attemptsMax: number
  readonly windowMs: number
}

/** Multiplier of the limit per address, for unknown devices on one account from all addresses together. */
const STRANGERS = 20

/**
 * Counts and allows the attempt, unless there were already `attemptsMax` within the window. A refused attempt is not
 * counted, but a persistent client uses up each one that becomes free. So the key includes the origin wherever other
 * people could be locked out. Call it in a transaction of its own.
 */
export async function allowAttempt(
  executor: Executor,
  key: string,
  attemptsMax: number,
  windowMs: number,
): Promise<boolean> {
  const hash = keyHash(key)
  const text = `
    SELECT count(*) AS attempts FROM ninefold.sign_in_attempt
    WHERE identifier_hash = $1 AND at > now() - $2::bigint * interval '1 millisecond'`
  const rows = await executor.runOwn('count-attempts', text, [hash, windowMs])
  if (Number(rows[0]?.['attempts'] ?? 0) >= attemptsMax) return false
  await executor.runOwn(
    'add-attempt',
    'INSERT INTO ninefold.sign_in_attempt (identifier_hash, at) VALUES ($1, now())',
    [hash],
  )
  return true
}

/**
 * The same for signing in. Attempts count per origin, and known devices separately. All unknown devices together have a
 * much higher limit, so that many addresses do not give many guesses, and a single address locks nobody out.
 */
export async function allowSignIn(
  executor: Executor,
  identifier: string,
  place: AttemptPlace,
  { attemptsMax, windowMs }: AttemptBounds,
): Promise<boolean> {
  const ofDevice = await knownDeviceKey(executor, identifier, place)
  if (!(await allowAttempt(executor, ofDevice ?? addressKey(identifier, place), attemptsMax, windowMs))) return false
  if (ofDevice !== null) return true
  return allowAttempt(executor, strangersKey(identifier), attemptsMax * STRANGERS, windowMs)
}

/** A correct password clears the failed attempts of the same origin. */
export async function forgetSignIns(executor: Executor, identifier: string, place: AttemptPlace): Promise<void> {
  const ofDevice = await knownDeviceKey(executor, identifier, place)
  await forgetAttempts(executor, ofDevice ?? addressKey(identifier, place))
}

/** The user has proven ownership in another way, so the common counter is cleared. */
export async function forgetStrangers(executor: Executor, identifier: string): Promise<void> {
  await forgetAttempts(executor, strangersKey(identifier))
}

export async function forgetAttempts(executor: Executor, key: string): Promise<void> {
  await executor.runOwn('forget-attempts', 'DELETE FROM ninefold.sign_in_attempt WHERE identifier_hash = $1', [
    keyHash(key),
  ])
}

/**
 * After a correct password: attempts on this device are counted separately from now on. `token`: sent by the device.
 */
export async function rememberDevice(
  executor: Executor,
  identifier: string,
  userId: string,
  token: string,
): Promise<void> {
  await executor.runOwn(
    'remember-device',
    `INSERT INTO ninefold.known_device (token_hash, identifier_hash, user_id, used_at) VALUES ($1, $2, $3, now())
     ON CONFLICT (token_hash) DO UPDATE SET identifier_hash = $2, user_id = $3, used_at = now()`,
    [tokenHash(token), keyHash(identifier), userId],
  )
}

/** After a change of password: a device that used the old one becomes unknown. */
export async function forgetDevices(executor: Executor, userId: string): Promise<void> {
  await executor.runOwn('forget-devices', 'DELETE FROM ninefold.known_device WHERE user_id = $1', [userId])
}

/** The counter's key for this device; null: unknown for this account. */
export async function knownDeviceKey(
  executor: Executor,
  identifier: string,
  { device }: AttemptPlace,
): Promise<string | null> {
  if (device === null) return null
  const known = await executor.runOwn(
    'known-device',
    'SELECT FROM ninefold.known_device WHERE token_hash = $1 AND identifier_hash = $2',
    [tokenHash(device), keyHash(identifier)],
  )
  return known.length > 0 ? `device ${device} ${identifier.trim()}` : null
}

function addressKey(identifier: string, { address }: AttemptPlace): string {
  return `address ${address} ${identifier.trim()}`
}

function strangersKey(identifier: string): string {
  return `anywhere ${identifier.trim()}`
}

/** Normalises the spelling of a name. */
function keyHash(key: string): Buffer {
  return createHash('sha256').update(key.normalize('NFKC').trim().toLowerCase()).digest()
}
