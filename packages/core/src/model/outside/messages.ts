// Messages of point 7, and text with expressions in it, as messages, links and documents have it.

import type { Expression } from '../../expression/expression.ts'
import type { PluralForms } from './plural-forms.ts'
import type { Stated } from '../stated.ts'

/** Text with expressions in it. */
export interface Template extends Stated {
  readonly parts: readonly (
    | { readonly kind: 'text'; readonly text: string }
    | {
        readonly kind: 'placeholder'
        readonly expression: Expression
        /** Words for each kind of number; missing: the value itself stands there. */
        readonly forms?: PluralForms | undefined
      }
  )[]
}

export type MessageWay = 'email' | 'in-app' | 'webhook' | 'events'

export interface Message extends Stated {
  readonly name: string
  /** Null: not shown. It is then never sent. */
  readonly by: MessageWay | null
  /** The secret of point 9 with which a message to another program is signed; null for all others. */
  readonly signedWith: string | null
}

/** A message where it is sent, with what is at hand there. Null parts: not shown, so that nothing is sent. */
export interface Sending extends Stated {
  readonly message: string
  /** An address, a user, or a list of either; empty: it is not sent. */
  readonly to: Expression | null
  readonly subject: Template | null
  readonly body: Template | null
  /** Of an e-mail. */
  readonly attaches: readonly DocumentOf[]
  /** Of an e-mail: what it shows below its words; null: nothing. */
  readonly shows: DocumentOf | null
  /** Of an e-mail; null: it has none. */
  readonly button: MessageButton | null
}

/** A button below the words of an e-mail; it is left out while it leads nowhere. */
export interface MessageButton {
  readonly label: string
  readonly to: Expression
}

/** A document of a record that is at hand under a name. */
export interface DocumentOf extends Stated {
  readonly document: string
  readonly record: string
}
