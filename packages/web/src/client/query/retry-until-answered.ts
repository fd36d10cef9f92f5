// A request that is sent again until it is answered: the server recognises the repetition by its key.

import { isRetryable } from '@ninefold/core/contract/wire/problem-details.ts'
import { RequestRefused, ServerUnreachable } from './request.ts'

const WAIT_MS = 3_000

/** `wait` gets the reason of each repetition. Throws refusals that do not pass, and the reason of the abort. */
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
      const isPassing =
        thrown instanceof ServerUnreachable || (thrown instanceof RequestRefused && isRetryable(thrown.problem))
      if (!isPassing) throw thrown
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
