import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { FIELDS } from '../specification-for-tests.ts'

const read = (type: string, rules: string, written: string) =>
  compile(`# Test

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Note

${FIELDS}
| about | ${type} | ${rules} | ${written} | |
`)

const defaultOf = (type: string, written: string) =>
  read(type, 'required', written).model?.entities.entities[0]?.fields.find(({ name }) => name === 'about')?.default

it('is written in quotes where the field takes it', () => {
  expect(defaultOf('text 0 to 80', '""')).toMatchObject({ value: '' })
  expect(defaultOf('text 0 to 80', '')).toBeNull()
})

it('is refused by every other field', () => {
  for (const type of ['text up to 80', 'text 1 to 80', 'email', 'whole number', 'date'])
    expect(read(type, '', '""').diagnostics.map(({ number }) => number)).toContain('N307')
})
