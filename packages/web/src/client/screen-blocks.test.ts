import { expect, it } from 'vitest'
import type { AppBlock, AppList, AppCount } from '@ninefold/core/contract/wire/app.ts'
import { groupsOf, isReady, openTab, tabOf, titleOf, withChoice } from './screen-blocks.ts'

const BEHIND: AppList = {
  kind: 'list',
  title: 'Tickets',
  tab: null,
  needs: [],
  whenFailing: null,
  form: { kind: 'table' },
  answer: null,
  columns: [],
  filters: [],
  searchIn: [],
  sortedBy: [],
  pageSize: 25,
  whenEmpty: null,
  opens: null,
  actions: [],
  offers: [],
  forChosen: [],
}

const count = (parts: Partial<AppCount> = {}): AppBlock => ({
  kind: 'count',
  title: 'Tickets',
  tab: null,
  needs: [],
  whenFailing: null,
  measure: 'count',
  of: null,
  during: null,
  behind: BEHIND,
  actions: [],
  ...parts,
})
const tab = (text: string, needs: readonly string[] = []): AppBlock => count({ tab: [{ kind: 'text', text }], needs })
const placed = (blocks: readonly AppBlock[]) => blocks.map((block, index) => ({ block, index }))

it('puts tabs that follow each other into one row, and counts beside each other', () => {
  const blocks = [count(), count(), tab('A'), tab('B'), count(), tab('C')]
  expect(groupsOf(placed(blocks)).map((group) => group.map(({ index }) => index))).toEqual([[0, 1], [2, 3], [4], [5]])
})

it('opens the tab that the address names, if it is there', () => {
  const tabs = placed([tab('A'), tab('B')])
  expect(openTab(tabs, { tab: '1' }).index).toBe(1)
  expect(openTab(tabs, { tab: '7' }).index).toBe(0)
})

it('shows what waits for a choice once it is made, and turns to it', () => {
  const blocks = [tab('A'), tab('B', ['tag'])]
  const search = withChoice(blocks, { q: 'x', page: '4' }, 'tag', 'news')
  expect(search).toEqual({ q: 'x', 'chosen.tag': 'news', tab: '1' })
  expect(blocks.map((block) => isReady(block, search))).toEqual([true, true])
  expect(isReady(tab('B', ['tag']), {})).toBe(false)
  expect(withChoice(blocks, search, 'tag', null)).toEqual({ q: 'x' })
})

it('fills in a title what has been chosen and what the address says', () => {
  const title = count({
    tab: [
      { kind: 'text', text: '# ' },
      { kind: 'chosen', name: 'tag' },
      { kind: 'text', text: ' by ' },
      { kind: 'path', name: 'user' },
    ],
  })
  expect(titleOf(title, { 'chosen.tag': 'news' }, { user: 'ada' })).toBe('# news by ada')
})

it('leads to the tab of a block, which is open without being named if it is the first one', () => {
  const blocks = [count(), tab('Board'), tab('Table'), count(), tab('Old')]
  for (const [index, block] of blocks.entries()) {
    const group = groupsOf(placed(blocks)).find((each) => each.some((one) => one.index === index)) ?? []
    if (block.tab !== null) expect(openTab(group, tabOf(blocks, index)).index).toBe(index)
  }
  expect(blocks.map((_, index) => tabOf(blocks, index))).toEqual([{}, {}, { tab: '2' }, {}, {}])
})
