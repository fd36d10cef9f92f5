// The answer of a call → a part of it.

/** A key of a list applies to each of its items. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (Array.isArray(value)) return value.map((item) => valueAt(item, path))
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return valueAt((value as Record<string, unknown>)[key], rest)
}
