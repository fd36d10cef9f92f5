// Proofs of `npm run prove NAME`: a promise → its figure, from a seed.

export interface Proof {
  /** Counts: `npm run prove crash [ROUNDS] [SEED]`. */
  readonly counted: string
  /** How many without being told. */
  readonly usual: number
  readonly run: (options: ProofOptions) => Promise<Proven>
  /** Does again what `run` has saved in a folder. */
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
  /** Each way in which the promise was broken; empty: it was kept. */
  readonly broken: readonly string[]
}
