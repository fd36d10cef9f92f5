// The subject of a limit → its key. It is a hash, because typed identifiers and addresses must not be stored.

import { createHash } from 'node:crypto'

export function limitKey(limit: string, who: string): string {
  return createHash('sha256')
    .update(JSON.stringify([limit, who]))
    .digest('base64url')
}
