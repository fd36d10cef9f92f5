// Ranks: texts whose order by code points is an order by hand. Between any two of them there is another one, so that a move
// changes the moved record alone. They are fractions in base 36 without "0.", hence none ends in 0.

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'
const MIDDLE = 'i'
const HIGHEST = 'z'

/** Below the size of an index entry. */
export const RANK_LENGTH_MAX = 1000

/** Ranks that have grown beyond it are given out anew. */
export const RANK_LENGTH_KEPT = 120

/** Characters of a new record's rank that grow with time; the middle digit follows, so that there is room on both sides. */
const MADE_LENGTH = 32

export const RANK = /^[0-9a-z]*[1-9a-z]$/

export function isRank(text: string): boolean {
  return text.length <= RANK_LENGTH_MAX && RANK.test(text)
}

/** The rank of a record, in SQL, by a UUID that grows with time. */
export function rankSql(uuid: string): string {
  return `replace(${uuid}::text, '-', '') || '${MIDDLE}'`
}

/** The same by a counted id: before all that are made later. */
export function countedRankSql(id: string): string {
  return `lpad(to_hex(${id}), ${MADE_LENGTH}, '0') || '${MIDDLE}'`
}

/** The same for a counted record of the reference interpreter. */
export function countedRank(count: number): string {
  return count.toString(16).padStart(MADE_LENGTH, '0') + MIDDLE
}

/**
 * A short rank between two ranks. `before` null: before all others. `after` null: after all that there are, and before
 * those that new records get. Null: the two are not in order, so there is nothing between them.
 */
export function rankBetween(before: string | null, after: string | null): string | null {
  if (before === null || after !== null)
    return before !== null && after !== null && before >= after ? null : between(before ?? '', after)
  const end = before.slice(0, MADE_LENGTH) + HIGHEST
  return before < end ? between(before, end) : before + MIDDLE
}

/** `after` null: 1. */
function between(before: string, after: string | null): string {
  if (after !== null) {
    const common = commonLength(before, after)
    if (common > 0) return after.slice(0, common) + between(before.slice(common), after.slice(common))
  }
  const low = digitAt(before, 0)
  const high = after === null ? DIGITS.length : digitAt(after, 0)
  if (high - low > 1) return DIGITS.charAt(Math.round((low + high) / 2))
  // The digits are neighbours: the higher one alone is less than `after`, unless `after` is that digit.
  if (after !== null && after.length > 1) return after.slice(0, 1)
  return DIGITS.charAt(low) + between(before.slice(1), null)
}

/** A missing digit is 0. */
function commonLength(before: string, after: string): number {
  let length = 0
  while (length < after.length && digitAt(before, length) === digitAt(after, length)) length += 1
  return length
}

function digitAt(rank: string, place: number): number {
  return place < rank.length ? DIGITS.indexOf(rank.charAt(place)) : 0
}
