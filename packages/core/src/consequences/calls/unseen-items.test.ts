// Lists of values in answers against rights: a list of hidden values is empty, which its author should know.

import { expect, it } from 'vitest'
import { library } from '../../check/calls/library-for-tests.ts'
import { compile } from '../../compile.ts'

it('reports lists whose values no caller sees', () => {
  const unseen = (value: string) =>
    compile(
      library(`### GET /api/found — Found

- **Who:** Reader

1. list found from Loan, all of them
2. respond 200 with \`{"found": ${value}}\`
`).replace('| Librarian | see, create, change, delete | Loan | | all |', '| Reader | see | Loan | | since |'),
    )
      .diagnostics.filter(({ number }) => number === 'N612')
      .map(({ message }) => message)
  expect(unseen('found.map(f, f.since)')).toEqual([])
  expect(unseen('found.map(f, f.id)')).toEqual([
    'No caller of this answer may see "id": the list of its values is always empty.',
  ])
  expect(unseen('found.map(f, f.id).size()')).toHaveLength(1)
  expect(unseen('found.map(f, {"since": f.since})')).toEqual([])
})
