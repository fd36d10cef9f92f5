// The blocks of a screen and the query of its address: choices (`chosen.tag=x`), the open tab, and adjacent blocks.

import type { AppBlock, TitlesData } from '@ninefold/core/contract/wire/app.ts'
import type { Search } from './lists/list-address.ts'

export interface PlacedBlock {
  readonly block: AppBlock
  readonly index: number
}

export const TAB = 'tab'

export function chosenName(name: string): string {
  return `chosen.${name}`
}

/** A block that needs a choice appears after the choice. */
export function isReady({ needs }: Pick<AppBlock, 'needs'>, search: Search): boolean {
  return needs.every((name) => (search[chosenName(name)] ?? '') !== '')
}

/** Query of its data, besides the parameters of the address. */
export function chosenParameters({ needs }: Pick<AppBlock, 'needs'>, search: Search): Record<string, string> {
  return Object.fromEntries(needs.map((name) => [chosenName(name), search[chosenName(name)] ?? '']))
}

/** Adjacent tabs form one row, and so do counts. */
export function groupsOf(blocks: readonly PlacedBlock[]): PlacedBlock[][] {
  const groups: PlacedBlock[][] = []
  for (const placed of blocks) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last !== undefined && before !== undefined && standTogether(before.block, placed.block)) last.push(placed)
    else groups.push([placed])
  }
  return groups
}

function standTogether(a: AppBlock, b: AppBlock): boolean {
  if (a.tab !== null || b.tab !== null) return a.tab !== null && b.tab !== null
  return a.kind === 'count' && b.kind === 'count'
}

export function tabName({ index }: PlacedBlock): string {
  return String(index)
}

/** The one in the address, or the first. */
export function openTab(tabs: readonly PlacedBlock[], search: Search): PlacedBlock {
  const open = tabs.find((placed) => tabName(placed) === search[TAB]) ?? tabs[0]
  if (open === undefined) throw new Error('A row of tabs without a tab.')
  return open
}

/** In the address of a page that shows this block: its tab, unless that one is open without being named. */
export function tabOf(blocks: readonly AppBlock[], index: number): Search {
  const isTab = (at: number): boolean => (blocks[at]?.tab ?? null) !== null
  return isTab(index) && isTab(index - 1) ? { [TAB]: String(index) } : {}
}

/** A choice opens the tab that shows it; removing the choice leaves it. */
export function withChoice(
  blocks: readonly AppBlock[],
  search: Search,
  name: string,
  value: string | null,
): Record<string, string> {
  const { [TAB]: tab, page: _, ...rest } = search
  const own = blocks.findIndex((block) => block.tab !== null && block.needs.includes(name))
  const kept = tab === undefined || tab === String(own) ? {} : { [TAB]: tab }
  const chosen = {
    ...rest,
    [chosenName(name)]: value ?? '',
    ...(value === null || own < 0 ? kept : { [TAB]: String(own) }),
  }
  return Object.fromEntries(Object.entries(chosen).filter(([, text]) => text !== ''))
}

/** The title of its tab, with its values. */
export function titleOf(
  block: AppBlock,
  search: Search,
  parameters: Readonly<Record<string, string>>,
  computed: TitlesData['titles'] = {},
): string {
  if (block.tab === null) return block.title
  return block.tab
    .map((part) => {
      if (part.kind === 'text') return part.text
      if (part.kind === 'computed') return computed[part.key] ?? ''
      return (part.kind === 'chosen' ? search[chosenName(part.name)] : parameters[part.name]) ?? ''
    })
    .join('')
}
