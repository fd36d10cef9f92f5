// `all except`: a field that would reveal an excluded one is excluded too, and no other field.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { FIELDS } from '../specification-for-tests.ts'

/** The fields that the row grants, without those that every row grants. */
function given(row: string, rules = ''): readonly string[] {
  const { model, diagnostics } = compile(`# Payroll

## 3. Entities and their fields

**Every entity has:** id as a random identifier, createdAt, updatedAt, version

### Entity: Person

${FIELDS}
| name | text up to 60 | required | | |
| salary | whole number | required | | |
| yearly | whole number | computed \`salary * 12\` | | |
| isRich | yes/no | computed \`yearly > 60000\` | | |
| grade | whole number | computed over all \`salary / 1000\` | | |
| isNamed | yes/no | computed \`name.contains("a")\` | | |
| boss | Person | cleared on deletion | | |
| born | date | set once | | |
${rules}

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
${row}
`)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return model?.roles.permissions[0]?.fields ?? []
}

const ROW = (fields: string): string => `| Guest | see | Person | | ${fields} |`
const EVERYTHING = given(ROW('all'))

it.each([
  ['salary', ['salary', 'yearly', 'isRich', 'version', 'updatedAt']],
  ['yearly', ['yearly', 'isRich']],
  ['name', ['name', 'isNamed', 'version', 'updatedAt']],
  ['boss', ['boss', 'version', 'updatedAt']],
  ['born', ['born']],
  ['createdAt', ['createdAt']],
])('leaves out with %s: %j', (except, gone) => {
  expect(EVERYTHING.filter((field) => !given(ROW(`all except ${except}`)).includes(field)).sort()).toEqual(gone.sort())
})

it('gives by name what is left out', () => {
  expect(given(ROW('yearly, version'))).toEqual(['yearly', 'version'])
})

it('forbids what tells, where everything but something is forbidden', () => {
  const forbidden = given('| Nobody | see | Person | | all except salary |')
  expect(EVERYTHING.filter((field) => !forbidden.includes(field))).toEqual(['salary'])
})
