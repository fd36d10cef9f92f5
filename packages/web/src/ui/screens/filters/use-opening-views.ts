// A screen that somebody enters without filters in its address: its lists open with the views that are to open first.

import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { View } from '@ninefold/core/contract/screens/views.ts'
import type { AppScreen } from '@ninefold/core/contract/wire/app.ts'
import {
  changeListAddress,
  listPrefix,
  parseSearch,
  stringifySearch,
  viewChange,
  viewQuery,
  type Search,
} from '../../../client/lists/list-address.ts'
import { statedViews } from '../../../client/lists/stated-view.ts'
import { firstView } from '../../../client/lists/views.ts'
import { useViews } from './use-views.ts'

/** True: the address is about to change. Afterwards, the reader may clear the filters and stay. */
export function useOpeningViews(screen: AppScreen): boolean {
  // The search of the matched route is that of the page before, on the first rendering of this one.
  const search = parseSearch(useLocation().searchStr)
  const navigate = useNavigate()
  const { views, isWaiting } = useViews()
  const [isEntering, setEntering] = useState(true)
  const opened = isEntering ? withFirstViews(screen, views, search) : search
  const isOpening = stringifySearch(opened) !== stringifySearch(search)
  if (isEntering && !isWaiting && !isOpening) setEntering(false)
  // As text, because the same search is another object with each render, and another navigation cancels the one before.
  const next = isOpening ? stringifySearch(opened) : null
  useEffect(() => {
    if (next !== null) void navigate({ to: '.', search: parseSearch(next) as never, replace: true })
  }, [navigate, next])
  return isOpening
}

function withFirstViews(screen: AppScreen, views: readonly View[], search: Search): Search {
  return screen.blocks.reduce<Search>((found, block, index) => {
    const prefix = listPrefix(screen, index)
    if (block.kind !== 'list' || viewQuery(block, prefix, search) !== '') return found
    const first =
      firstView(views, { screen: screen.key, block: index }) ?? statedViews(block).find(({ opensFirst }) => opensFirst)
    return first === undefined ? found : changeListAddress(found, prefix, viewChange(block, first.query))
  }, search)
}
