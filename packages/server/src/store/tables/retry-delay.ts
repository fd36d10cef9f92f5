// How often, and after which pauses, something that failed is tried again: for about a day.

export const ATTEMPTS_MAX = 20
const PAUSE_MIN_MS = 5_000
const PAUSE_MAX_MS = 2 * 3_600_000
/** Of each pause, so that what failed together is not tried together. */
const JITTER = 0.2

/** `attempts`: how many have failed before this one. */
export function nextTryMs(nowMs: number, attempts: number): number {
  const pauseMs = Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** attempts)
  return Math.round(nowMs + pauseMs * (1 + JITTER * Math.random()))
}
