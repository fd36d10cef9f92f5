// Types of the proofs of `npm run prove NAME`: each turns a promise into a figure, from a seed.

export interface Proof {
  /** Unit of the size: `npm run prove crash [ROUNDS] [SEED]`. */
  readonly counted: string
  /** Default size. */
  readonly usual: number
  readonly run: (options: ProofOptions) => Promise<Proven>
  /** Replays a case that `run` has saved in a folder. */
  readonly again?: (folder: string) => Promise<Proven>
}

export interface ProofOptions {
  readonly size: number
  readonly seed: number
  readonly told: (line: string) => void
}

export interface Proven {
  /** `20 rounds, 412 acknowledged, 0 lost`. */
  readonly figures: string
  /** Each way in which the promise was broken. Empty: the promise was kept. */
  readonly broken: readonly string[]
}
