// The exit codes of commands, and the exception that ends a command early with a message.

export const EXIT = {
  done: 0,
  /** The specification does not permit it: errors, provisional behaviour, possible loss of data. */
  refused: 1,
  /** The attempt failed: an unreadable file, a folder in use, an unknown option. */
  notPossible: 2,
} as const

/** Ends the command. Its message is for the person at the terminal and says what to do. */
export class Stop extends Error {
  override name = 'Stop'
  readonly exitCode: number
  constructor(message: string, exitCode: number = EXIT.notPossible) {
    super(message)
    this.exitCode = exitCode
  }
}
