// Point 1, checked.

import type { Stated } from './stated.ts'

export interface PurposeModel {
  /** Null: not shown. */
  readonly purpose: string | null
  readonly users: readonly IntendedUser[]
  readonly terms: readonly { readonly term: string; readonly means: string }[]
}

export interface IntendedUser extends Stated {
  readonly user: string
  /** Null: not shown. */
  readonly role: string | null
  readonly comesTo: string
}
