// How far the records of a long list are counted. Counting them all takes as long as there are many of them, each time that
// somebody looks; nobody reads the last digits of so many.

export const LISTED_COUNT_MAX = 10_000

/** A list says one more where there are more. */
export function isCounted(total: number): boolean {
  return total <= LISTED_COUNT_MAX
}
