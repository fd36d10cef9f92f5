// Seeded random numbers: the same seed gives the same sequence.

/** From 0 (inclusive) to 1 (exclusive). */
export type Random = () => number

/** mulberry32: small, and the same on every platform. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function below(end: number, random: Random): number {
  return Math.floor(random() * end)
}

export function chosen<Item>(items: readonly Item[], random: Random): Item {
  const item = items[below(items.length, random)]
  if (item === undefined) throw new Error('Defect: there is nothing to choose from.')
  return item
}

/** The same chances for the same text. */
export function randomOf(text: string): Random {
  let hash = 0
  for (const character of text) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return randomFrom(hash)
}
