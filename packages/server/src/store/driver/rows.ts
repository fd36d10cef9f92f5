// The parameters of a statement, and the rows that it answers with.

import type { Value } from '@ninefold/core/expression/expression.ts'

export type Row = Readonly<Record<string, unknown>>

export const JUDGED_BY = Symbol('judged by')

/** Values of the parameters of a statement in one run: `me`, `now`, `input.body`, records bound by steps. */
export type Bindings = Readonly<Record<string, Value>> & {
  /** It runs only where the database finds that this holds, which is sent with it. */
  readonly [JUDGED_BY]?: Judgement
}

/** A condition that has to hold, with parameters from `$1`. Its name is that of its text. */
export interface Judgement {
  readonly name: string
  readonly condition: string
  readonly values: OwnStatement['values']
}

/** Prepared under its name. Its values are as they are sent. */
export interface OwnStatement {
  readonly name: string
  readonly text: string
  readonly values: readonly (string | Buffer | null)[]
}
