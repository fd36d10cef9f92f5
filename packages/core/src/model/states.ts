// Point 4, checked.

import type { Expression } from '../expression/expression.ts'
import type { FieldSet, Input, Sending, Step } from './calls.ts'
import type { Stated } from './stated.ts'
import type { Performer } from './roles.ts'

export interface StatesModel {
  readonly machines: readonly Machine[]
}

export interface Machine extends Stated {
  readonly entity: string
  readonly field: string
  readonly states: readonly State[]
  /** The name of the one initial state. */
  readonly initial: string
  readonly transitions: readonly Transition[]
  /** Rows from `nothing`: cases of creating a record. They have no state before, and are no transitions. */
  readonly creations: readonly Transition[]
  /** Inputs of a transition, and the steps after its effects. At most one for each name. */
  readonly procedures: readonly Procedure[]
  readonly clocks: readonly Clock[]
}

export interface State extends Stated {
  readonly name: string
  /** Null: people read its name. */
  readonly label: string | null
  readonly means: string | null
  readonly isFinal: boolean
  /** Null: none. */
  readonly locks: Locks | null
}

/** Fields that nobody may change while a record is in the state. Transitions still do what they do. */
export interface Locks extends Stated {
  readonly fields: readonly string[]
  /** The text names these fields, instead of saying `all` or `all except …`. */
  readonly isList: boolean
}

/** One row; rows of the same name are cases of one transition, with guards that exclude each other. */
export interface Transition extends Stated {
  readonly name: string
  /** Empty for a creation. */
  readonly from: readonly string[]
  /** Null: the state in which the record was before it came into its present one. */
  readonly to: string | null
  readonly who: readonly Performer[]
  /** The clock does it. */
  readonly isByClock: boolean
  /** A step of a call does it, whoever may use the call. */
  readonly isByCall: boolean
  /** Its implicit record is `this`, before the change; at creation, the record that is about to exist. */
  readonly guard: Expression | null
  /** The author's words for a guard that does not hold. */
  readonly ifNot: string | null
  readonly effects: readonly Effect[]
}

export type Effect = Stated &
  (
    | { readonly kind: 'set'; readonly field: string; readonly to: Expression }
    | { readonly kind: 'clear'; readonly field: string }
    /** Over `this`, and over the same record by its name, as it is after the transition. */
    | { readonly kind: 'send'; readonly sending: Sending }
    /** The product's own doing: nobody needs a permission for it. */
    | { readonly kind: 'record'; readonly entity: string; readonly sets: readonly FieldSet[] }
    /** Does a transition to each record of a to-many field, where `where` holds for it (over `this`). */
    | {
        readonly kind: 'do'
        readonly transition: string
        readonly relation: string
        readonly entity: string
        readonly where: Expression | null
      }
  )

/** `### Transition: Ticket resolve`. */
export interface Procedure extends Stated {
  readonly transition: string
  /** The name under which steps speak of the record: `ticket`. */
  readonly record: string
  readonly inputs: readonly Input[]
  readonly steps: readonly Step[]
}

export interface Clock extends Stated {
  readonly name: string
  readonly does: string
  readonly runs: ClockMoment
}

/** When a clock runs for a record. Expressions are over `this`. A clock forgets a record that leaves the state. */
export type ClockMoment =
  | { readonly kind: 'after entering'; readonly delay: Expression; readonly state: string; readonly isOnce: boolean }
  /** For every record in a state in which the transition starts. `time` is minutes after midnight, where the product is. */
  | { readonly kind: 'every day'; readonly time: number }
  | { readonly kind: 'when it passes'; readonly moment: Expression }
