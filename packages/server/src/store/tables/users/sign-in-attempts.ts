// Counting wrong passwords. Everything that they are counted by is hashed: what people type at a sign-in page, passwords in
// the wrong field included, and where they are, is nothing to keep.

import { createHash } from 'node:crypto'
import type { Executor } from '../../driver/database.ts'
import { tokenHash } from './tokens.ts'

/** From where somebody tries to sign in. */
export interface AttemptPlace {
  readonly address: string
  /** The token of a device on which somebody has signed in before. */
  readonly device: string | null
}

export interface AttemptBounds {
  readonly attemptsMax: number
  readonly windowMs: number
}

/** So many times the bound of one address: as often strangers may try one account, wherever they all are. */
const STRANGERS = 20

/**
 * Counts this attempt and allows it, unless there were already `attemptsMax` within the window. A refused one is not
 * counted; whoever goes on trying still uses up each attempt that becomes free, so attempts are counted under a key that
 * includes where they come from wherever others would be kept out by them. Call it in a write of its own.
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
 * The same for signing in. Attempts count for where they come from, and a known device for itself alone; those of all
 * strangers together count with a much higher bound, so that many addresses do not make many guesses, and one address
 * keeps nobody else out.
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

/** A right password forgets the wrong ones of the same place before it. */
export async function forgetSignIns(executor: Executor, identifier: string, place: AttemptPlace): Promise<void> {
  const ofDevice = await knownDeviceKey(executor, identifier, place)
  await forgetAttempts(executor, ofDevice ?? addressKey(identifier, place))
}

/** Somebody has shown otherwise that the account is theirs: nothing keeps them out. */
export async function forgetStrangers(executor: Executor, identifier: string): Promise<void> {
  await forgetAttempts(executor, strangersKey(identifier))
}

export async function forgetAttempts(executor: Executor, key: string): Promise<void> {
  await executor.runOwn('forget-attempts', 'DELETE FROM ninefold.sign_in_attempt WHERE identifier_hash = $1', [
    keyHash(key),
  ])
}

/** After a right password: attempts on this device are no stranger's any more. `token` is what the device sends. */
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

/** After another password: whoever knew the old one is a stranger. */
export async function forgetDevices(executor: Executor, userId: string): Promise<void> {
  await executor.runOwn('forget-devices', 'DELETE FROM ninefold.known_device WHERE user_id = $1', [userId])
}

/** Under which attempts on this device are counted; null: it is a stranger's for this account. */
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

/** However a name is spelt, it is one. */
function keyHash(key: string): Buffer {
  return createHash('sha256').update(key.normalize('NFKC').trim().toLowerCase()).digest()
}
