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

const call = (blocks: string) => readFragment('calls', `### POST /api/a — Do it\n\n- **Who:** Agent\n\n${blocks}`)

function step(text: string): unknown {
  const read = call(`1. ${text}`)
  expect(saidAbout(read)).toEqual([])
  const [found] = read.draft.calls.calls[0]?.steps ?? []
  return words({ when: found?.when, ...found?.action, orFail: found?.orFail })
}

const plain = { when: null, orFail: null }

it('reads every form of a step', () => {
  const entity = (name: string) => ({ kind: 'entity', entity: name })
  expect(step('find t in Ticket where `a == 1` or fail NO')).toEqual({
    when: null,
    kind: 'find',
    as: 't',
    source: entity('Ticket'),
    where: 'a == 1',
    orFail: 'NO',
  })
  expect(step('find c in article.comments where `a` or fail NO')).toMatchObject({
    source: { kind: 'relation', of: 'article', relation: 'comments' },
  })
  expect(step('require `a` or fail NO')).toEqual({ when: null, kind: 'require', condition: 'a', orFail: 'NO' })
  expect(step('when `a`: fail NO')).toEqual({ when: 'a', kind: 'require', condition: 'false', orFail: 'NO' })
  expect(step('list xs from A, take `5`')).toMatchObject({ page: { take: '5', after: '0', counting: null } })
  expect(step('let x be `a`')).toEqual({ ...plain, kind: 'let', name: 'x', value: 'a' })
  expect(step('create Comment as c with ticket = `t`, given body, a.files as files')).toEqual({
    ...plain,
    kind: 'create',
    isProductsOwn: false,
    entity: 'Comment',
    as: 'c',
    sets: [
      { kind: 'set', field: 'ticket', value: 't' },
      { kind: 'given', input: 'body', as: null },
      { kind: 'given', input: 'a.files', as: 'files' },
    ],
  })
  expect(step('record Entry with a = `b`')).toMatchObject({ kind: 'create', isProductsOwn: true, as: null })
  const given = { kind: 'given', input: 'a', as: null }
  expect(step('change t with given a')).toMatchObject({ kind: 'change', record: 't', sets: [given] })
  expect(step('set t.at to `now`')).toEqual({ ...plain, kind: 'set', record: 't', field: 'at', to: 'now' })
  expect(step('delete t')).toMatchObject({ kind: 'delete', isProductsOwn: false, record: 't' })
  expect(step('discard t')).toMatchObject({ kind: 'delete', isProductsOwn: true })
  expect(step('add me to a.fans')).toEqual({ ...plain, kind: 'add', item: 'me', record: 'a', relation: 'fans' })
  expect(step('remove me from a.fans')).toMatchObject({ kind: 'remove' })
  expect(step('do give up on t with a = `1`')).toEqual({
    ...plain,
    kind: 'do',
    transition: 'give up',
    record: 't',
    sets: [{ kind: 'set', field: 'a', value: '1' }],
  })
  expect(step('check password `p` of User as u where `e` or fail NO')).toEqual({
    when: null,
    kind: 'check password',
    password: 'p',
    entity: 'User',
    as: 'u',
    where: 'e',
    orFail: 'NO',
  })
  expect(step('sign in u')).toEqual({ ...plain, kind: 'sign in', record: 'u' })
  expect(step('sign out')).toEqual({ ...plain, kind: 'sign out' })
  expect(step('give role `input.role` to u')).toEqual({
    ...plain,
    kind: 'give role',
    role: 'input.role',
    isExpression: true,
    record: 'u',
  })
  expect(step('take role Team lead from u')).toEqual({
    ...plain,
    kind: 'take role',
    role: 'Team lead',
    isExpression: false,
    record: 'u',
  })
  expect(step('send New reply')).toEqual({ ...plain, kind: 'send', message: 'New reply' })
  expect(step('respond 204')).toEqual({ ...plain, kind: 'respond', status: '204', body: null })
  expect(step('when `a && b`: respond 200 with `{"a": b}`')).toEqual({
    when: 'a && b',
    kind: 'respond',
    status: '200',
    body: '{"a": b}',
    orFail: null,
  })
})

it('reads the clauses of a list, each of which may be left out', () => {
  expect(
    step(
      'list xs from A where `w`, narrowed by the query, sorted by at newest first then name A to Z, take `1` after `2`, counting n',
    ),
  ).toMatchObject({
    kind: 'list',
    where: 'w',
    isNarrowedByQuery: true,
    sortedBy: [
      { field: 'at', direction: 'descending' },
      { field: 'name', direction: 'ascending' },
    ],
    page: { take: '1', after: '2', counting: 'n' },
  })
  expect(step('list cs from a.comments, sorted by at oldest first, all of them')).toMatchObject({
    where: null,
    isNarrowedByQuery: false,
    page: null,
  })
  expect(step('list cs from A')).toMatchObject({ sortedBy: [], page: null })
})

it('reads a step over several lines', () =>
  expect(step('when\n   `a`:\n   respond 200\n   with `b`')).toMatchObject({ when: 'a', status: '200', body: 'b' }))

it('reports a step that is none, at the word that is wrong', () => {
  expect(saidAbout(call('1. fnid t in Ticket where `a`'))).toEqual(['N705 fnid'])
  expect(saidAbout(call('1. find t Ticket where `a`'))).toEqual(['N705 find t Ticket where `a`'])
  expect(saidAbout(call('1. Bananas are yellow.'))).toEqual(['N705 Bananas are yellow.'])
  expect(saidAbout(call('1. list t from A, sorted by at sideways'))).toEqual(['N011 at sideways'])
  expect(saidAbout(call('1. change t with body'))).toEqual(['N011 body'])
  expect(call('1. find t Ticket where `a`').said[0]?.hint).toBe('Write find NAME in ENTITY where `…` or fail CODE.')
})

it('names steps that are not supported yet, and keeps their place', () => {
  for (const [text, name] of [['run f(a) as b', 'run']]) {
    const read = call(`1. ${text}`)
    expect(saidAbout(read)).toEqual([`N012 ${text}`])
    expect(words(read.draft.calls.calls[0]?.steps[0]?.action)).toEqual({ kind: 'unsupported', name, binds: ['b'] })
  }
})

it('reads steps below "for each" and "later:", at any depth, and nowhere else', () => {
  const read = call(
    '1. for each a in B where `c`:\n   1. for each d in a.ds:\n      1. delete d\n2. later:\n   1. send Hello\n3. respond 204',
  )
  expect(saidAbout(read)).toEqual([])
  expect(words(read.draft.calls.calls[0]?.steps.map(({ action }) => action))).toMatchObject([
    {
      kind: 'for each',
      as: 'a',
      where: 'c',
      steps: [{ action: { kind: 'for each', steps: [{ action: { kind: 'delete' } }] } }],
    },
    { kind: 'later', steps: [{ action: { kind: 'send' } }] },
    { kind: 'respond' },
  ])
  expect(saidAbout(call('1. for each a in B:\n2. respond 204'))).toEqual(['N011 for each a in B:'])
  expect(saidAbout(call('1. delete a\n   1. delete b'))).toEqual(['N017 delete b'])
})

it('keeps the place of a step that is open, and takes what is assumed', () => {
  const action = (text: string) => words(call(`1. ${text}`).draft.calls.calls[0]?.steps[0]?.action)
  expect(action('not shown')).toEqual({ kind: 'not shown', binds: [] })
  expect(action('respond not shown with `a`')).toEqual({ kind: 'not shown', binds: [] })
  expect(action('respond not shown (assumed: 202) with `a`')).toEqual({ kind: 'respond', status: '202', body: 'a' })
  expect(saidAbout(call('1. respond not shown with `a`'))).toEqual(['N007 not shown'])
})

it('keeps the names that an unreadable step may bind', () => {
  const action = (text: string) => words(call(`1. ${text}`).draft.calls.calls[0]?.steps[0]?.action)
  expect(action('findx a in B where `c`')).toEqual({ kind: 'unreadable', mentions: ['findx', 'a', 'in', 'where'] })
  expect(action('create B d given e.f')).toEqual({ kind: 'unreadable', mentions: ['create', 'd', 'given', 'e'] })
})

it('reads the heading of a call with any dash, and backticks', () => {
  const headings = [
    'POST /a/:id — Do it',
    'POST /a/:id – Do it',
    'POST /a/:id - Do it',
    'POST /a/:id: Do it',
    'POST `/a/:id` — Do it',
  ]
  for (const heading of headings) {
    const read = readFragment('calls', `### ${heading}`)
    const [found] = read.draft.calls.calls
    expect([
      found?.method.text,
      found?.path.text.replace(/:$/, ''),
      found?.title?.text ?? 'Do it',
      saidAbout(read),
    ]).toEqual(['POST', '/a/:id', 'Do it', []])
  }
  expect(readFragment('calls', '### GET /a').draft.calls.calls[0]?.title).toBeNull()
  expect(saidAbout(readFragment('calls', '### GET a'))).toEqual(['N011 GET a'])
})

it('reads what an input may be like', () => {
  const input = (like: string, needed = 'yes') => {
    const read = call(`| Input | Like | Needed |\n| --- | --- | --- |\n| a.b | ${like} | ${needed} |`)
    return { said: saidAbout(read), found: words(read.draft.calls.calls[0]?.inputs[0]) }
  }
  expect(input('Ticket.assignee by email').found).toEqual({
    path: 'a.b',
    like: { kind: 'field', entity: 'Ticket', field: 'assignee', by: 'email', isCreatedWhenMissing: false },
    isNeeded: true,
  })
  expect(input('Article.tags by name, created when missing', 'no').found).toMatchObject({
    like: { by: 'name', isCreatedWhenMissing: true },
    isNeeded: false,
  })
  expect(input('text', 'at least one').found).toMatchObject({ isNeeded: false, isOneNeeded: true })
  expect(input('one of Team lead, Agent').found).toMatchObject({
    like: { kind: 'one of', options: ['Team lead', 'Agent'] },
  })
  expect(input('secret text up to 100').found).toMatchObject({
    like: { kind: 'type', type: { kind: 'text', lengthMax: '100' }, isSecret: true },
  })
  expect(input('list of text up to 20').found).toMatchObject({ like: { type: { kind: 'text' }, isList: true } })
  expect(input('file up to 10 MB').found).toMatchObject({ like: { type: { kind: 'file', isList: false } } })
  expect(input('not shown')).toMatchObject({ said: ['N007 not shown'], found: { like: { kind: 'absent' } } })
  expect(input('sequence').said).toEqual(['N011 sequence'])
  expect(input('texd').said).toEqual(['N011 texd'])
  expect(input('text', 'perhaps').said).toEqual(['N011 perhaps'])
})

it('reads the bounds and the value of a query', () => {
  const read = call(
    '| Query | Type | Keeps only |\n| --- | --- | --- |\n| limit | whole number 1 to 100, otherwise `pageSize` | |\n| tag | text | `name == query.tag` |\n| x | txet | |',
  )
  expect(words(read.draft.calls.calls[0]?.queries)).toMatchObject([
    {
      name: 'limit',
      like: { kind: 'type', type: { kind: 'whole number', min: '1', max: '100' }, isList: false, isSecret: false },
      otherwise: 'pageSize',
      keepsOnly: null,
    },
    { name: 'tag', like: { type: { kind: 'text' } }, otherwise: null, keepsOnly: 'name == query.tag' },
    { name: 'x', like: { kind: 'absent' } },
  ])
  expect(saidAbout(read)).toEqual(['N011 txet'])
})

it('reads the labels of a call', () => {
  const read = readFragment(
    'calls',
    '### POST /a\n\n- **Who:** Agent, Team lead\n- **Repeatable:** with an Idempotency-Key\n- **Needs:** the version\n- **Runs as:** the product\n- **Whoo:** Agent',
  )
  const [found] = read.draft.calls.calls
  expect(words({ who: found?.who, repeatable: found?.repeatable, needs: found?.needsVersion !== null })).toEqual({
    who: ['Agent', 'Team lead', 'Agent'],
    repeatable: { kind: 'by key' },
    needs: true,
  })
  expect(found?.runsAsProduct).not.toBeNull()
  expect(saidAbout(read)).toEqual(['N002 Whoo'])
})

it('reads ways to repeat a call, and whose permission is unknown', () => {
  const labels = (lines: string) => readFragment('calls', `### POST /a\n\n${lines}`)
  const repeatable = (value: string) => words(labels(`- **Repeatable:** ${value}`).draft.calls.calls[0]?.repeatable)
  expect(repeatable('by `input.eventId`')).toEqual({ kind: 'by value', value: 'input.eventId' })
  expect(repeatable('naturally')).toEqual({ kind: 'naturally' })
  expect(saidAbout(labels('- **Repeatable:** naturaly'))).toEqual(['N011 naturaly'])
  expect(saidAbout(labels('- **Needs:** the verzion'))).toEqual(['N011 the verzion'])
  const open = labels('- **Who:** not shown')
  expect([open.draft.calls.calls[0]?.isWhoNotShown, saidAbout(open)]).toEqual([true, ['N007 not shown']])
})

it('reads standard calls, shapes and messages', () => {
  const read = readFragment(
    'calls',
    [
      '| Entity | Path | Calls | Found by | Answers with |',
      '| --- | --- | --- | --- | --- |',
      '| Ticket | `/api/tickets`, was `/x` | list, gett | id | everything visible |',
      '',
      '### Shape: TicketView of Ticket',
      '',
      '| Key | Value |',
      '| --- | --- |',
      '| everything in Row | |',
      '| a | `b` |',
      '| c, was e | d |',
      '',
      '### Messages',
      '',
      '| Message | By | To | Subject | Body |',
      '| --- | --- | --- | --- | --- |',
      '| Hello | email | `me.email` | [#{a.b}] {c} | Use `x`, {d}. |',
      '| Other | pigeon | `me.email` | a | b |',
    ].join('\n'),
  )
  const { standard, shapes, messages } = read.draft.calls
  expect(words(standard)).toEqual([
    { entity: 'Ticket', path: '/api/tickets', was: '/x', calls: [{ kind: 'list' }], foundBy: 'id', answersWith: null },
  ])
  expect(words(shapes[0]?.keys)).toEqual([
    { kind: 'everything in', shape: 'Row' },
    { kind: 'key', key: 'a', was: null, value: 'b' },
    { kind: 'key', key: 'c', was: 'e', value: 'd' },
  ])
  expect(words(messages[0]?.subject?.parts)).toEqual([
    { kind: 'text', text: '[#' },
    { kind: 'placeholder', expression: 'a.b', forms: null },
    { kind: 'text', text: '] ' },
    { kind: 'placeholder', expression: 'c', forms: null },
  ])
  expect(words(messages[0]?.body?.parts)).toEqual([
    { kind: 'text', text: 'Use x, ' },
    { kind: 'placeholder', expression: 'd', forms: null },
    { kind: 'text', text: '.' },
  ])
  expect(saidAbout(read)).toEqual(['N011 gett', 'N010 d', 'N011 pigeon'])
})

it('reads a message in a block of its own, and keeps the name of one that is open', () => {
  const read = readFragment(
    'calls',
    '### Message: New reply\n\n- **By:** in-app\n- **To:** `t.requester`\n- **Body:** {a} wrote.\n\n### Message: Open\n\n- **By:** not shown\n- **To:** not shown',
  )
  expect(words(read.draft.calls.messages)).toMatchObject([
    {
      name: 'New reply',
      by: 'in-app',
      to: 't.requester',
      body: { parts: [{ kind: 'placeholder' }, { text: ' wrote.' }] },
    },
    { name: 'Open', by: null, to: null },
  ])
  expect(saidAbout(read)).toEqual(['N007 not shown', 'N007 not shown'])
})

it('reads when a schedule runs', () => {
  const runs = (value: string) => {
    const read = readFragment('calls', `### Schedule: nightly\n\n- **Runs:** ${value}\n\n1. send A`)
    return { said: saidAbout(read), runs: words(read.draft.calls.schedules[0]?.runs) }
  }
  const everyDay = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  expect(runs('every day at 02:00').runs).toEqual({ kind: 'weekly', days: everyDay, time: 120 })
  expect(runs('every thursday and monday at 7:30').runs).toEqual({
    kind: 'weekly',
    days: ['monday', 'thursday'],
    time: 450,
  })
  expect(runs('every weekday at 23:59').runs).toMatchObject({ days: everyDay.slice(0, 5) })
  expect(runs('every 5 minutes').runs).toEqual({ kind: 'interval', minutes: 5 })
  expect(runs('every hour').runs).toEqual({ kind: 'interval', minutes: 60 })
  expect(runs('every month on day 31 at 03:00').runs).toEqual({ kind: 'monthly', day: 31, time: 180 })
  expect(runs('not shown')).toEqual({ said: ['N007 not shown'], runs: null })
  expect(runs('every munday at 02:00').said).toEqual(['N011 munday'])
  expect(runs('every day at 25:00').said).toEqual(['N011 25:00'])
  expect(runs('every day').said).toEqual(['N011 every day'])
  expect(runs('every 0 minutes').said).toEqual(['N011 0'])
  expect(runs('now and then').said).toEqual(['N011 now and then'])
})

it('reads the steps of an example', () => {
  const example = (text: string) => {
    const read = readFragment('calls', `### Example: A customer asks\n\n1. ${text}`)
    return { said: saidAbout(read), step: words(read.draft.calls.examples[0]?.steps[0]) }
  }
  const asked = 'as Cleo Customer: call `POST /a` with `{"subject": "Hi"}` answers 201, keep number, a.b as c'
  expect(example(asked).step).toEqual({
    who: 'Cleo Customer',
    method: 'POST',
    path: '/a',
    body: '{"subject": "Hi"}',
    status: '201',
    code: null,
    keeps: [
      { path: 'number', as: 'number' },
      { path: 'a.b', as: 'c' },
    ],
  })
  expect(example('as Ben: call `POST /a` answers 201, keep b as c, keep d').step).toMatchObject({
    keeps: [
      { path: 'b', as: 'c' },
      { path: 'd', as: 'd' },
    ],
  })
  expect(example('as somebody who is not signed in: call `GET /a` answers 401').step).toMatchObject({ who: null })
  expect(example('as Ben: call `GET /a` answers 404 NO_SUCH').step).toMatchObject({ code: 'NO_SUCH' })
  expect(example('Ben calls `GET /a`').said).toEqual(['N705 Ben calls `GET /a`'])
  expect(example('as Ben: call `GET a` answers 200').said).toEqual(['N011 GET a'])
})
