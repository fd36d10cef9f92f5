// Signals of the terminal or the system that stop the program → a promise, for a graceful shutdown.

import { isReaderGone } from '../terminal/end-with-its-reader.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Resolves at the first signal. A second Ctrl-C ends the program at once. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (isStopping && signal === 'SIGINT') process.exit(130)
        isStopping = true
        resolve()
      })
    }
    // A child process ends with its parent. The channel between them keeps neither alive.
    process.on('disconnect', resolve)
    process.channel?.unref()
    if (isReaderGone()) resolve()
  })
}
