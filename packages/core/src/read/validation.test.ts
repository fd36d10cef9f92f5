import { expect, it } from 'vitest'
import { readFragment, saidAbout } from './testing.ts'

const rules = (...rows: string[]) =>
  readFragment(
    'validation',
    ['| Rule | Entity | When | If | Must hold | Otherwise |', '| --- | --- | --- | --- | --- | --- |', ...rows].join(
      '\n',
    ),
  )

it('reads every moment of a rule', () => {
  const moments = ['always', '', 'create', 'change', 'delete', 'category changes', 'do give up']
  const { draft, said } = rules(...moments.map((when) => `| R | E | ${when} | | \`a\` | CODE |`))
  expect(said).toEqual([])
  expect(draft.validation.rules.map(({ when }) => when.kind)).toEqual([
    'always',
    'always',
    'create',
    'change',
    'delete',
    'field changes',
    'transition',
  ])
  expect(draft.validation.rules[5]?.when).toMatchObject({ field: { text: 'category' } })
  expect(draft.validation.rules[6]?.when).toMatchObject({ transition: { text: 'give up' } })
})

it('reports a moment that is none, and a condition that is missing', () => {
  expect(saidAbout(rules('| R | E | sometimes | | `a` | CODE |'))).toEqual(['N011 sometimes'])
  expect(saidAbout(rules('| R | E | always | | | CODE |'))).toEqual(['N011 '])
})

it('leaves out a rule of which something needed is not shown', () => {
  const read = rules('| R | E | always | | `a` | not shown |', '| R | E | always | | not shown | CODE |')
  expect(read.draft.validation.rules).toEqual([])
  expect(saidAbout(read)).toEqual(['N007 not shown', 'N007 not shown'])
})

it.each([
  '| R | E | always | not shown | `a` | CODE |',
  '| R | E | not shown | | `a` | CODE |',
  '| R | not shown | always | | `a` | CODE |',
])('would not refuse by a rule of which a part is not shown: %s', (row) => {
  const read = rules(row)
  expect(read.draft.validation.rules).toEqual([])
  expect(saidAbout(read)).toEqual(['N007 not shown'])
})

const overRecords = (...rows: readonly string[]) => {
  const header = '| Rule | Over | Same | Counting only | Holds | Otherwise |\n| --- | --- | --- | --- | --- | --- |'
  const read = readFragment('validation', `${header}\n${rows.join('\n')}`)
  return { ...read, rows: read.draft.validation.rulesOverRecords }
}

it('reads every form of a rule over several records', () => {
  const { rows, said } = overRecords(
    ...[
      '`during` never overlaps',
      'at most 1',
      'exactly `size`',
      'at least 2',
      '`onHand` never below 0',
      'sum of `amount` is 0',
      'sum of `percent` at most 100',
      '`parent` never in a circle',
    ].map((holds, index) => `| R${index} | Booking | room, day | \`open\` | ${holds} | CODE |`),
  )
  expect(said).toEqual([])
  expect(rows[0]).toMatchObject({
    over: { text: 'Booking' },
    same: [{ text: 'room' }, { text: 'day' }],
    countingOnly: { text: 'open' },
    holds: { kind: 'never overlaps', field: { text: 'during' } },
    otherwise: { text: 'CODE' },
  })
  expect(rows.map(({ holds }) => [holds.kind, 'comparison' in holds ? holds.comparison : null])).toEqual([
    ['never overlaps', null],
    ['count', 'at most'],
    ['count', 'exactly'],
    ['count', 'at least'],
    ['never below', null],
    ['sum', 'is'],
    ['sum', 'at most'],
    ['never in a circle', null],
  ])
})

it.each([
  ['no overlapping `during`', /never overlaps/],
  ['no more than 3', /at most/],
  ['`onHand` not negative', /never below 0/],
  ['total of `a` is 0', /sum of/],
  ['no cycle in `parent`', /never in a circle/],
  ['all is well', /at most N/],
])('knows which form was probably meant by "%s"', (holds, hint) => {
  const read = overRecords(`| R | B | | | ${holds} | CODE |`)
  expect(read.rows).toEqual([])
  expect(read.said.map(({ number }) => number)).toEqual(['N011'])
  expect(read.said[0]?.hint).toMatch(hint)
})

it.each([
  '| R | not shown | | | at most 1 | CODE |',
  '| R | B | not shown | | at most 1 | CODE |',
  '| R | B | | not shown | at most 1 | CODE |',
  '| R | B | | | not shown | CODE |',
  '| R | B | | | at most 1 | not shown |',
])('would not hold a rule over records of which a part is not shown: %s', (row) => {
  const read = overRecords(row)
  expect(read.rows).toEqual([])
  expect(saidAbout(read)).toEqual(['N007 not shown'])
})

it('asks for the name of a rule', () => {
  expect(saidAbout(rules('| | E | always | | `a` | CODE |'))).toEqual(['N011 '])
})

it('takes "none beyond the field rules" as none', () => {
  const { draft, said } = readFragment('validation', '**Rules:** none beyond the field rules of point 3')
  expect(said).toEqual([])
  expect(draft.answers[0]).toMatchObject({ question: 'Validation rules', openness: { kind: 'none' } })
})
