// JSON Merge Patch (RFC 7396): an object changes the members that it names, and null removes one. Everything else replaces
// what is there.

import { isPlainObject } from './plain-object.ts'

/** Below this level a value is deeper than any accepted one. It stays as it was sent, and is refused. */
const DEPTH_MAX = 50

export function mergedInto(present: unknown, patch: unknown, levels = DEPTH_MAX): unknown {
  if (!isPlainObject(patch) || levels === 0) return patch
  const members = new Map<string, unknown>(isPlainObject(present) ? Object.entries(present) : [])
  for (const [key, value] of Object.entries(patch))
    if (value === null) members.delete(key)
    else members.set(key, mergedInto(members.get(key), value, levels - 1))
  return Object.fromEntries(members)
}
