// Messages of point 7, and text templates with expressions, for messages, links and documents.

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
        /** Plural forms. Missing: the value itself is written. */
        readonly forms?: PluralForms | undefined
      }
  )[]
}

export type MessageWay = 'email' | 'in-app' | 'webhook' | 'events'

export interface Message extends Stated {
  readonly name: string
  /** Null: not shown, so it is never sent. */
  readonly by: MessageWay | null
  /** The secret of point 9 that signs a message to another program. Null for all others. */
  readonly signedWith: string | null
}

/**
 * A message at the place where it is sent, with the names in scope there. Null parts are not shown, so nothing is sent.
 */
export interface Sending extends Stated {
  readonly message: string
  /** An address, a user, or a list of either. Empty: nothing is sent. */
  readonly to: Expression | null
  readonly subject: Template | null
  readonly body: Template | null
  /** For an e-mail: attached documents. */
  readonly attaches: readonly DocumentOf[]
  /** For an e-mail: the document below its words. Null: none. */
  readonly shows: DocumentOf | null
  /** For an e-mail. Null: no button. */
  readonly button: MessageButton | null
}

/** A button below the words of an e-mail. Without a target it is left out. */
export interface MessageButton {
  readonly label: string
  readonly to: Expression
}

/** A document of a record in scope. */
export interface DocumentOf extends Stated {
  readonly document: string
  readonly record: string
}
