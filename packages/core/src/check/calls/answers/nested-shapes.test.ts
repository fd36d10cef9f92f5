// Shapes that contain themselves: those whose answers end, and those that do not.

import { expect, it } from 'vitest'
import { compile } from '../../../compile.ts'

const textWith = (shapes: string): string => `# Thread

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Comment

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| body | text up to 80 | required | | |
| hidden | yes/no | required | no | |
| parent | Comment | deleted together | | |
| replies | list of Comment via parent | | | |
| related | list of Comment | | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Comment | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Comment | /comments | list | id | One |

### Shape: One of Comment

| Key | Value |
| --- | --- |
| body | \`body\` |
${shapes}`

function said(shapes: string): string[] {
  const text = textWith(shapes)
  return compile(text)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ number, span }) => `${number} ${text.slice(span.start, span.end)}`)
}

it.for([
  'replies.map(r, One(r))',
  'parent == null ? null : One(parent)',
  '{"count": replies.size(), "items": replies.filter(r, !r.hidden).map(r, One(r))}',
  'ifAny(first(replies, 5).map(r, One(r)))',
])('nests a shape by the reference of its entity to itself: %s', (value) => {
  expect(said(`| inner | \`${value}\` |`)).toEqual([])
  const shapes = compile(textWith(`| inner | \`${value}\` |`)).model?.calls.shapes ?? []
  expect(shapes.map(({ name, keys }) => `${name}: ${keys.map(({ key }) => key).join(' ')}`)).toEqual([
    'One: body inner',
    ...Array.from({ length: 8 }, (_, index) => `One.${index + 2}: body inner`),
    'One.10: body',
  ])
})

it.for([
  'One(this)',
  'related.map(r, One(r))',
  'Comment.map(c, One(c))',
  'Comment.filter(c, c.parent == this).map(c, One(c))',
  'replies.map(r, r.replies.map(s, One(s)))',
  '{"a": replies.map(r, One(r)), "b": replies.map(r, One(r))}',
])('refuses one whose answers might not end: %s', (value) => {
  expect(said(`| inner | \`${value}\` |`)[0]).toBe('N727 One')
})

it('refuses a second way, and a way through another shape', () => {
  const both = '| up | `One(parent)` |\n| down | `replies.map(r, One(r))` |'
  expect(said(both)).toEqual(['N727 One'])
  const other =
    '| inner | `replies.map(r, Other(r))` |\n\n### Shape: Other of Comment\n\n| Key | Value |\n| --- | --- |\n'
  expect(said(`${other}| one | \`One(this)\` |`)).toEqual(['N727 One', 'N727 Other'])
  expect(said('| everything in One | |\n| down | `replies.map(r, One(r))` |')).toContain('N727 One')
})
