// A reader of a command's output may stop early, as `ninefold guide | head` does → the command comes to its end
// quietly. A pending decision is still made: `ninefold check` ends with 1 whether or not all was read.

let isGone = false

export function endWithItsReader(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', onError)
}

/** Has whoever read the output stopped? Then nobody waits for more of it. */
export function isReaderGone(): boolean {
  return isGone
}

function onError(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  isGone = true
  // A command that would go on for ever is told as the system tells it.
  if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM')
}
