// Point 4, checked.

import type { Expression } from '../expression/expression.ts'
import type { Stated } from './model.ts'
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
  readonly clocks: readonly Clock[]
}

export interface State extends Stated {
  readonly name: string
  readonly means: string | null
  readonly isFinal: boolean
}

/** One row; rows of the same name are cases of one transition, with guards that exclude each other. */
export interface Transition extends Stated {
  readonly name: string
  readonly from: readonly string[]
  readonly to: string
  readonly who: readonly Performer[]
  /** The clock does it. */
  readonly isByClock: boolean
  /** Its implicit record is `this`, before the change. */
  readonly guard: Expression | null
  readonly effects: readonly Effect[]
}

export type Effect = Stated &
  (
    | { readonly kind: 'set'; readonly field: string; readonly to: Expression }
    | { readonly kind: 'clear'; readonly field: string }
    | { readonly kind: 'send'; readonly message: string }
  )

export interface Clock extends Stated {
  readonly name: string
  readonly does: string
}
