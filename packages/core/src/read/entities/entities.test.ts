import { expect, it } from 'vitest'
import type { EntityDraft } from '../../draft/entities.ts'
import { readFragment, saidAbout } from '../testing.ts'

const FIELDS = '| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |'

/** The places of what is written do not matter here, its words do. */
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

function field(type: string, rules = '', otherwise = '') {
  const read = readFragment('entities', `### Entity: A\n\n${FIELDS}\n| f | ${type} | ${rules} | ${otherwise} | |`)
  return { ...(read.draft.entities.entities[0] as EntityDraft), read }
}

function typeOf(type: string): unknown {
  const { fields, read } = field(type)
  expect(saidAbout(read)).toEqual([])
  return words(fields[0]?.type)
}

it('reads every type of a field', () => {
  const text = (kind: string, lengthMin: string | null, lengthMax: string | null) => ({ kind, lengthMin, lengthMax })
  expect(typeOf('text')).toEqual(text('text', null, null))
  expect(typeOf('text up to 80')).toEqual(text('text', null, '80'))
  expect(typeOf('text 5 to 120')).toEqual(text('text', '5', '120'))
  expect(typeOf('long text up to `maxBody`')).toEqual(text('long text', null, 'maxBody'))
  expect(typeOf('email')).toEqual(text('email', null, null))
  expect(typeOf('time zone')).toEqual(text('time zone', null, null))
  expect(typeOf('password 10 to 200')).toEqual(text('password', '10', '200'))
  expect(typeOf('whole number 1 to 5')).toEqual({ kind: 'whole number', min: '1', max: '5' })
  expect(typeOf('whole number from -3')).toEqual({ kind: 'whole number', min: '-3', max: null })
  expect(typeOf('decimal with 2 places')).toEqual({ kind: 'decimal', places: 2 })
  expect(typeOf('money in EUR')).toEqual({ kind: 'money', currency: 'EUR' })
  expect(typeOf('money with currency')).toEqual({ kind: 'money', currency: null })
  for (const kind of ['percent', 'yes/no', 'date', 'time', 'date and time', 'duration', 'state'])
    expect(typeOf(kind)).toEqual({ kind })
  expect(typeOf('choice: low, high')).toEqual({ kind: 'choice', values: ['low', 'high'] })
  expect(typeOf('sequence from 1000')).toEqual({ kind: 'sequence', from: 1000 })
  expect(typeOf('sequence')).toEqual({ kind: 'sequence', from: 1 })
  expect(typeOf('Team')).toEqual({ kind: 'reference', entity: 'Team' })
  expect(typeOf('list of Team via members')).toEqual({
    kind: 'collection',
    entity: 'Team',
    via: 'members',
    sortedBy: null,
  })
  expect(typeOf('list of Tag sorted by name A to Z')).toEqual({
    kind: 'collection',
    entity: 'Tag',
    via: null,
    sortedBy: { field: 'name', direction: 'ascending' },
  })
})

it('says once that a type is not supported yet, and keeps the name of the field', () => {
  const types = [
    'list of file up to 10 MB, at most 5',
    'image up to 5 MB',
    'secret text',
    'slug from title, numbered when taken, never "feed"',
    'period of dates',
    'choices: a, b',
    'choice Priority',
    'sequence per year as "INV-{year}-{n:5}", without gaps',
    'place',
    'one Profile via user',
    'record of street, city',
  ]
  for (const type of types) {
    const { fields, unsupportedFields, read } = field(type)
    expect(saidAbout(read)).toEqual([`N012 ${type}`])
    expect(fields[0]?.type).toBeNull()
    expect(unsupportedFields.map((name) => name.text)).toEqual(['f'])
  }
})

it('reports a type that is none, with the nearest one', () => {
  const { read, unsupportedFields } = field('texd')
  expect(saidAbout(read)).toEqual(['N011 texd'])
  expect(read.said[0]?.fixes[0]?.edits[0]?.text).toBe('text')
  expect(unsupportedFields).toEqual([])
  expect(saidAbout(field('Date').read)).toEqual(['N011 Date'])
  expect(saidAbout(field('text up to many').read)).toEqual(['N011 text up to many'])
})

it('takes a lower-case word for an entity when one is called so', () => {
  const { draft, said } = readFragment('entities', `### Entity: person\n\n${FIELDS}\n| boss | person | | | |`)
  expect(said).toEqual([])
  expect(words(draft.entities.entities[0]?.fields[0]?.type)).toEqual({ kind: 'reference', entity: 'person' })
})

it('leaves out a field whose type is not shown, and says so', () => {
  const { fields, unsupportedFields, read } = field('not shown')
  expect([fields[0]?.type, unsupportedFields]).toEqual([null, []])
  expect(saidAbout(read)).toEqual(['N007 not shown'])
  expect(words(field('not shown (assumed: date)').fields[0]?.type)).toEqual({ kind: 'date' })
})

it('reads every rule of a field', () => {
  const rulesOf = (rules: string): unknown => {
    const { fields, read } = field('text', rules)
    expect(saidAbout(read)).toEqual([])
    return words(fields[0]?.rules)
  }
  expect(
    rulesOf('required, set once, set by product, hidden, trimmed, blank becomes empty, personal data, searchable'),
  ).toEqual(
    [
      'required',
      'set once',
      'set by product',
      'hidden',
      'trimmed',
      'blank becomes empty',
      'personal data',
      'searchable',
    ].map((kind) => ({ kind })),
  )
  expect(rulesOf('unique')).toEqual([{ kind: 'unique', ignoringCase: false, within: [] }])
  expect(rulesOf('unique ignoring case, required')).toEqual([
    { kind: 'unique', ignoringCase: true, within: [] },
    { kind: 'required' },
  ])
  expect(rulesOf('unique within project, year, required')).toEqual([
    { kind: 'unique', ignoringCase: false, within: ['project', 'year'] },
    { kind: 'required' },
  ])
  expect(rulesOf('at least 1, at most `max`')).toEqual([
    { kind: 'at least', bound: '1' },
    { kind: 'at most', bound: 'max' },
  ])
  expect(rulesOf('computed and stored `a + 1`')).toEqual([{ kind: 'computed', isStored: true, expression: 'a + 1' }])
  expect(rulesOf('blocks deletion')).toEqual([{ kind: 'deletion', effect: 'blocks deletion' }])
})

it('reports a rule that is none at its own place', () => {
  expect(saidAbout(field('text', 'required, uniqe').read)).toEqual(['N011 uniqe'])
  expect(saidAbout(field('text', 'required,, hidden').read)).toEqual(['N011 '])
  expect(saidAbout(field('text', 'pattern `[A-Z]{3}`').read)).toEqual(['N012 pattern `[A-Z]{3}`'])
  expect(saidAbout(field('text', 'computed a + 1').read)).toEqual(['N010 a + 1'])
})

it('tells a default that is a word from one that is an expression', () => {
  expect(words(field('text', '', 'normal').fields[0]?.default)).toEqual({ kind: 'literal', value: 'normal' })
  expect(words(field('text', '', '"a b"').fields[0]?.default)).toEqual({ kind: 'literal', value: 'a b' })
  expect(words(field('User', '', '`me`').fields[0]?.default)).toEqual({ kind: 'expression', expression: 'me' })
  expect(field('text').fields[0]?.default).toBeNull()
})

it('reads what every entity has', () => {
  const read = readFragment('entities', '**Every entity has:** id as a counting number, createdAt, version, colour')
  expect(words(read.draft.entities.everyEntityHas)).toEqual({ id: 'counting', fields: ['createdAt', 'version'] })
  expect(saidAbout(read)).toEqual(['N011 colour'])
})

it('reads the labels of an entity', () => {
  const read = readFragment(
    'entities',
    '### Entity: Line\n\n- **Label:** `name`\n- **Part of:** Order via order\n- **History:** every change of a, b\n- **Deleted:** kept 30 days\n- **Tenant:** Organisation',
  )
  const [entity] = read.draft.entities.entities
  expect(words({ label: entity?.label, partOf: entity?.partOf, history: entity?.history })).toEqual({
    label: 'name',
    partOf: { entity: 'Order', field: 'order' },
    history: { fields: ['a', 'b'] },
  })
  expect(saidAbout(read)).toEqual(['N012 kept 30 days', 'N013 Organisation'])
})

it('refuses names that expressions cannot use', () => {
  expect(
    saidAbout(
      readFragment(
        'entities',
        `### Entity: My book\n\n${FIELDS}\n| first name | text | | | |\n| import | text | | | |`,
      ),
    ),
  ).toEqual(['N009 My book', 'N009 first name', 'N009 import'])
})

it('reads records with the columns of their author', () => {
  const { draft, said } = readFragment(
    'entities',
    '### Reference data: Team\n\n| name | members |\n| --- | --- |\n| First line | Ada, Ben |\n| Second | |',
  )
  expect(said).toEqual([])
  expect(words(draft.entities.referenceData)).toEqual([
    {
      entity: 'Team',
      columns: ['name', 'members'],
      rows: [
        ['First line', 'Ada, Ben'],
        ['Second', ''],
      ],
    },
  ])
})
