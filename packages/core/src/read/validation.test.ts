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

it('names rules over several records and decision tables as not supported yet', () => {
  expect(
    saidAbout(
      readFragment(
        'validation',
        '| Rule | Over | Same | Counting only | Holds | Otherwise |\n| --- | --- | --- | --- | --- | --- |\n| A | B | c | | at most 1 | X |',
      ),
    ),
  ).toEqual(['N012 Rule | Over | Same | Counting only | Holds | Otherwise'])
  expect(saidAbout(readFragment('validation', '### Decide: discount'))).toEqual(['N012 Decide: discount'])
})

it('takes "none beyond the field rules" as none', () => {
  const { draft, said } = readFragment('validation', '**Rules:** none beyond the field rules of point 3')
  expect(said).toEqual([])
  expect(draft.answers[0]).toMatchObject({ question: 'Validation rules', openness: { kind: 'none' } })
})
