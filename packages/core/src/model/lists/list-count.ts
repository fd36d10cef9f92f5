// The limits of counts. Counting all records of a long list takes time at every request, and no reader needs the last
// digits.

/** Records of a list are counted up to this number. */
export const LISTED_COUNT_MAX = 10_000
/** Records with the words of a search are counted, and ranked, up to this number. */
export const FOUND_COUNT_MAX = 1000

/**
 * Beyond its limit, a list reports one more. So a total that is one more than a limit says that there are more records
 * than the limit, which is true of exactly that many, too.
 */
export function isCounted(total: number): boolean {
  return total <= LISTED_COUNT_MAX && total !== FOUND_COUNT_MAX + 1
}
