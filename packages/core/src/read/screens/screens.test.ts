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

/** The block of a screen with a single block, without the keys that the text lacks. */
function blockOf(lines: string): Record<string, unknown> {
  const read = screen(lines)
  expect(saidAbout(read)).toEqual([])
  const block = words(read.draft.screens.screens[0]?.blocks[0]) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(block).filter(([, value]) => value !== null && value !== false && JSON.stringify(value) !== '[]'),
  )
}

const shows = (line: string): unknown => blockOf(`- **Shows:** ${line}`)['shows']

const PLAIN_COUNT = { measure: 'count', measured: null, during: null }

it('keeps columns of a list from a figure on the tab before it', () => {
  const { draft } = readFragment(
    'screens',
    '### Screen: Queue\n\n- **Who:** Agent\n- **Shows:** count of Ticket, as tab "All"\n- **Shows:** list of Ticket, as tab "Late"\n- **Shows:** answer of call `GET /a`, as tab "Theirs"\n- **Columns:** number\n',
  )
  expect(draft.screens.screens[0]?.blocks.map(({ columns }) => columns.length)).toEqual([0, 1, 1])
})

it('finds a transition without "do", and takes no verb of a call for one', () => {
  const said = (can: string) =>
    readFragment('screens', `### Screen: Queue\n\n- **Who:** Agent\n- **Shows:** list of Ticket\n- **Can:** ${can}\n`)
      .said
  const [missing] = said('cancel')
  expect(missing).toMatchObject({ number: 'N011', message: 'The word "do" is missing before this.' })
  expect(missing?.fixes[0]?.edits[0]?.text).toBe('do ')
  expect(said('do cancel')).toEqual([])
  expect(said('edit')[0]?.message).toBe('"edit" cannot be read as something that people can do.')
})

it('reads routes below a heading of their own', () => {
  const { draft, said } = readFragment(
    'screens',
    '### Routes\n\n| Route | Screen | Parameter |\n| --- | --- | --- |\n| `/` | Queue | none |\n\n### Screen: Queue\n\n- **Who:** Agent\n- **Shows:** list of Ticket\n',
  )
  expect(draft.screens.routes.map(({ path, screen }) => [path.text, screen.text])).toEqual([['/', 'Queue']])
  expect(draft.screens.screens).toHaveLength(1)
  expect(said).toEqual([])
})

it('reads lists, records and counts that a screen shows', () => {
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
  expect(shows('count of Ticket where `late`')).toEqual({
    kind: 'count',
    of: { kind: 'entity', entity: 'Ticket' },
    where: 'late',
    ...PLAIN_COUNT,
  })
  expect(shows('sum of hours of its jobs where `done`, this month by doneOn')).toEqual({
    kind: 'count',
    of: { kind: 'relation', relation: 'jobs' },
    where: 'done',
    measure: 'sum',
    measured: 'hours',
    during: { unit: 'month', by: 'doneOn' },
  })
  expect(shows('count of its comments')).toEqual({
    kind: 'count',
    of: { kind: 'relation', relation: 'comments' },
    where: null,
    ...PLAIN_COUNT,
  })
})

it('reads what a call answers, with the values of its parameters', () => {
  const answer = { kind: 'answer', call: { method: 'GET', path: '/a' }, part: null, with: [], choicesFor: null }
  expect(shows('answer of call `GET /a`')).toEqual(answer)
  expect(shows('articles in answer of call `GET /a`')).toEqual({ ...answer, part: 'articles' })
  expect(shows('answer of call `GET /a` as choices for tag')).toEqual({ ...answer, choicesFor: 'tag' })
  expect(shows('answer of call `GET /a`, with tag = `chosen.tag`, by = `path.x`')).toEqual({
    ...answer,
    with: [
      { name: 'tag', value: 'chosen.tag' },
      { name: 'by', value: 'path.x' },
    ],
  })
})

it('takes tab, parameters and roles from the end of a line, in any order', () => {
  const expected = {
    tab: {
      parts: [
        { kind: 'text', text: '# ' },
        { kind: 'placeholder', expression: 'chosen.tag' },
      ],
    },
    forRoles: ['Writer', 'Team agent'],
    shows: { with: [{ name: 'tag', value: 'chosen.tag' }] },
  }
  const tab = 'as tab "# {chosen.tag}"'
  const value = 'with tag = `chosen.tag`'
  const roles = 'for Writer, Team agent'
  for (const tail of [`${tab}, ${value}, ${roles}`, `${tab} ${value} ${roles}`, `, ${value}, ${tab}, ${roles}`])
    expect(blockOf(`- **Shows:** answer of call \`GET /a\` ${tail}`)).toMatchObject(expected)
  expect(blockOf('- **Shows:** list of X, as tab "Late: {X.filter(x, x.y == "late").size()}"')).toMatchObject({
    tab: { parts: [{ text: 'Late: ' }, { expression: 'X.filter(x, x.y == "late").size()' }] },
  })
  expect(blockOf('- **Shows:** list of X, 20 per page, as tab "Late", for Agent')).toMatchObject({
    tab: { parts: [{ kind: 'text', text: 'Late' }] },
    forRoles: ['Agent'],
    shows: { kind: 'list', perPage: '20' },
  })
})

it('gives tabs that follow each other the lines below the last of them', () => {
  const read = screen(
    '- **Shows:** list of X, as tab "A"\n- **Shows:** list of Y, as tab "B"\n- **Columns:** a\n- **Shows:** list of Z, as tab "C"\n- **Columns:** b',
  )
  const columns = read.draft.screens.screens[0]?.blocks.map((block) => words(block.columns))
  const of = (name: string) => [{ path: [name], formatted: null, button: null, title: null }]
  expect(columns).toEqual([of('a'), of('a'), of('b')])
})

it('reads the words above a block and above its columns', () => {
  const read = screen(
    '- **Shows:** list of X\n- **Title:** "Won, at last"\n- **Columns:** a as "One, two", b as formatted text as "Three", c as "Four" as formatted text',
  )
  const block = read.draft.screens.screens[0]?.blocks[0]
  expect(block?.title?.text).toBe('Won, at last')
  expect(block?.columns.map(({ title }) => title?.text)).toEqual(['One, two', 'Three', 'Four'])
  expect(block?.columns.map(({ formatted }) => formatted !== null)).toEqual([false, true, true])
  expect(saidAbout(screen('- **Shows:** list of X\n- **Title:** Won'))).toEqual(['N011 Won'])
  const button = screen('- **Shows:** list of X\n- **Columns:** a as button "Pay", button as "Buttons"').draft
  const shown = button.screens.screens[0]?.blocks[0]?.columns
  expect(shown?.map((column) => [column.button !== null, column.title?.text])).toEqual([
    [true, 'Pay'],
    [false, 'Buttons'],
  ])
  expect(saidAbout(screen('- **Shows:** list of X\n- **Columns:** a as button'))).toEqual(['N011 a as button'])
})

it('takes what is chosen in words, and names a parameter in the words of its tab', () => {
  const line = 'answer of call `GET /a` as tab "# {tag}", with tag = the chosen tag'
  expect(shows(line)).toMatchObject({ with: [{ name: 'tag', value: 'chosen.tag' }] })
  expect(blockOf(`- **Shows:** ${line}`)).toMatchObject({
    tab: { parts: [{ text: '# ' }, { kind: 'placeholder', expression: 'chosen.tag' }] },
  })
})

it('gives the lines below choices to the block before them', () => {
  const { draft } = screen(
    '- **Shows:** answer of call `GET /a`\n- **Shows:** answer of call `GET /tags` as choices for tag\n- **Columns:** title\n- **Can:** open A',
  )
  expect(draft.screens.screens[0]?.blocks.map(({ columns, can }) => [columns.length, can.length])).toEqual([
    [1, 1],
    [0, 0],
  ])
})

it('reads how a list is drawn', () => {
  const as = (line: string): unknown => blockOf(`- **Shows:** list of X\n- **As:** ${line}`)['as']
  expect(as('table')).toEqual({ kind: 'table' })
  expect(as('cards')).toEqual({ kind: 'cards' })
  expect(as('board by status')).toEqual({ kind: 'board', by: 'status', limits: [] })
  expect(as('board by status, at most 3 in on hold, at most `few` in each column')).toMatchObject({
    kind: 'board',
    limits: [
      { most: '3', column: 'on hold' },
      { most: 'few', column: null },
    ],
  })
  expect(as('calendar by during')).toEqual({ kind: 'calendar', by: 'during' })
  expect(as('tree by parent')).toEqual({ kind: 'tree', by: 'parent' })
  const bars = { kind: 'chart', draw: 'bars', measure: 'count', of: null, per: null, and: null }
  expect(as('chart of count by status')).toEqual({ ...bars, by: 'status' })
  expect(as('chart of sum of total by project')).toEqual({ ...bars, measure: 'sum', of: 'total', by: 'project' })
  expect(as('stacked chart of average of total by paidOn per month and project')).toEqual({
    kind: 'chart',
    draw: 'stacked',
    measure: 'average',
    of: 'total',
    by: 'paidOn',
    per: 'month',
    and: { by: 'project', per: null },
  })
  expect(as('matrix of points by student and task')).toEqual({
    ...bars,
    draw: 'matrix',
    measure: 'value',
    of: 'points',
    by: 'student',
    and: { by: 'task', per: null },
  })
})

it('reads when a screen refreshes', () => {
  const refreshes = (words: string) => screen(`- **Refreshes:** ${words}`).draft.screens.screens[0]?.refreshes
  expect(refreshes('live')).toMatchObject({ kind: 'live' })
  expect(refreshes('every 30 seconds')).toMatchObject({ kind: 'every', seconds: 30 })
  expect(refreshes('every minute')).toMatchObject({ kind: 'every', seconds: 60 })
  expect(refreshes('every 2 hours')).toMatchObject({ kind: 'every', seconds: 7200 })
  expect(saidAbout(screen('- **Refreshes:** every 0 seconds'))).toEqual(['N011 every 0 seconds'])
  expect(saidAbout(screen('- **Refreshes:** each second'))).toEqual(['N011 each second'])
})

it('reads a form, where it leads, and its pages', () => {
  const read = blockOf(
    '- **Form:** call `PUT /a`, filled from `GET /a`, then open B\n- **Steps:**\n\n1. The event: subject, user.name\n2. priority\n3. "Photos: some": photos',
  )
  expect(read['shows']).toEqual({
    kind: 'form',
    call: { method: 'PUT', path: '/a' },
    filledFrom: { method: 'GET', path: '/a' },
    thenOpen: 'B',
  })
  expect(read['steps']).toEqual([
    { title: 'The event', inputs: ['subject', 'user.name'] },
    { title: null, inputs: ['priority'] },
    { title: 'Photos: some', inputs: ['photos'] },
  ])
  expect(saidAbout(screen('- **Form:** call `PUT /a`\n- **Steps:**'))).toEqual(['N011 Steps'])
  expect(saidAbout(screen('- **Form:** call `PUT /a`\n- **Steps:** subject, body'))).toEqual(['N011 subject, body'])
})

it('gives the lines after a "Shows" to it, and the others to the screen', () => {
  const read = screen(
    '- **Who:** A, B\n- **Can:** open Before\n- **Shows:** list of X\n- **Columns:** a, b.c, d as formatted text\n- **Filter by:** a\n- **Search in:** a, b\n- **When empty:** "Nothing, yet."\n- **When failing:** "Later."\n- **Can:** Go: do it; out: sign out; All: do it, for chosen rows\n- **Shows:** list of Y',
  )
  expect(saidAbout(read)).toEqual([])
  const { blocks, ...own } = read.draft.screens.screens[0] ?? { blocks: [] }
  expect(words(own)).toMatchObject({
    name: 'A',
    who: ['A', 'B'],
    can: [{ label: null, action: { kind: 'open', screen: 'Before' } }],
  })
  const [first, second] = blocks
  expect(words(first)).toMatchObject({
    shows: { kind: 'list', entity: 'X' },
    columns: [{ path: ['a'] }, { path: ['b', 'c'] }, { path: ['d'] }],
    filterBy: ['a'],
    searchIn: ['a', 'b'],
    can: [
      { label: 'Go', action: { kind: 'transition', transition: 'it' } },
      { label: 'out', action: { kind: 'sign out', thenOpen: null } },
      { label: 'All', action: { kind: 'transition', transition: 'it' } },
    ],
    whenEmpty: 'Nothing, yet.',
    whenFailing: 'Later.',
  })
  expect(first?.columns.map(({ formatted }) => formatted !== null)).toEqual([false, false, true])
  expect(first?.can.map(({ forChosenRows }) => forChosenRows !== null)).toEqual([false, false, true])
  expect(second).toMatchObject({ hasColumns: false, columns: [], can: [], whenEmpty: null })
})

it('keeps apart that nobody uses a screen and that nobody has said who does', () => {
  const who = (lines: string) => screen(lines).draft.screens.screens[0]
  expect(who('- **Who:** none')).toMatchObject({ who: [], isWhoOpen: false })
  expect(who('- **Who:** not shown')).toMatchObject({ who: null, isWhoOpen: true })
  expect(who('- **Can:** sign out')).toMatchObject({ who: null, isWhoOpen: false })
})

it('leaves out only what is not shown', () => {
  const lines = [
    '- **Shows:** list of X',
    '- **Columns:** not shown',
    '- **As:** not shown',
    '- **Filter by:** not shown',
    '- **Search in:** not shown',
    '- **When empty:** not shown',
    '- **When failing:** not shown',
    '- **Can:** not shown',
    '- **Refreshes:** not shown',
    '- **Shows:** not shown',
    '- **Form:** not shown',
  ]
  const read = screen(lines.join('\n'))
  expect(new Set(read.said.map(({ severity }) => severity))).toEqual(new Set(['unknown']))
  expect(read.said).toHaveLength(lines.length - 1)
  expect(read.draft.screens.screens[0]?.blocks).toMatchObject([{ shows: { kind: 'list' }, hasColumns: true }])
})

it('reports what does not follow a grammar at its own words', () => {
  expect(saidAbout(screen('- **Shows:** lists of Ticket'))).toEqual(['N011 lists of Ticket'])
  expect(saidAbout(screen('- **Columns:** a'))).toEqual(['N017 Columns'])
  expect(saidAbout(screen('- **Steps:**\n\n1. a'))).toEqual(['N017 Steps'])
  expect(saidAbout(screen('- **Shows:** list of A\n- **Columns:** a, b c'))).toEqual(['N011 b c'])
  expect(saidAbout(screen('- **Shows:** list of A with a = `1`'))).toEqual(['N017 a = `1`'])
  expect(saidAbout(screen('- **Shows:** list of A\n- **As:** board of status'))).toEqual(['N011 board of status'])
  expect(saidAbout(screen('- **Can:** Go: call POST /a; fly'))).toEqual(['N011 call POST /a', 'N011 fly'])
  expect(saidAbout(screen('- **Can:** Go: call `PSOT /a`'))).toEqual(['N011 `PSOT /a`'])
  expect(saidAbout(screen('- **Can:** open B, for chosen rows'))).toEqual(['N017 for chosen rows'])
})

it('mends near misses', () => {
  const mended = (lines: string): unknown => {
    const read = screen(lines)
    return read.said.flatMap(({ fixes }) => fixes.flatMap(({ edits }) => edits.map(({ text }) => text)))
  }
  expect(mended('- **Shows:** list of A\n- **As:** bord by status')).toEqual(['board'])
  expect(mended('- **Shows:** list of A\n- **Can:** Close: do close for selected rows')).toEqual(['for chosen rows'])
  expect(mended('- **Refeshes:** live')).toEqual(['Refreshes'])
  expect(mended('- **Shows:** list of A\n- **Can:** Close: do close for all rows; Open B')).toEqual([
    'for chosen rows',
    'open',
  ])
  expect(mended('- **Shows:** list of A\n- **Columns:** a, b as formated text, c as Markdown')).toEqual([
    'as formatted text',
    'as formatted text',
  ])
  expect(mended('- **Shows:** answer of `GET /a`, with b = `1`')).toEqual(['call '])
  expect(mended('- **Form:** `POST /a`, then open B')).toEqual(['call '])
  expect(mended('- **Can:** Add: `POST /a`')).toEqual(['call '])
  expect(mended('- **Shows:** list of A where a == 1, sorted by b A to Z, all of them')).toEqual(['`a == 1`'])
  expect(mended('- **Shows:** count of A where a == "x"')).toEqual(['`a == "x"`'])
})

it.each([
  ['chart of count by status', 'chart of count by status'],
  ['line chart of sum of weight by day per month', 'line chart of sum of weight by day per month'],
  ['sum of weight of Crop by kind', 'chart of sum of weight by kind'],
  ['count of Crop by kind', 'chart of count by kind'],
])('leads from how a list is drawn to the line that says so: %s', (shows, as) => {
  expect(screen(`- **Shows:** ${shows}`).said[0]?.hint).toBe(
    `Write list of ENTITY here, and how it is drawn in a line below: - **As:** ${as}.`,
  )
})

it('names what is not supported yet', () => {
  expect(
    saidAbout(screen('- **Shows:** report Sales\n- **Shows:** list of A\n- **As:** map by place\n- **Shown by:** x/Y')),
  ).toEqual(['N012 report Sales', 'N012 map by place', 'N012 x/Y'])
})

it('reads several parameters of a route, and says how to separate them', () => {
  const read = (parameters: string) =>
    readFragment('screens', `| Route | Screen | Parameter |\n| --- | --- | --- |\n| \`/:s/:n\` | T | ${parameters} |`)
  expect(words(read('s is Shelf.name, n is Book.number').draft.screens.routes[0]?.parameters)).toEqual([
    { parameter: 's', entity: 'Shelf', field: 'name' },
    { parameter: 'n', entity: 'Book', field: 'number' },
  ])
  const { said } = read('s is Shelf.name; n is Book.number')
  expect(said.map(({ number, hint }) => [number, hint])).toEqual([
    ['N011', 'Separate parameters with commas: shelf is Shelf.name, number is Book.number.'],
  ])
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
