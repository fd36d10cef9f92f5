// Properties of the tools of a list.

import type { AppList, AppScreen } from '@ninefold/core/contract/wire/app.ts'
import type { Search } from '../../../client/lists/list-address.ts'
import type { ChangeAddress } from './list-props.ts'
import type { ListAsChosen } from '../columns/use-list-columns.ts'

export interface ToolsProps {
  readonly screen: AppScreen
  readonly block: AppList
  readonly index: number
  readonly prefix: string
  readonly search: Search
  readonly change: ChangeAddress
  readonly label: string
  readonly asChosen: ListAsChosen
  /** True: one of several lists of the screen, so its tools are shorter. */
  readonly isBrief: boolean
}
