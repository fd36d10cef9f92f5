// Point 4, checked.

import type { Expression } from '../expression/expression.ts'
import type { FieldSet, Input, Step } from './calls.ts'
import type { Sending } from './outside/messages.ts'
import type { Stated } from './stated.ts'
import type { Performer } from './roles.ts'

export interface StatesModel {
  readonly machines: readonly Machine[]
}

export interface Machine extends Stated {
  readonly entity: string
  readonly field: string
  readonly states: readonly State[]
  /** The name of the only initial state. */
  readonly initial: string
  readonly transitions: readonly Transition[]
  /** Rows from `nothing`: cases of creating a record. They have no source state, and are not transitions. */
  readonly creations: readonly Transition[]
  /** Inputs and steps of transitions. At most one per name. */
  readonly procedures: readonly Procedure[]
  readonly clocks: readonly Clock[]
}

/** Colours that a text may state. Green and red judge, so no other state has them. */
export const STATE_COLOURS = ['grey', 'blue', 'violet', 'amber', 'green', 'red'] as const

export type StateColour = (typeof STATE_COLOURS)[number]

export interface State extends Stated {
  readonly name: string
  /** Null: its name is the label. */
  readonly label: string | null
  readonly means: string | null
  /** Null: derived from its place among the states. */
  readonly colour: StateColour | null
  readonly isFinal: boolean
  /** Null: none. */
  readonly locks: Locks | null
}

/** Fields that nobody may change while a record is in the state. Effects of transitions still apply. */
export interface Locks extends Stated {
  readonly fields: readonly string[]
  /** The text names these fields, instead of `all` or `all except …`. */
  readonly isList: boolean
}

/** One row; rows of the same name are cases of one transition, with mutually exclusive guards. */
export interface Transition extends Stated {
  readonly name: string
  /** Empty for a creation. */
  readonly from: readonly string[]
  /** Null: the previous state of the record. */
  readonly to: string | null
  readonly who: readonly Performer[]
  /** The clock does it. */
  readonly isByClock: boolean
  /** A step of a call does it, for every caller of the call. */
  readonly isByCall: boolean
  /** Its implicit record is `this`, before the change; at creation, the new record. */
  readonly guard: Expression | null
  /** The author's message for a failed guard. */
  readonly ifNot: string | null
  readonly effects: readonly Effect[]
}

export type Effect = Stated &
  (
    | { readonly kind: 'set'; readonly field: string; readonly to: Expression }
    | { readonly kind: 'clear'; readonly field: string }
    /** Over `this`, and over the same record by its name, in its state after the transition. */
    | { readonly kind: 'send'; readonly sending: Sending }
    /** The product's own work: no permission is needed. */
    | { readonly kind: 'record'; readonly entity: string; readonly sets: readonly FieldSet[] }
    /** Does a transition of each record of a field, to many or to one, that satisfies `where` (over `this`). */
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
  /** The name of the record in steps: `ticket`. */
  readonly record: string
  readonly inputs: readonly Input[]
  readonly steps: readonly Step[]
}

export interface Clock extends Stated {
  readonly name: string
  readonly does: string
  readonly runs: ClockMoment
}

/**
 * When a clock runs for a record. Expressions are over `this`. A clock is cancelled when the record leaves the state.
 */
export type ClockMoment =
  | { readonly kind: 'after entering'; readonly delay: Expression; readonly state: string; readonly isOnce: boolean }
  /**
   * For every record in a start state of the transition. `time` is minutes after midnight, in the product's time zone.
   */
  | { readonly kind: 'every day'; readonly time: number }
  | { readonly kind: 'when it passes'; readonly moment: Expression }
