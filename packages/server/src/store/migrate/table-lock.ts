// How long a migration waits for a table that others use.

/** Longer than any call. Later statements on the table wait behind a migration that waits, so it gives up then. */
export const TABLE_LOCK_MS_MAX = 10_000
