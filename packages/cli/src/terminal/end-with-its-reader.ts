// Ends a command quietly if the reader of its output stops early, as in `ninefold guide | head`. A pending exit code
// still counts: `ninefold check` ends with 1 even if nobody reads everything.

let isGone = false

export function endWithItsReader(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', onError)
}

/** Tells whether the reader of the output has stopped. Then no more output is needed. */
export function isReaderGone(): boolean {
  return isGone
}

function onError(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  isGone = true
  // A command that runs until it is stopped gets SIGTERM.
  if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM')
}
