// JSON Merge Patch (RFC 7396): an object changes the members that it names, and null removes one. Everything else replaces
// what is there.

/** Below this level a value is deeper than any accepted one. It stays as it was sent, and is refused. */
const DEPTH_MAX = 50

type Members = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function mergedInto(present: unknown, patch: unknown, levels = DEPTH_MAX): unknown {
  if (!isObject(patch) || levels === 0) return patch
  const members = new Map<string, unknown>(isObject(present) ? Object.entries(present) : [])
  for (const [key, value] of Object.entries(patch))
    if (value === null) members.delete(key)
    else members.set(key, mergedInto(members.get(key), value, levels - 1))
  return Object.fromEntries(members)
}
