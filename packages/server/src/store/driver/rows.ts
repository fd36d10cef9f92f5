// The parameters of a statement, and its rows.

import type { Value } from '@ninefold/core/expression/expression.ts'

export type Row = Readonly<Record<string, unknown>>

export const JUDGED_BY = Symbol('judged by')
export const LOCATED_AT = Symbol('located at')

/** Values for the parameters of one run: `me`, `now`, `input.body`, records bound by steps. */
export type Bindings = Readonly<Record<string, Value>> & {
  /** The statement runs only if the database finds this condition true, which is sent along. */
  readonly [JUDGED_BY]?: Judgement
  /** The position of the row that the statement writes, where it was found by another statement before. */
  readonly [LOCATED_AT]?: string
}

/** A condition that must hold, with parameters from `$1`. Its name identifies its text. */
export interface Judgement {
  readonly name: string
  readonly condition: string
  readonly values: OwnStatement['values']
}

/** A statement prepared under its name. Its values are in the driver's form. */
export interface OwnStatement {
  readonly name: string
  readonly text: string
  readonly values: readonly (string | Buffer | null)[]
}
