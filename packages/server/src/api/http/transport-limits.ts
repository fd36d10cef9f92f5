// Limits on any request, whatever the specification: its size, its time, its depth.

export const REQUEST_BYTES_MAX = 1_048_576
export const HEADER_TIMEOUT_MS = 20_000
export const REQUEST_TIMEOUT_MS = 30_000
/** A file comes as fast as its sender's line is. */
export const UPLOAD_TIMEOUT_MS = 600_000
/**
 * A connection on which nothing moves, neither here nor there. A connection that stays open on purpose sends
 * something first.
 */
export const IDLE_TIMEOUT_MS = 90_000
/** In one process: what each costs is small, and not nothing. */
export const CONNECTIONS_MAX = 10_000
/**
 * Connections that nobody has taken yet. Connections above the limit get no answer at all, and are tried again
 * seconds later.
 */
export const BACKLOG_MAX = 4_096
export const UPLOAD_ADDRESS = '/_ninefold/files'
export const PARAMETER_LENGTH_MAX = 500
