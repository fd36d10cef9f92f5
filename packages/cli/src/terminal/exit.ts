// How a command ends: its exit codes, and the one way to end it early with a sentence.

export const EXIT = {
  done: 0,
  /** The specification does not permit it: errors, provisional behaviour, data that would be lost. */
  refused: 1,
  /** It could not be tried: a file that can't be read, a folder in use, an unknown option. */
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
