// Values that a write is given, and gives back.

import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Transition } from '@ninefold/core/model/states.ts'
import type { FieldSource } from '@ninefold/core/plan/write/record-writes.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { Bindings } from '../../store/driver/rows.ts'
import type { Application } from './application.ts'
import type { Caller } from './caller.ts'
import type { Questions } from './questions.ts'
import type { ShownAnswer } from './shown-answer.ts'

/** Where a write happens: for whom, in which transaction, with which values at hand. */
export interface Work {
  readonly application: Application
  readonly caller: Caller
  readonly transaction: Executor
  readonly bindings: Bindings
  readonly shown?: ShownAnswer
  /** Missing or null: no service is asked here. */
  readonly questions?: Questions | null
  /** Records whose transitions are being done, the last one innermost: no state holds them back from that. */
  readonly inTransition?: readonly { readonly entity: string; readonly id: string | number }[]
}

export interface Values {
  /** The caller's values, by field: needs the caller's right to each field. */
  readonly given: Readonly<Record<string, Value>>
  /** Fields that the text itself sets. */
  readonly set: readonly FieldSource[]
  /** To-many fields that the text itself sets: the records, by field. */
  readonly links?: Readonly<Record<string, Value>>
  /** A step of a call makes it: a row from `nothing` that is for calls only is then open. */
  readonly isInCall?: boolean
  /** The product's own doing: no right of the caller is asked, every rule is. */
  readonly isProductsOwn?: boolean
}

/** A record that was written, and its answer where the writing statement itself could give it. */
export interface WrittenRecord {
  readonly record: RecordValue
  /** JSON; null: not asked for, or to be read by a statement of its own. */
  readonly json: string | null
  /** As far as its caller may see it, where there is an answer. */
  readonly version?: number | null
  /** The rows from `nothing` by which it has begun. */
  readonly begins?: readonly Transition[]
  /** Its own effects have deleted it. */
  readonly isGone?: true
}
