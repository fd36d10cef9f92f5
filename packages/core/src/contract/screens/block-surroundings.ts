// Facts about a block before it is drawn: the parts that every block has, and its surroundings on the screen.

import type { Screen } from '../../model/screens.ts'
import type { AppBlock } from '../wire/app.ts'
import type { AppAction } from '../wire/actions.ts'
import type { OfferedChange } from '../calls/cell-changes.ts'
import type { PageOf } from '../record-page/links.ts'

export type BlockParts = Pick<AppBlock, 'tab' | 'needs' | 'whenFailing' | 'width'>

export interface BlockSurroundings {
  readonly screen: Screen
  readonly actions: ActionsOfBlock
  /** Nothing else is on the screen, whose name says what it is. */
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
  /** Actions on the page's record, or on none. */
  readonly ofPage: readonly AppAction[]
}
