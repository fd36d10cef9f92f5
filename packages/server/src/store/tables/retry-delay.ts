// Retry schedule with exponential backoff: for about a day.

export const ATTEMPTS_MAX = 20
const PAUSE_MIN_MS = 5_000
const PAUSE_MAX_MS = 2 * 3_600_000
/** Share of each delay that is random, so that failures of the same moment spread out. */
const JITTER = 0.2

/** `attempts`: the number of failures before this one. */
export function nextTryMs(nowMs: number, attempts: number): number {
  const pauseMs = Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** attempts)
  return Math.round(nowMs + pauseMs * (1 + JITTER * Math.random()))
}
