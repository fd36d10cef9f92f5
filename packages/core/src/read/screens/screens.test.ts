import { expect, it } from 'vitest'
import { readFragment, saidAbout } from '../testing.ts'

function words(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(words)
  if (value === null || typeof value !== 'object') return value
  if ('text' in value && 'span' in value) return value.text
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'span')
      .map(([key, each]) => [key, words(each)]),
  )
}

const screen = (lines: string) => readFragment('screens', `### Screen: A\n\n${lines}`)

function shows(line: string): unknown {
  const read = screen(`- **Shows:** ${line}`)
  expect(saidAbout(read)).toEqual([])
  return words(read.draft.screens.screens[0]?.blocks[0]?.shows)
}

it('reads what a screen may show', () => {
  expect(shows('list of Ticket where `a == me`, sorted by at newest first, `pageSize` per page')).toEqual({
    kind: 'list',
    entity: 'Ticket',
    where: 'a == me',
    sortedBy: [{ field: 'at', direction: 'descending' }],
    perPage: 'pageSize',
  })
  expect(shows('list of Ticket')).toEqual({ kind: 'list', entity: 'Ticket', where: null, sortedBy: [], perPage: null })
  expect(shows('list of Ticket, sorted by name A to Z, 20 per page')).toMatchObject({ perPage: '20' })
  expect(shows('list of its comments, sorted by at oldest first, all of them')).toEqual({
    kind: 'related',
    relation: 'comments',
    where: null,
    sortedBy: [{ field: 'at', direction: 'ascending' }],
    perPage: null,
    isAllOfThem: true,
  })
  expect(shows('one Ticket by number')).toEqual({ kind: 'record', entity: 'Ticket', parameter: 'number' })
  expect(shows('answer of call `GET /a` as tab "# {tag}", with tag = the chosen tag')).toEqual({
    kind: 'answer',
    call: { method: 'GET', path: '/a' },
    tab: '# {tag}',
  })
})

it('reads a form and where it leads', () => {
  const read = screen('- **Form:** call `PUT /a`, filled from `GET /a`, then open B')
  expect(saidAbout(read)).toEqual([])
  expect(words(read.draft.screens.screens[0]?.blocks[0]?.shows)).toEqual({
    kind: 'form',
    call: { method: 'PUT', path: '/a' },
    filledFrom: { method: 'GET', path: '/a' },
    thenOpen: 'B',
  })
})

it('gives the lines after a "Shows" to it, and the others to the screen', () => {
  const read = screen(
    '- **Who:** A, B\n- **Can:** open Before\n- **Shows:** list of X\n- **Columns:** a, b.c, d as formatted text\n- **Filter by:** a\n- **Search in:** a, b\n- **When empty:** "Nothing, yet."\n- **Can:** Go: do it; out: sign out\n- **Shows:** list of Y',
  )
  expect(saidAbout(read)).toEqual([])
  expect(words(read.draft.screens.screens[0])).toEqual({
    name: 'A',
    who: ['A', 'B'],
    can: [{ label: null, action: { kind: 'open', screen: 'Before' } }],
    blocks: [
      {
        shows: { kind: 'list', entity: 'X', where: null, sortedBy: [], perPage: null },
        columns: [
          { path: ['a'], asFormattedText: false },
          { path: ['b', 'c'], asFormattedText: false },
          { path: ['d'], asFormattedText: true },
        ],
        filterBy: ['a'],
        searchIn: ['a', 'b'],
        can: [
          { label: 'Go', action: { kind: 'transition', transition: 'it' } },
          { label: 'out', action: { kind: 'sign out', thenOpen: null } },
        ],
        whenEmpty: 'Nothing, yet.',
      },
      {
        shows: { kind: 'list', entity: 'Y', where: null, sortedBy: [], perPage: null },
        columns: [],
        filterBy: [],
        searchIn: [],
        can: [],
        whenEmpty: null,
      },
    ],
  })
})

it('reports what does not follow a grammar at its own words', () => {
  expect(saidAbout(screen('- **Shows:** lists of Ticket'))).toEqual(['N011 lists of Ticket'])
  expect(saidAbout(screen('- **Columns:** a'))).toEqual(['N017 Columns'])
  expect(saidAbout(screen('- **Shows:** list of A\n- **Columns:** a, b c'))).toEqual(['N011 b c'])
  expect(saidAbout(screen('- **Can:** Go: call POST /a; fly'))).toEqual(['N011 call POST /a', 'N011 fly'])
  expect(saidAbout(screen('- **Can:** Go: call `PSOT /a`'))).toEqual(['N011 `PSOT /a`'])
})

it('names what is not supported yet', () => {
  expect(
    saidAbout(
      screen(
        '- **Shows:** count of Ticket where `a`\n- **As:** cards\n- **Refreshes:** live\n- **Can:** Close: do close for chosen rows',
      ),
    ),
  ).toEqual(['N012 count of Ticket where `a`', 'N012 cards', 'N012 live', 'N012 for chosen rows'])
})

it('reads routes and their parameters', () => {
  const read = readFragment(
    'screens',
    '| Route | Screen | Parameter |\n| --- | --- | --- |\n| `/` | Home | none |\n| /t/:n | T | n is Ticket.number |\n| `/x` | X | n Ticket |\n| x | X | |\n| `/y` | not shown | |',
  )
  expect(words(read.draft.screens.routes)).toEqual([
    { path: '/', screen: 'Home', parameters: [] },
    { path: '/t/:n', screen: 'T', parameters: [{ parameter: 'n', entity: 'Ticket', field: 'number' }] },
    { path: '/x', screen: 'X', parameters: [] },
  ])
  expect(saidAbout(read)).toEqual(['N011 n Ticket', 'N011 x', 'N007 not shown'])
})
