import { expect, it } from 'vitest'
import { isSpecification } from './recognise.ts'

it('knows a specification by the heading of a point, or by the version of the language', () => {
  expect(isSpecification('# A\r\n\r\n## 6. ROLES and permissions\r\n')).toBe(true)
  expect(isSpecification('\uFEFF# A\n\n**Ninefold:** 1\n')).toBe(true)
})

it('takes nothing else for one', () => {
  for (const other of [
    '',
    '# A',
    '## 6. Roles',
    '### 6. Roles and permissions',
    '```\n## 6. Roles and permissions\n```',
    '## Usage\n\n**Ninefold:** 1',
  ]) {
    expect(isSpecification(other)).toBe(false)
  }
})
