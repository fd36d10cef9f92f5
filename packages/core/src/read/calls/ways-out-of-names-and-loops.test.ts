import { expect, it } from 'vitest'
import { readFragment } from '../testing.ts'

it('leads from a loop in one line to steps below it', () => {
  const { said } = readFragment(
    'calls',
    '### POST /api/a — Do it\n\n- **Who:** Agent\n\n1. for each t in board.tickets: delete t',
  )
  expect(said.map(({ number, hint }) => [number, hint])).toEqual([
    ['N705', 'Its steps are numbered below it, even if there is only one.'],
  ])
})

it.each(['asList(input.tags)', '`asList(input.tags)`', 'input.tags.filter(t, t != "")'])(
  'leads from a loop over %s to a name for the list',
  (list) => {
    const { said } = readFragment(
      'calls',
      `### POST /api/a — Do it\n\n- **Who:** Agent\n\n1. for each tag in ${list}:\n   1. delete tag`,
    )
    expect(said.map(({ number, hint }) => [number, hint])).toEqual([
      [
        'N705',
        'Name a list of values first: let tagList be `…`; then for each tag in tagList:. Records are narrowed behind their source: where `…`.',
      ],
    ])
  },
)

it('leads from a word of expressions to another name', () => {
  const fields =
    '| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n| namespace | text | | | |'
  const { said } = readFragment('entities', `### Entity: Object\n\n${fields}`)
  expect(said.map(({ number, hint }) => [number, hint])).toEqual([
    ['N009', 'Give it another name, such as oneNamespace.'],
  ])
})
