/** The reference interpreter does not support this part of the language yet. */
export class NotCovered extends Error {
  constructor(part: string) {
    super(`The reference interpreter does not cover ${part} yet.`)
  }
}
