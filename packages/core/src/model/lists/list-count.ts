// The limit of counts. Counting all records of a long list takes time at every request, and no reader needs the last
// digits.

export const LISTED_COUNT_MAX = 10_000

/** Beyond the limit, a list reports one more. */
export function isCounted(total: number): boolean {
  return total <= LISTED_COUNT_MAX
}
