import { expect, it } from 'vitest'
import type { EntityDraft } from '../../draft/entities.ts'
import { readFragment, saidAbout } from '../testing.ts'
import { FIELDS } from '../../check/specification-for-tests.ts'

/** Compares words, without their positions. */
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
  expect(typeOf('whole number at least 0')).toEqual({ kind: 'whole number', min: '0', max: null })
  expect(typeOf('secret text')).toEqual({ kind: 'secret text' })
  expect(typeOf('period of dates')).toEqual({ kind: 'period', of: 'date' })
  expect(typeOf('period of date and time')).toEqual({ kind: 'period', of: 'date and time' })
  expect(typeOf('choice: low, high')).toEqual({ kind: 'choice', values: ['low', 'high'] })
  expect(typeOf('choices: low, high')).toEqual({ kind: 'choices', values: ['low', 'high'] })
  expect(typeOf('choice Priority')).toEqual({ kind: 'shared choice', name: 'Priority', areSeveral: false })
  expect(typeOf('choices Priority')).toEqual({ kind: 'shared choice', name: 'Priority', areSeveral: true })
  expect(typeOf('Team')).toEqual({ kind: 'reference', entity: 'Team' })
  expect(typeOf('list of Team via members')).toEqual({
    kind: 'collection',
    entity: 'Team',
    via: 'members',
    through: null,
    sortedBy: null,
  })
  expect(typeOf('list of Tag sorted by name A to Z')).toEqual({
    kind: 'collection',
    entity: 'Tag',
    via: null,
    through: null,
    sortedBy: { field: 'name', direction: 'ascending' },
  })
})

it('reads sequences, whose parts come in any order', () => {
  const plain = { kind: 'sequence', from: 1, per: null, isPerYear: false, format: null, isWithoutGaps: false }
  expect(typeOf('sequence')).toEqual(plain)
  expect(typeOf('sequence from 1000')).toEqual({ ...plain, from: 1000 })
  expect(typeOf('sequence per project')).toEqual({ ...plain, per: 'project' })
  expect(typeOf('sequence, without gaps')).toEqual({ ...plain, isWithoutGaps: true })
  expect(typeOf('sequence from 5 per project per year as "INV-{year}-{n:5}", without gaps')).toEqual({
    kind: 'sequence',
    from: 5,
    per: 'project',
    isPerYear: true,
    format: 'INV-{year}-{n:5}',
    isWithoutGaps: true,
  })
  expect(typeOf('sequence per year from 7')).toEqual({ ...plain, from: 7, isPerYear: true })
})

it('reads random codes', () => {
  expect(typeOf('random code of 8 characters')).toEqual({ kind: 'random code', length: 8 })
  expect(typeOf('random code of 12')).toEqual({ kind: 'random code', length: 12 })
  expect(typeOf('random code')).toEqual({ kind: 'random code', length: 26 })
})

it('reads slugs', () => {
  const plain = { kind: 'slug', from: 'title', isNumberedWhenTaken: false, never: [], isFixed: false }
  expect(typeOf('slug from title')).toEqual(plain)
  expect(typeOf('slug from title, numbered when taken, never "feed", "new, old", fixed once made')).toEqual({
    kind: 'slug',
    from: 'title',
    isNumberedWhenTaken: true,
    never: ['feed', 'new, old'],
    isFixed: true,
  })
})

it('reads files with how big they may be', () => {
  const plain = { kind: 'file', media: 'file', bytesMax: '10 MB', isList: false, countMax: null }
  expect(typeOf('file up to 10 MB')).toEqual(plain)
  expect(typeOf('image up to `maxImage`')).toEqual({ ...plain, media: 'image', bytesMax: 'maxImage' })
  expect(typeOf('list of file up to 10 MB')).toEqual({ ...plain, isList: true })
  expect(typeOf('list of image up to 5 MB, at most 5')).toEqual({
    kind: 'file',
    media: 'image',
    bytesMax: '5 MB',
    isList: true,
    countMax: '5',
  })
})

it('reads the other side of a relation', () => {
  expect(typeOf('one Profile via user')).toEqual({ kind: 'inverse', entity: 'Profile', via: 'user' })
})

it('says at the part of a type that cannot be read what may stand there', () => {
  const about = (type: string): string[] => saidAbout(field(type).read)
  expect(about('sequence per year as "INV"')).toEqual(['N011 INV'])
  expect(about('sequence as "{n}-{month}"')).toEqual(['N011 {n}-{month}'])
  expect(about('sequence from 1000, no gaps')).toEqual(['N011 no gaps'])
  expect(about('sequence per year per year')).toEqual(['N011 per year'])
  expect(about('random code of 4 characters')).toEqual(['N011 random code of 4 characters'])
  expect(about('random code of 128')).toEqual([])
  expect(about('random code of 129')).toEqual(['N011 random code of 129'])
  expect(about('random codes')).toEqual(['N011 random codes'])
  expect(about('slug of title')).toEqual(['N011 slug of title'])
  expect(about('slug from title, numbered')).toEqual(['N011 numbered'])
  expect(about('slug from title, "feed"')).toEqual(['N011 "feed"'])
  expect(about('file')).toEqual(['N011 file'])
  expect(about('file up to 10')).toEqual(['N011 file up to 10'])
  expect(about('file up to 10 MB, at most 5')).toEqual(['N011 file up to 10 MB, at most 5'])
  expect(field('period of months').read.said[0]?.number).toBe('N011')
})

it('says once that a type is not supported yet, and keeps the name of the field', () => {
  const types = ['place', 'record of street, city']
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
  expect(rulesOf('required, set once, set by product, hidden, trimmed, blank becomes empty, searchable')).toEqual(
    ['required', 'set once', 'set by product', 'hidden', 'trimmed', 'blank becomes empty', 'searchable'].map(
      (kind) => ({ kind }),
    ),
  )
  expect(rulesOf('personal data, personal data erased after 2 years')).toEqual([
    { kind: 'personal data', erasedAfter: null },
    { kind: 'personal data', erasedAfter: '2 years' },
  ])
  expect(rulesOf('pattern `[A-Z]{1,3}`, was phone')).toEqual([
    { kind: 'pattern', pattern: '[A-Z]{1,3}' },
    { kind: 'was', name: 'phone' },
  ])
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
  expect(rulesOf('computed and stored `a + 1`')).toEqual([
    { kind: 'computed', isStored: true, isOverAll: false, expression: 'a + 1' },
  ])
  expect(rulesOf('computed over all `a + 1`')).toEqual([
    { kind: 'computed', isStored: false, isOverAll: true, expression: 'a + 1' },
  ])
  expect(rulesOf('blocks deletion')).toEqual([{ kind: 'deletion', effect: 'blocks deletion' }])
})

it('reports a rule that is none at its own place', () => {
  expect(saidAbout(field('text', 'required, uniqe').read)).toEqual(['N011 uniqe'])
  expect(saidAbout(field('text', 'required,, hidden').read)).toEqual(['N011 '])
  expect(saidAbout(field('text', 'pattern [A-Z]+').read)).toEqual(['N010 [A-Z]+'])
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
    '### Entity: Line\n\n- **Label:** `name`\n- **Part of:** Order via order\n- **History:** every change of a, b\n- **Followers:** c, d.e\n- **Deleted:** kept 30 days\n- **Only grows:** yes\n- **Tenant:** Organisation\n- **Own fields:** each tenant',
  )
  const [entity] = read.draft.entities.entities
  expect(entity?.onlyGrows).not.toBeNull()
  const { label, partOf, history, followers, keptDeleted } = entity as EntityDraft
  expect(words({ label, partOf, history, followers, keptDeleted })).toEqual({
    label: 'name',
    partOf: { entity: 'Order', field: 'order' },
    history: { fields: ['a', 'b'] },
    followers: { paths: ['c', 'd.e'] },
    keptDeleted: { for: '30 days' },
  })
  expect(saidAbout(read)).toEqual(['N013 Organisation', 'N013 each tenant'])
})

it('reads what people read for a field, where there is such a column', () => {
  const header = FIELDS.replace('| Field | Type', '| Field | Label | Type').replace('| --- |', '| --- | --- |')
  const read = readFragment(
    'entities',
    `### Entity: A\n\n${header}\n| f | "First: name" | text | | | |\n| g | | text | | | |`,
  )
  expect(saidAbout(read)).toEqual([])
  expect(read.draft.entities.entities[0]?.fields.map(({ label }) => label?.text ?? null)).toEqual(['First: name', null])
  expect(field('text').fields[0]?.label).toBeNull()
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

function entityRead(body: string, name = 'A') {
  const read = readFragment('entities', `### Entity: ${name}\n\n${body}`)
  return { entity: read.draft.entities.entities[0] as EntityDraft, said: saidAbout(read) }
}

it('reads a history of everything, and says which answers a label has', () => {
  expect(entityRead('**History:** every change').entity.history?.fields).toBe('every field')
  expect(entityRead('**Deleted:** for good')).toMatchObject({ entity: { keptDeleted: null }, said: [] })
  expect(entityRead('**History:** changes').said).toEqual(['N011 changes'])
  expect(entityRead('**Deleted:** after 30 days').said).toEqual(['N011 after 30 days'])
  expect(entityRead('**Only grows:** always').said).toEqual(['N011 always'])
})

it('reads the former name of an entity, in its heading or below', () => {
  const { entity, said } = entityRead('', 'Case, was Ticket')
  expect([entity.name.text, entity.was?.text, said]).toEqual(['Case', 'Ticket', []])
  expect(entityRead('**was:** Ticket').entity.was?.text).toBe('Ticket')
})

it('reads what is unique together', () => {
  const { entity, said } = entityRead(
    '| Unique together | Counting only | Otherwise |\n| --- | --- | --- |\n| project, number | | |\n| customer | `isOpen` | CART_EXISTS |',
  )
  expect(said).toEqual([])
  expect(words(entity.uniqueTogether)).toEqual([
    { fields: ['project', 'number'], countingOnly: null, otherwise: null },
    { fields: ['customer'], countingOnly: 'isOpen', otherwise: 'CART_EXISTS' },
  ])
})

it('reads choices that fields share', () => {
  const choices = (body: string) => {
    const read = readFragment('entities', `### Choice: Priority\n\n${body}`)
    return { choices: words(read.draft.entities.choices), said: saidAbout(read) }
  }
  expect(choices('| Value | Label |\n| --- | --- |\n| low | "Not urgent" |\n| high | |')).toEqual({
    choices: [
      {
        name: 'Priority',
        options: [
          { value: 'low', label: 'Not urgent' },
          { value: 'high', label: null },
        ],
      },
    ],
    said: [],
  })
  expect(choices('').said).toEqual(['N011 Priority'])
})

it('reads what has changed between versions', () => {
  const table = '| What | Was | Becomes | Existing records |\n| --- | --- | --- | --- |\n'
  const rows = [
    '| Ticket.severity | Ticket.priority | | `priority == "urgent" ? 1 : 3` |',
    '| Ticket.status on hold | removed | pending | |',
    '| Ticket.phone | new, required | | "unknown" |',
    '| Ticket | | | must pass first |',
  ]
  const read = readFragment('entities', `### Changes to version 7\n\n${table}${rows.join('\n')}`)
  expect(saidAbout(read)).toEqual([])
  const severity = { entity: 'Ticket', field: 'severity', word: null, becomes: null }
  expect(words(read.draft.entities.changes)).toEqual([
    {
      version: '7',
      rows: [
        {
          ...severity,
          was: { kind: 'known', name: 'Ticket.priority' },
          existing: { kind: 'expression', expression: 'priority == "urgent" ? 1 : 3' },
        },
        { ...severity, field: 'status', word: 'on hold', was: { kind: 'removed' }, becomes: 'pending', existing: null },
        {
          ...severity,
          field: 'phone',
          was: { kind: 'new', isRequired: true },
          existing: { kind: 'value', value: 'unknown' },
        },
        { ...severity, field: null, was: { kind: 'known', name: null }, existing: { kind: 'must pass first' } },
      ],
    },
  ])
  expect(saidAbout(readFragment('entities', '### Changes to version next'))).toEqual(['N011 next'])
})
