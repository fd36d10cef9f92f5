// Headers that the product sets by itself are declared in the OpenAPI document.

import { expect, it } from 'vitest'
import { modelOf } from '../../compile.ts'
import { openApiDocument } from './document.ts'

const TEXT = `# Parts

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, version

### Entity: Part

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | text up to 20 | required, unique | | |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change | Part | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Part | /api/parts | list, get, create, change | code | everything visible |
`

it('declares the links of pages, entity tags and the types of a change', () => {
  const model = modelOf(TEXT)
  if (model === null) throw new Error('The text has errors.')
  const { paths } = openApiDocument(model, '1')
  const headersOf = (path: string, method: 'get' | 'patch' | 'post', status: string): string[] =>
    Object.keys(paths[path]?.[method]?.responses[status]?.headers ?? {}).sort()
  expect(headersOf('/api/parts', 'get', '200')).toEqual(['ETag', 'Link'])
  expect(headersOf('/api/parts/{code}', 'get', '200')).toEqual(['Accept-Patch', 'ETag'])
  expect(headersOf('/api/parts/{code}', 'patch', '200')).toEqual(['Accept-Patch'])
  expect(headersOf('/api/parts', 'post', '201')).toEqual([])
})

it('declares the headers of limits at the calls that have one, in refusals too', () => {
  const limits = `

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Limit headers | X-RateLimit, RateLimit |

| Limit | On | Per | At most | Otherwise |
| --- | --- | --- | --- | --- |
| Reading | \`GET /api/parts\` | address, 1 minute | 5 | |
`
  const model = modelOf(TEXT + limits)
  if (model === null) throw new Error('The text has errors.')
  const { paths } = openApiDocument(model, '1')
  const told = ['RateLimit', 'RateLimit-Policy', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
  for (const status of ['200', '429'])
    expect(Object.keys(paths['/api/parts']?.get?.responses[status]?.headers ?? {})).toEqual(
      expect.arrayContaining(told),
    )
  expect(Object.keys(paths['/api/parts']?.post?.responses['201']?.headers ?? {})).toEqual([])
})
