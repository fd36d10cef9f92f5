// Permissions and refusals of point 3. ⟪ ⟫ mark the span of each expected diagnostic; no others may appear.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import type { Entity, Field } from '../../model/entities.ts'
import type { Model } from '../../model/model.ts'

const HEADER = '| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n'

function entity(name: string, rows: readonly string[], labels = '', after = ''): string {
  const padded = rows.map((row) => `| ${row}${' |'.repeat(Math.max(0, 5 - row.split(/ \|/).length))} |\n`)
  return `### Entity: ${name}\n\n${labels}\n\n${HEADER}${padded.join('')}\n${after}\n`
}

function specification(entities: string, more = ''): string {
  return `# Test\n\n**Ninefold:** 1\n\n## 3. Entities and their fields\n\n${entities}\n${more}\n`
}

/** Errors and warnings, without "not supported yet". */
function said(marked: string): { found: string[]; expected: string[]; fixed: string[] } {
  const expected: string[] = []
  let text = ''
  for (const [index, part] of marked.split(/⟪([^⟫]*)⟫/).entries()) {
    if (index % 2 === 1) expected.push(`${text.length} ${part}`)
    text += part
  }
  const { diagnostics } = compile(text)
  const told = diagnostics.filter(
    ({ number, severity }) => number !== 'N012' && (severity === 'error' || severity === 'warning'),
  )
  return {
    found: told.map(({ number, span }) => `${number} ${span.start} ${text.slice(span.start, span.end)}`),
    expected,
    fixed: told.flatMap(({ fixes }) => fixes.map(({ edits }) => edits.map((edit) => edit.text).join())),
  }
}

function expectSaid(text: string, ...numbers: string[]): string[] {
  const { found, expected, fixed } = said(text)
  expect(found).toEqual(expected.map((place, index) => `${numbers[index] ?? numbers[0]} ${place}`))
  return fixed
}

function modelOf(text: string): Model {
  const { model, diagnostics } = compile(text)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  if (model === null) throw new Error('There is no model.')
  return model
}

function fieldIn(text: string, name: string, of = 0): Field {
  const found = (modelOf(text).entities.entities[of] as Entity).fields.find((field) => field.name === name)
  if (found === undefined) throw new Error(`There is no field "${name}".`)
  return found
}

const one = (...rows: readonly string[]): string => specification(entity('A', rows))

describe('choices', () => {
  const shared = (type: string, rows = '| low | "Not urgent" |\n| high | |') =>
    specification(
      `${entity('Ticket', [`priority | ${type} | required | low`])}### Choice: Priority\n\n| Value | Label |\n| --- | --- |\n${rows}\n`,
    )

  it('of several fields are those of each field, with what people read for them', () => {
    const values = { values: ['low', 'high'], labels: { low: 'Not urgent' } }
    expect(fieldIn(shared('choice Priority'), 'priority').type).toEqual({ kind: 'choice', ...values })
    expect(fieldIn(shared('choices Priority'), 'priority').type).toEqual({ kind: 'choices', ...values })
    expect(modelOf(shared('choice Priority')).entities.choices).toMatchObject([{ name: 'Priority', ...values }])
  })

  it('have to be there, are used, and are each written once', () => {
    expect(expectSaid(shared('choice ⟪Priorty⟫'), 'N324')).toEqual(['Priority'])
    expectSaid(shared('choice: low, high').replace('Choice: Priority', 'Choice: ⟪Priority⟫'), 'N325')
    expectSaid(shared('choice Priority', '| low | |\n| ⟪low⟫ | |'), 'N008')
  })

  it('are known to defaults and to tables of records', () => {
    expectSaid(one('c | choices: red, blue | | red, ⟪grey⟫'), 'N307')
    expectSaid(one('f | money in ⟪EUX⟫'), 'N011')
    expectSaid(one('f | money with currency | | ⟪10⟫'), 'N307')
    expectSaid(one('f | money with currency | | ⟪0.505 EUR⟫'), 'N307')
    expect(fieldIn(one('f | money with currency | | 10 EUR'), 'f').default).toMatchObject({ value: '10.00 EUR' })
    expectSaid(one('d | date | | ⟪2026-02-30⟫'), 'N307')
    expectSaid(one('d | date and time | | ⟪2026-02-30 09:00⟫'), 'N307')
    expectSaid(one('f | money in JPY | | ⟪0.5⟫'), 'N307')
    expect(fieldIn(one('c | choices: red, blue | | red, blue'), 'c').default).toMatchObject({ kind: 'list' })
    const data = (cell: string) =>
      specification(
        `${entity('A', ['name | text | required', 'c | choices: red, blue |'])}### Reference data: A\n\n| name | c |\n| --- | --- |\n| x | ${cell} |\n`,
      )
    expectSaid(data('red, blue'))
    expectSaid(data('`red`, `blue`'))
    expectSaid(data('⟪red, grey⟫'), 'N315')
  })

  it('are told from no default where "none" is one of the words', () => {
    for (const kind of ['choice', 'choices'])
      expect(expectSaid(one(`plan | ${kind}: none, basic | | ⟪none⟫`), 'N332')).toEqual(['"none"'])
    expect(fieldIn(one('plan | choice: none, basic | | "none"'), 'plan').default).toMatchObject({ value: 'none' })
    expect(fieldIn(one('plan | choice: none, basic | | `"none"`'), 'plan').default).toMatchObject({ value: 'none' })
    expect(fieldIn(one('plan | choice: None, basic | | none'), 'plan').default).toBeNull()
    expect(fieldIn(one('plan | choice: out of scope, basic | | out of scope'), 'plan').default).toMatchObject({
      value: 'out of scope',
    })
    const shared = (word: string) =>
      `${entity('T', [`plan | choice Plan | | ${word}`])}### Choice: Plan\n\n| Value | Label |\n| --- | --- |\n| none | |\n| basic | |\n`
    expectSaid(specification(shared('⟪none⟫')), 'N332')
  })
})

describe('tables of records', () => {
  const notes = (...rows: string[]) =>
    specification(
      `${entity('A', ['name | text | required', 'note | formatted text |'])}${entity('B', ['a | A |', 'count | whole number |', 'more | list of A |'])}### Sample data: A\n\n| name | note |\n| --- | --- |\n${rows.join('\n')}\n`,
    )
  const valuesIn = (text: string, of = 0) => modelOf(text).entities.sampleData[of]?.rows.map(({ values }) => values)

  it('keep the Markdown of a text, and the text in backticks as it is', () => {
    const row = '| snake_case and *more* | Cut from **one** piece, by `hand \\| eye`, see [it](https://example.org) |'
    expect(valuesIn(notes(row, '| `**as it is**` | 5 \\* 3 <b>x</b>  y |'))).toEqual([
      {
        name: 'snake_case and *more*',
        note: 'Cut from **one** piece, by `hand | eye`, see [it](https://example.org)',
      },
      { name: '**as it is**', note: '5 \\* 3 <b>x</b>  y' },
    ])
  })

  it('name a record by the text that is kept, and read amounts and lists without their marks', () => {
    const others = (a: string, as: string) =>
      `${notes('| *Emma* | |', '| Persuasion | |')}\n### Sample data: B\n\n| a | count | more |\n| --- | --- | --- |\n| ${a} | **3** | ${as} |\n`
    expect(valuesIn(others('*Emma*', '`*Emma*`, `Persuasion`'), 1)).toEqual([
      { a: '*Emma*', count: 3, more: '*Emma*, Persuasion' },
    ])
    expectSaid(others('⟪Emma⟫', 'Persuasion'), 'N315')
  })

  it('keep every text', () => {
    const piece = fc.constantFrom(' ', ...'** * _ ` [ ](x) ~~ <b> \\* &amp; | a é ! "'.split(' '))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = `*x*${pieces.join('')} **x**`
        expect(valuesIn(notes(`| n | ${text.replaceAll('|', '\\|')} |`))).toEqual([{ name: 'n', note: text }])
      }),
    )
  })
})

describe('what the product makes', () => {
  it('is a slug of a stored text', () => {
    expect(fieldIn(one('title | text | required', 's | slug from title, never "new"'), 's')).toMatchObject({
      type: { kind: 'slug', from: 'title', never: ['new'] },
      unique: { ignoringCase: false, within: [] },
    })
    expectSaid(one('title | text | required', 's | slug from ⟪titel⟫'), 'N320')
    expectSaid(one('n | whole number | required', 's | slug from ⟪n⟫'), 'N326')
    expectSaid(one('title | text | required', 's | slug from title | ⟪set by product⟫'), 'N323')
    expectSaid(one('title | text | required', 's | slug from title | | ⟪x⟫'), 'N307')
  })

  it('is a sequence for each of something that every record has for good', () => {
    const sequence = (rules: string) =>
      specification(
        entity('Project', ['name | text | required']) +
          entity('Task', [`project | Project | ${rules}`, 'number | sequence per ⟪project⟫']),
      )
    expectSaid(sequence('required, set once, blocks deletion').replace(/[⟪⟫]/g, ''))
    expectSaid(sequence('required, blocks deletion'), 'N326')
    expectSaid(sequence('set once'), 'N326')
    expectSaid(one('n | ⟪sequence per year as "A-{n}"⟫'), 'N326')
    expectSaid(one('n | sequence per ⟪projct⟫'), 'N320')
  })

  it('is a text when a sequence has a form, and finds a record when it is counted once', () => {
    const found = (type: string) =>
      said(
        specification(
          entity('A', [`n | ${type}`]),
          '## 7. The calls it makes\n\n### Standard calls\n\n| Entity | Path | Calls | Found by | Answers with |\n| --- | --- | --- | --- | --- |\n| A | /a | get | n | everything visible |\n',
        ),
      ).found.length
    expect([found('sequence'), found('sequence per year'), found('sequence per year as "{year}-{n}"')]).toEqual([
      0, 1, 0,
    ])
  })
})

describe('files', () => {
  it('of sample data lie beside the text, and reference data has none', () => {
    const of = (kind: string, cell: string) =>
      specification(
        entity('A', ['name | text | required, unique', 'f | image up to 1 MB']) +
          `\n### ${kind} data: A\n\n| name | f |\n| --- | --- |\n| x | ${cell} |\n`,
      )
    expect(fieldIn(of('Sample', 'pictures/an oak.webp'), 'f').type.kind).toBe('file')
    expectSaid(of('Sample', '⟪../oak.webp⟫'), 'N315')
    expectSaid(of('Sample', '⟪a.png, b.png⟫'), 'N315')
    expectSaid(of('Reference', '⟪oak.webp⟫'), 'N315')
  })

  it('take their limits from constants too', () => {
    const text = specification(
      entity('A', ['f | list of image up to `maxImage`, at most 3']),
      '## 9. Business constants and limits\n\n| Constant | Value | Used for |\n| --- | --- | --- |\n| maxImage | 5 MB | images |\n',
    )
    expect(fieldIn(text, 'f').type).toEqual({
      kind: 'file',
      media: 'image',
      bytesMax: 5 * 1024 * 1024,
      isList: true,
      countMax: 3,
    })
  })
})

describe('relations', () => {
  const people = (profile: string, ...fields: string[]) =>
    specification(entity('User', ['name | text', ...fields]) + entity('Profile', [profile]))

  it('have one record at the other side when the reference is unique', () => {
    const text = people('user | User | unique', 'profile | one Profile via user')
    expect(fieldIn(text, 'profile').type).toEqual({ kind: 'inverse', entity: 'Profile', via: 'user' })
    expectSaid(people('user | User', 'profile | one Profile via ⟪user⟫'), 'N302')
    expectSaid(people('user | text', 'profile | one Profile via ⟪user⟫'), 'N302')
    expectSaid(people('user | User | unique', 'profile | one Profile via ⟪usr⟫'), 'N302')
    expectSaid(people('user | User | unique', 'profile | one ⟪Profil⟫ via user'), 'N301')
  })

  it('lead through an entity that points once to either side', () => {
    const clubs = (...rows: string[]) =>
      specification(
        entity('Club', ['members | list of Person via ⟪Membership⟫']) +
          entity('Person', ['name | text']) +
          entity('Membership', ['since | date', ...rows]),
      )
    expect(fieldIn(clubs('club | Club', 'person | Person').replace(/[⟪⟫]/g, ''), 'members').type).toMatchObject({
      entity: 'Person',
      via: null,
      through: { entity: 'Membership', own: 'club', other: 'person' },
    })
    expectSaid(clubs('club | Club'), 'N302')
    expectSaid(clubs('club | Club', 'person | Person', 'guarantor | Person'), 'N302')
  })
})

describe('rules of a field', () => {
  it('fit its type', () => {
    expectSaid(one('f | yes/no | ⟪pattern `x`⟫'), 'N323')
    expectSaid(one('f | file up to 1 MB | ⟪unique⟫'), 'N323')
    expectSaid(one('f | date | ⟪at least 3⟫'), 'N323')
    expectSaid(one('f | money with currency | ⟪at most 3⟫'), 'N323')
    expectSaid(one('f | period of dates | ⟪searchable⟫'), 'N323')
    expectSaid(one('f | choices: a, b | ⟪computed `now`⟫'), 'N323')
  })

  it('go together', () => {
    expectSaid(one('a | text', 'f | text | computed `a`, ⟪set once⟫'), 'N327')
    expectSaid(one('f | text | required, ⟪blank becomes empty⟫'), 'N327')
    expectSaid(one('f | text | searchable, ⟪hidden⟫'), 'N327')
    expectSaid(one('f | text | required, ⟪required⟫'), 'N327')
    expectSaid(one('a | text', 'f | text | computed `a`, ⟪unique⟫'), 'N327')
    expectSaid(one('f | ⟪text 9 to 3⟫'), 'N326')
    expectSaid(one('a | text', 'f | text | computed `a` | ⟪x⟫'), 'N307')
  })

  it('may be a pattern that can be matched in linear time', () => {
    expect(fieldIn(one('f | text | pattern `[A-Z]{3}`'), 'f').pattern).toBe('[A-Z]{3}')
    expectSaid(one('f | text | pattern `⟪[A-Z⟫`'), 'N328')
    expectSaid(one('f | text | pattern `⟪(?!x)y⟫`'), 'N328')
    expectSaid(one('f | text | pattern `⟪(a)\\1⟫`'), 'N328')
  })

  it('may say when personal data is erased', () => {
    const aged = (...rows: string[]) =>
      one(...rows).replace('\n\n### Entity', '\n\n**Every entity has:** createdAt\n\n### Entity')
    expect(fieldIn(aged('f | text | personal data erased after 2 years'), 'f')).toMatchObject({
      isPersonal: true,
      erasedAfter: { months: 24, days: 0 },
    })
    expect(fieldIn(aged('f | text | personal data erased after 30 days'), 'f').erasedAfter).toEqual({
      months: 0,
      days: 30,
    })
    expectSaid(one('f | text | personal data erased after ⟪some time⟫'), 'N011')
    expectSaid(one('f | text | ⟪personal data erased after 2 years⟫'), 'N326')
    expectSaid(aged('f | text | required, ⟪personal data erased after 2 years⟫'), 'N327')
    expectSaid(aged('g | text', 'f | text | ⟪personal data erased after 2 years⟫, computed `g`'), 'N327')
    expectSaid(aged('f | sequence from 1 | ⟪personal data erased after 2 years⟫'), 'N326')
    expectSaid(aged('f | list of A | ⟪personal data erased after 2 years⟫'), 'N326')
    expectSaid(aged('f | text | ⟪personal data erased after 2 years⟫', 's | slug from f'), 'N326')
  })

  it('may name a former name that nothing has any more', () => {
    expect(fieldIn(one('f | text | was phone'), 'f').was).toBe('phone')
    expectSaid(one('f | text | was ⟪g⟫', 'g | text'), 'N330')
    // A mistake in a name is not reported again where it is used.
    expectSaid(one('⟪let⟫ | text | required', 'f | text | unique within let'), 'N009')
  })

  it('compare within fields that are never empty', () => {
    expectSaid(one('g | text | required', 'f | text | required, unique within g'))
    expectSaid(one('g | text', 'f | text | required, unique within ⟪g⟫'), 'N312')
    expectSaid(one('g | list of A', 'f | text | required, unique within ⟪g⟫'), 'N326')
  })
})

describe('a field whose type is not shown', () => {
  it('is absent, and whatever is made from it waits for it, told once', () => {
    const waiting = (text: string) =>
      compile(text).diagnostics.flatMap((found) => (found.number === 'N019' ? [found] : []))
    const text = one('u | not shown | required', 's | slug from u', 'n | sequence per u', 'o | text | required')
    expect(waiting(text).map(({ severity, span }) => [severity, text.slice(span.start, span.end)])).toEqual([
      ['unknown', 'u'],
      ['unknown', 'u'],
    ])
    expect(modelOf(text).entities.entities[0]?.fields.map(({ name }) => name)).toEqual(['id', 'o'])
    expect(waiting(one('u | place', 's | slug from u'))).toEqual([])
  })
})

describe('labels of an entity', () => {
  const labelled = (label: string, ...rows: string[]) =>
    specification(entity('A', ['name | text | required', ...rows], label))

  it('are in the model', () => {
    const text = labelled('- **History:** every change of name\n- **Deleted:** kept 30 days\n- **was:** Old')
    expect(modelOf(text).entities.entities[0]).toMatchObject({
      history: { fields: ['name'] },
      keptDeleted: { for: { months: 0, days: 30 } },
      was: 'Old',
    })
    expectSaid(labelled('- **History:** every change of ⟪nme⟫'), 'N320')
    expectSaid(labelled('- **History:** every change of name, ⟪key⟫', 'key | secret text'), 'N011')
    expectSaid(labelled('- **was:** ⟪A⟫'), 'N330')
  })

  it('say what only grows, which nothing then changes', () => {
    const other = entity('B', ['name | text'])
    const growing = (rules: string) => specification(other + entity('A', [`b | B | ${rules}`], '- **Only grows:** yes'))
    expectSaid(growing('required, ⟪deleted together⟫'), 'N329')
    expectSaid(growing('⟪cleared on deletion⟫'), 'N329')
    expect(fieldIn(growing(''), 'b', 1).onDeletion).toBe('blocks deletion')
  })

  it('ask a part to have its whole, and can make it so', () => {
    const part = (rules: string) =>
      specification(entity('B', ['name | text']) + entity('A', [`b | B | ${rules}`], '- **Part of:** B via b'))
    expectSaid(part('required'))
    expect(expectSaid(part('set once').replace('| b |', '| ⟪b⟫ |'), 'N319')).toEqual(['required, '])
  })
})

describe('what is unique together', () => {
  const together = (row: string, more = '') =>
    specification(
      entity(
        'A',
        ['p | text | required', 'n | whole number | required', 'o | text', 'l | list of A'],
        '',
        `| Unique together | Counting only | Otherwise |\n| --- | --- | --- |\n| ${row} |`,
      ),
      more,
    )

  it('is in the model with the records that count', () => {
    const [found] = modelOf(together('p, n | `o != null` |')).entities.entities[0]?.uniqueTogether ?? []
    expect(found).toMatchObject({ fields: ['p', 'n'], countingOnly: { kind: 'binary' }, otherwise: null })
  })

  it('names fields that can be compared, and are never empty', () => {
    expectSaid(together('p, ⟪m⟫ | |'), 'N320')
    expectSaid(together('p, ⟪l⟫ | |'), 'N326')
    expectSaid(together('⟪p⟫ | |'), 'N326')
    expectSaid(together('p, ⟪o⟫ | |'), 'N312')
    expectSaid(together('p, o | `o != null` |'))
    expectSaid(together('p, n | `⟪now⟫ > now` |').replace('> now', '> ⟪now⟫'), 'N051')
  })
})

describe('changes between versions', () => {
  const changed = (row: string) =>
    specification(
      `${entity('A', ['name | text', 'c | choice: x, y', 'fee | money with currency', 'day | date'])}### Changes to version 2\n\n| What | Was | Becomes | Existing records |\n| --- | --- | --- | --- |\n| ${row} |\n`,
    )

  it('name what there is, and what there is no more', () => {
    expect(modelOf(changed('A.c z | removed | x |')).entities.changes).toMatchObject([
      { version: 2, changes: [{ entity: 'A', field: 'c', word: 'z', was: { kind: 'removed' }, becomes: 'x' }] },
    ])
    expectSaid(changed('A.c x | ⟪removed⟫ | y |'), 'N330')
    expectSaid(changed('A.⟪nme⟫ | A.title | |'), 'N320')
    expectSaid(changed('A.fee | new, required | | ⟪5 EUX⟫'), 'N330')
    expectSaid(changed('A.day | new, required | | ⟪2026-02-30⟫'), 'N330')
    expectSaid(changed('A.c ⟪w⟫ | new | |'), 'N330')
    expectSaid(changed('A.day | new | | |\n| ⟪A⟫.day | new | |'), 'N008')
  })
})
