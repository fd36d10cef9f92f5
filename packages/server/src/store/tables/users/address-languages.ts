// Addresses without a user → the language for messages to them, in which a guest gave the address.

import { createHash } from 'node:crypto'
import type { Executor } from '../../driver/database.ts'

function hashOf(address: string): string {
  return createHash('sha256').update(address.trim().toLowerCase()).digest('hex')
}

export async function keepAddressLanguage(
  executor: Executor,
  addresses: readonly string[],
  language: string,
  atMs: number,
): Promise<void> {
  // Sorted, so that two requests never deadlock.
  const hashes = [...new Set(addresses.map(hashOf))].sort()
  await executor.runOwn(
    'keep-address-language',
    `INSERT INTO ninefold.address_language (address_hash, language, at)
     SELECT decode(hash, 'hex'), $2, $3::timestamptz FROM unnest($1::text[]) AS hash ORDER BY hash
     ON CONFLICT (address_hash) DO UPDATE SET language = excluded.language, at = excluded.at`,
    [hashes, language, new Date(atMs).toISOString()],
  )
}

/** By the given spelling of the address; unknown addresses are left out. */
export async function languagesOfAddresses(
  executor: Executor,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const byHash = new Map(addresses.map((address) => [hashOf(address), address]))
  const rows = await executor.runOwn(
    'languages-of-addresses',
    `SELECT encode(address_hash, 'hex') AS hash, language FROM ninefold.address_language
     WHERE address_hash IN (SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS hash)`,
    [[...byHash.keys()]],
  )
  return new Map(rows.map((row) => [byHash.get(String(row['hash'])) ?? '', String(row['language'])]))
}
