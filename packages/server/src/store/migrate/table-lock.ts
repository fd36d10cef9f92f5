// Locks of a migration: one in the whole database, and how long it waits for a table that others use.

/** An arbitrary number, the same in all processes. */
export const MIGRATION_LOCK = 9_009_001

/** Longer than any call. Later statements on the table wait behind a migration that waits, so it gives up then. */
export const TABLE_LOCK_MS_MAX = 10_000
