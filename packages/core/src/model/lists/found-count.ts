// The limit of the palette's counts, which are of no use beyond the first few matches. The palette loads it later than
// the limit of lists.

/** Matches of an entity are counted, and ranked, up to this number. Beyond it, a search reports one more. */
export const FOUND_COUNT_MAX = 1000
