import { expect, it } from 'vitest'
import { FIELDS } from '../../check/specification-for-tests.ts'
import { readFragment } from '../testing.ts'

it.each(['matches', 'matching', 'regex', 'regular expression', 'format:'])('takes %s for a pattern', (word) => {
  const { said } = readFragment('entities', `### Entity: A\n\n${FIELDS}\n| a | text | ${word} \`^[a-z]*$\` | | |`)
  expect(said.map(({ number, hint }) => [number, hint])).toEqual([['N011', 'Did you mean "pattern `^[a-z]*$`"?']])
})
