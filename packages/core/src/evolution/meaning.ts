// Parts of models → their meaning without positions, for comparison.

/** `but`: names of further members to ignore. */
export function meaningOf(part: unknown, but: readonly string[] = []): string {
  return JSON.stringify(part, (key, value: unknown) => (key === 'span' || but.includes(key) ? undefined : value)) ?? ''
}

export function isSameMeaning(one: unknown, other: unknown): boolean {
  return meaningOf(one) === meaningOf(other)
}

export interface Compared<Part> {
  readonly gone: readonly Part[]
  readonly made: readonly Part[]
  /** Parts that are in both and differ. */
  readonly changed: readonly { readonly old: Part; readonly now: Part }[]
}

/** Parts of two models, matched by a key. */
export function compared<Part>(
  before: readonly Part[],
  after: readonly Part[],
  keyOf: (part: Part) => string,
  but: readonly string[] = [],
): Compared<Part> {
  const old = new Map(before.map((part) => [keyOf(part), part]))
  const now = new Map(after.map((part) => [keyOf(part), part]))
  return {
    gone: before.filter((part) => !now.has(keyOf(part))),
    made: after.filter((part) => !old.has(keyOf(part))),
    changed: after.flatMap((part) => {
      const other = old.get(keyOf(part))
      return other === undefined || meaningOf(other, but) === meaningOf(part, but) ? [] : [{ old: other, now: part }]
    }),
  }
}

export function listed(words: readonly string[]): string {
  const shown = words.length > 6 ? [...words.slice(0, 5), `${words.length - 5} more`] : words
  const last = shown.at(-1) ?? ''
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`
}
