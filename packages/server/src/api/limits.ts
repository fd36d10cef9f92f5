// Limits on any request, whatever the specification: its size, its time, its depth.

export const REQUEST_BYTES_MAX = 1_048_576
export const HEADER_TIMEOUT_MS = 20_000
export const REQUEST_TIMEOUT_MS = 30_000
export const PARAMETER_LENGTH_MAX = 500
