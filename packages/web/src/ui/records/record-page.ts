// Context of the parts of a record's page.

import { createContext, useContext } from 'react'
import type { AppRecord, AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import type { Beginning } from '@ninefold/core/contract/record-page/app-parts.ts'

export interface RecordPage {
  readonly screen: AppScreen
  readonly block: AppRecord
  readonly row: RowData
  readonly created: Beginning | undefined
  /** The list that includes its history; null: none. */
  readonly timeline: AppScreen['blocks'][number] | null
}

export const RecordPageContext = createContext<RecordPage | null>(null)

/** Null: the page has no record. */
export function useRecordPage(): RecordPage | null {
  return useContext(RecordPageContext)
}

/** A composer on the page replaces its button. */
export function withoutComposed(actions: readonly AppAction[], { blocks }: AppScreen): AppAction[] {
  const composed = blocks.flatMap((block) => (block.kind === 'list' ? (block.composer?.action ?? []) : []))
  return actions.filter(({ key }) => !composed.includes(key))
}
