// Point 9, checked.

import type { CatalogueLookup, ValueType } from '../expression/expression.ts'
import type { Stated } from './model.ts'

export interface LimitsModel {
  /** IANA name; UTC when not shown. */
  readonly timeZone: string
  /** BCP 47; `en` when not shown. */
  readonly language: string
  readonly constants: readonly Constant[]
  readonly lookups: readonly (CatalogueLookup & Stated & { readonly name: string })[]
}

export interface Constant extends Stated {
  readonly name: string
  readonly type: ValueType
  /** Durations in milliseconds, sizes in bytes. */
  readonly value: string | number | boolean
  /** As the author wrote it: `15 minutes`. */
  readonly text: string
  readonly usedFor: string | null
}
