// An action of a screen, as addresses and the data of rows know it.

import type { Action, Block, FormBlock } from '../../model/screens.ts'

/** An action of a screen with the key that addresses and row data know it by. */
export interface KeyedAction {
  readonly key: string
  readonly action: Action
  /** The entity whose row it is offered with; null: it is done without a record. */
  readonly rowEntity: string | null
  /** The block whose answer it belongs to; null: it belongs to records or to the screen. */
  readonly answer: Extract<Block, { kind: 'answer' }> | null
  /** Of an answer: it is done to a row, or beside them all. */
  readonly isOfRow: boolean
  /** The form that it is. */
  readonly form: FormBlock | null
  /** The list whose chosen rows it is done to. */
  readonly chosenFrom: Block | null
}
