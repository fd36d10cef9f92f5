// Whom a limit counts → the key under which it does. A hash: what people type at a sign-in page, and where they
// are, is nothing to keep.

import { createHash } from 'node:crypto'

export function limitKey(limit: string, who: string): string {
  return createHash('sha256')
    .update(JSON.stringify([limit, who]))
    .digest('base64url')
}
