// Rows that PostgreSQL answers, and values that statements are given.

import type { Value } from '@ninefold/core/expression/expression.ts'

/** Prepared under its name. Its values are as they are sent. */
export interface OwnStatement {
  readonly name: string
  readonly text: string
  readonly values: readonly (string | Buffer | null)[]
}

/** A condition that has to hold, with parameters from `$1`. Its name is that of its text. */
export interface Judgement {
  readonly name: string
  readonly condition: string
  readonly values: OwnStatement['values']
}

export const JUDGED_BY = Symbol('judged by')

export type Row = Readonly<Record<string, unknown>>

/** What the parameters of a statement mean in one run: `me`, `now`, `input.body`, records bound by steps. */
export type Bindings = Readonly<Record<string, Value>> & {
  /** It runs only where the database finds that this holds, which is sent with it. */
  readonly [JUDGED_BY]?: Judgement
}
