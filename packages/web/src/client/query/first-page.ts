// The application and an address → the first requests of that page. Only those that depend on nothing else: a
// calendar's days depend on the time of day, so they are requested when it is drawn.

import type { App, AppBlock, AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { blockAddress, matchScreen, partAddress } from '../addresses.ts'
import { cardsAsked } from '../lists/board-lanes.ts'
import {
  isScrolled,
  listPrefix,
  listQueryParameters,
  parseSearch,
  readListAddress,
  type Search,
} from '../lists/list-address.ts'
import { chosenParameters, groupsOf, isReady, openTab, type PlacedBlock } from '../screen-blocks.ts'

export function askedFirst({ screens }: Pick<App, 'screens'>, path: string, query: string): string[] {
  const matched = matchScreen(screens, path)
  if (matched === null) return []
  const { screen, parameters } = matched
  const search = parseSearch(query)
  // A list of records replaces the screen.
  if (search['records'] !== undefined) return []
  return shownFirst(screen, search).flatMap(({ block, index }) => {
    const asked = parametersOf(screen, { block, index }, search)
    if (asked === null) return []
    const all = { ...parameters, ...asked }
    // For a scrolled list, its first part.
    const isParted =
      block.kind === 'list' && isScrolled(block, readListAddress(block, listPrefix(screen, index), search))
    return [
      isParted ? partAddress(screen.key, index, all, { after: '', until: null }) : blockAddress(screen.key, index, all),
    ]
  })
}

/** The page's own record comes before the blocks below it; of tabs only the open one is drawn. */
function shownFirst({ blocks }: AppScreen, search: Search): PlacedBlock[] {
  const placed = blocks.map((block, index): PlacedBlock => ({ block, index }))
  const record = placed.find(({ block }) => block.kind === 'record')
  const others = groupsOf(placed.filter((each) => each !== record)).flatMap((group) => {
    const ready = group.filter(({ block }) => isReady(block, search))
    if (ready.length === 0 || ready[0]?.block.kind === 'count') return ready
    return [openTab(ready, search)]
  })
  return record === undefined ? others : [record, ...others]
}

/** Null: nothing to request, or not yet. */
function parametersOf(screen: AppScreen, { block, index }: PlacedBlock, search: Search): Record<string, string> | null {
  if (block.kind === 'form' || block.kind === 'text' || isOfNow(block)) return null
  if (block.kind === 'record') return {}
  const chosen = chosenParameters(block, search)
  if (block.kind !== 'list') return chosen
  const address = readListAddress(block, listPrefix(screen, index), search)
  return { ...chosen, ...listQueryParameters(address), ...cardsAsked(block) }
}

function isOfNow(block: AppBlock): boolean {
  return block.kind === 'list' && block.form.kind === 'calendar' && block.form.asksDays
}
