// An action of a screen, with its key.

import type { Action, Block, FormBlock } from '../../model/screens.ts'

/** An action of a screen with its key in addresses and row data. */
export interface KeyedAction {
  readonly key: string
  readonly action: Action
  /** The entity of the row that offers it; null: it needs no record. */
  readonly rowEntity: string | null
  /** The block with the call's answer that it belongs to; null: it belongs to records or to the screen. */
  readonly answer: Extract<Block, { kind: 'answer' }> | null
  /** For an answer: it belongs to a row, and not to the whole. */
  readonly isOfRow: boolean
  /** The form block of the action. */
  readonly form: FormBlock | null
  /** The list whose selected rows it applies to. */
  readonly chosenFrom: Block | null
}
