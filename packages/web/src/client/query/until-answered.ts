// A request that is sent again until it is answered: the server recognises the repetition by its key.

import { RequestRefused, ServerUnreachable } from './request.ts'

const WAIT_MS = 3_000
const MAY_PASS: readonly number[] = [408, 429, 502, 503, 504]

/** `wait` is told the reason of each repetition. Throws refusals that do not pass, and the reason of the abort. */
export async function untilAnswered<Answer>(
  send: () => Promise<Answer>,
  signal: AbortSignal,
  wait: (why: unknown) => void,
): Promise<Answer> {
  for (;;) {
    signal.throwIfAborted()
    try {
      return await send()
    } catch (thrown) {
      signal.throwIfAborted()
      const mayPass =
        thrown instanceof ServerUnreachable ||
        (thrown instanceof RequestRefused && MAY_PASS.includes(thrown.problem.status))
      if (!mayPass) throw thrown
      wait(thrown)
      await pause(WAIT_MS, signal)
    }
  }
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true })
  })
}
