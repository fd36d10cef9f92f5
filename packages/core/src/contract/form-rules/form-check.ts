// The parts of a step that a form can check: a write of a record, or a requirement.

import type { Expression } from '../../expression/expression.ts'
import type { FieldSet } from '../../model/calls.ts'
import type { Loop, RecordState } from './record-states.ts'

export type FormCheck = FormWrite | FormRequirement

export interface Reached {
  /** Steps get here only if this holds, over inputs. */
  readonly reached: Expression
  readonly loop: Loop | null
  /** Names that are records at this moment, for expressions. */
  readonly records: ReadonlyMap<string, RecordState>
}

export interface FormWrite extends Reached {
  readonly kind: 'write'
  readonly after: RecordState
  /** Null: the record is new. */
  readonly before: RecordState | null
  readonly sets: readonly FieldSet[]
}

/** `require … or fail CODE` */
export interface FormRequirement extends Reached {
  readonly kind: 'require'
  readonly condition: Expression
  readonly code: string
}
