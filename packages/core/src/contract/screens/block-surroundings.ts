// Facts about a block before it is built: the common parts of blocks, and its surroundings on the screen.

import type { Screen } from '../../model/screens.ts'
import type { AppBlock } from '../wire/app.ts'
import type { AppAction } from '../wire/actions.ts'
import type { OfferedChange } from '../calls/cell-changes.ts'
import type { PageOf } from '../record-page/links.ts'

export type BlockParts = Pick<AppBlock, 'tab' | 'needs' | 'whenFailing' | 'width'>

export interface BlockSurroundings {
  readonly screen: Screen
  readonly actions: ActionsOfBlock
  /** The only block of the screen, so the screen's name describes it. */
  readonly isOnly: boolean
  /** The page of one of its records. */
  readonly opens: string | null
  readonly takesFile: boolean
  readonly changes: OfferedChange | null
  readonly pageOf: PageOf
}

export interface ActionsOfBlock {
  readonly ofRow: readonly AppAction[]
  readonly beside: readonly AppAction[]
  readonly forChosen: readonly AppAction[]
  /** Actions on the page's record, or without a record. */
  readonly ofPage: readonly AppAction[]
}
