// Limits on any request, independent of the specification: size, time, depth.

export const REQUEST_BYTES_MAX = 1_048_576
export const HEADER_TIMEOUT_MS = 20_000
export const REQUEST_TIMEOUT_MS = 30_000
/** An upload takes as long as its sender's line needs. */
export const UPLOAD_TIMEOUT_MS = 600_000
/** Timeout of a connection without traffic in either direction. Long-lived connections send heartbeats before it. */
export const IDLE_TIMEOUT_MS = 90_000
/** Per process. A connection costs little, but not nothing. */
export const CONNECTIONS_MAX = 10_000
/**
 * Connections that the process has not accepted yet. Connections above the limit get no answer, and clients retry
 * seconds later.
 */
export const BACKLOG_MAX = 4_096
export const UPLOAD_ADDRESS = '/_ninefold/files'
export const PARAMETER_LENGTH_MAX = 500
