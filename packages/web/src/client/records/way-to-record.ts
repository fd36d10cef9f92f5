// The pages that lead to a record: the list that it was opened from, and above a list of another record that record, too.

import type { App } from '@ninefold/core/contract/wire/app.ts'
import type { Pile } from './pile.ts'

export interface Level {
  readonly label: string
  /** With its query. */
  readonly href: string
}

export interface KnownWays extends Pick<App, 'screens'> {
  /** List from which the page was opened. */
  readonly pileOf: (path: string) => Pile | null
  /** Title of a record that was seen before. */
  readonly titleOf: (path: string) => string | null
  /** For a record that no list led to. */
  readonly screenOf: (path: string) => { readonly label: string; readonly address: string } | null
}

/** A list, a record of it, and a list of that record. */
const LEVELS_MAX = 3

/** The outermost first. */
export function wayTo(known: KnownWays, path: string, levels = LEVELS_MAX): readonly Level[] {
  const pile = known.pileOf(path)
  const screen = known.screens.find(({ key }) => key === pile?.screen)
  if (pile === null || screen === undefined) {
    const found = known.screenOf(path)
    return found === null ? [] : [{ label: found.label, href: found.address }]
  }
  const own = pathOf(pile.href)
  const isOfRecord = own !== path && screen.blocks.some(({ kind }) => kind === 'record')
  if (!isOfRecord) return [{ label: screen.name, href: pile.href }]
  // Two records may have been opened from each other's lists.
  const above = levels > 1 ? wayTo(known, own, levels - 1).filter(({ href }) => pathOf(href) !== path) : []
  return [...above, { label: known.titleOf(own) ?? screen.name, href: pile.href }]
}

export function pathOf(href: string): string {
  return href.split('?')[0] ?? href
}
