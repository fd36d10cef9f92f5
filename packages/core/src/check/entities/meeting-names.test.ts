// Names that would be the same in the database, and names that only look the same.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { planTables } from '../../plan/schema/tables.ts'

interface Written {
  readonly name: string
  readonly fields: readonly string[]
}

function specification(entities: readonly Written[]): string {
  const table = ({ name, fields }: Written): string =>
    `### Entity: ${name}\n\n| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n${fields.map((field) => `| ${field} |`).join('\n')}\n`
  return `# Names\n\n**Ninefold:** 1\n\n## 3. Entities and their fields\n\n**Every entity has:** id as a counting number, createdAt\n\n${entities.map(table).join('\n')}`
}

const text = (name: string): string => `${name} | text up to 20 | unique | |`
const to = (name: string, entity: string): string => `${name} | ${entity} | cleared on deletion | |`
const many = (name: string, entity: string): string => `${name} | list of ${entity} | | |`

function told(entities: readonly Written[]): string[] {
  const { diagnostics } = compile(specification(entities))
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ number, message }) => `${number} ${message}`)
}

/** The entities that get a table. */
function planned(entities: readonly Written[]): string[] {
  const { model } = compile(specification(entities))
  return model === null ? [] : [...new Set(planTables(model).tables.map(({ entity }) => entity))]
}

it.each<[string, readonly Written[], string | null]>([
  ['capitals and underscores', [{ name: 'Thing', fields: [text('aB'), text('a_b')] }], '"a_b"'],
  ['a reference', [{ name: 'Thing', fields: [to('other', 'Thing'), text('otherId')] }], '"otherId"'],
  ['a built-in field', [{ name: 'Thing', fields: [text('created_at')] }], '"created_at"'],
  [
    'entities',
    [
      { name: 'UserRole', fields: [text('a')] },
      { name: 'User_role', fields: [text('a')] },
    ],
    '"User_role"',
  ],
  [
    'a list',
    [
      { name: 'Thing', fields: [many('items', 'Thing')] },
      { name: 'ThingItems', fields: [text('a')] },
    ],
    '"items"',
  ],
  [
    'fields of two',
    [
      { name: 'Order', fields: [text('lineNumber')] },
      { name: 'OrderLine', fields: [text('number')] },
    ],
    '"number"',
  ],
  [
    'a list, and an index that no author names',
    [
      { name: 'Aa', fields: [text('b')] },
      { name: 'AaB', fields: [many('unique', 'Aa')] },
    ],
    null,
  ],
  [
    'other names',
    [
      { name: 'Order', fields: [text('line'), to('other', 'Order')] },
      { name: 'OrderLine', fields: [text('id2')] },
    ],
    null,
  ],
])('%s', (_, entities, name) => {
  const errors = told(entities)
  if (name === null) expect([errors, planned(entities)]).toEqual([[], entities.map(({ name: each }) => each)])
  else expect(errors).toEqual([expect.stringMatching(new RegExp(`^N009 ${name} cannot be a name: in the database`))])
})

it('finds whatever the plan of the tables could not give two names', () => {
  const word = fc.constantFrom('a', 'A', 'ab', 'aB', 'a_b', 'b', 'bId', 'b_id', 'c', 'key', 'unique')
  const field = fc
    .tuple(word, fc.nat(2))
    .map(([name, kind]) => [text(name), to(name, 'Aa'), many(name, 'Aa')][kind] ?? '')
  const entity = (name: string) => fc.array(field, { minLength: 1, maxLength: 4 }).map((fields) => ({ name, fields }))
  fc.assert(
    fc.property(entity('Aa'), entity('AaB'), entity('Aa_b_id'), (...entities) => {
      const { model } = compile(specification(entities))
      if (model !== null) expect(() => planTables(model)).not.toThrow()
    }),
    { numRuns: 300 },
  )
})
