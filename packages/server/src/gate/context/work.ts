// Values that a write takes and returns.

import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Transition } from '@ninefold/core/model/states.ts'
import type { FieldSource } from '@ninefold/core/plan/write/record-writes.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { Bindings } from '../../store/driver/rows.ts'
import type { Application } from './application.ts'
import type { Caller } from './caller.ts'
import type { ServiceCalls } from './service-calls.ts'
import type { ShownAnswer } from './shown-answer.ts'

const AS_SENT = ' as sent'

/** Binding of a path parameter's text, if it is not a value of the parameter's type. No text can use this name. */
export function asSent(variable: string): string {
  return `${variable}${AS_SENT}`
}

/** The path parameters that have one. */
export function invalidParametersIn(bindings: Readonly<Record<string, Value>>): readonly string[] {
  return Object.keys(bindings).flatMap((name) => (name.endsWith(AS_SENT) ? [name.slice(0, -AS_SENT.length)] : []))
}

/** The context of a write: caller, transaction and bindings. */
export interface Work {
  readonly application: Application
  readonly caller: Caller
  readonly transaction: Executor
  readonly bindings: Bindings
  readonly shown?: ShownAnswer
  /** Missing or null: no service may be asked here. */
  readonly serviceCalls?: ServiceCalls | null
  /**
   * Records whose transitions are in progress, innermost last. Locks of their states do not apply to these transitions.
   */
  readonly inTransition?: readonly { readonly entity: string; readonly id: string | number }[]
}

export interface Values {
  /** The caller's values, by field. They need the caller's right to each field. */
  readonly given: Readonly<Record<string, Value>>
  /** Fields that the text sets. */
  readonly set: readonly FieldSource[]
  /** Records of to-many fields that the text sets, by field. */
  readonly links?: Readonly<Record<string, Value>>
  /** A step of a call creates the record, so rows from `nothing` for calls only may apply. */
  readonly isInCall?: boolean
  /** The product's own work: no rights are checked, but every rule is. */
  readonly isProductsOwn?: boolean
}

/** A written record, with its answer if the writing statement could return it. */
export interface WrittenRecord {
  readonly record: RecordValue
  /** JSON; null: no answer was requested, or another statement reads it. */
  readonly json: string | null
  /** The version, if the caller may see it and there is an answer. */
  readonly version?: number | null
  /** The rows from `nothing` that created it. */
  readonly begins?: readonly Transition[]
  /** Its own effects have deleted it. */
  readonly isGone?: true
}
