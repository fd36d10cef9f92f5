// A message may name both limits of a value; where the value has one of them, the product's own words apply.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

const text = `# Names

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Name

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text 3 to 20 | required | | |
| note | text up to 5 | | | |
| count | whole number 1 to 9 | | | |
| most | whole number at most 7 | | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Name | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Name | \`/names\` | list, create | id | everything visible |

### POST /own — By the product

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| title | text | yes |
| count | whole number | no |

1. create Name as name with title = \`input.title\`, count = \`input.count\`
2. respond 201 with \`name.title\`

### POST /many — Many

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| words | list of 2 to 3 text | no |
| things | list of 1 to 2 objects | no |
| things[].word | text 2 to 4 | yes |

1. respond 200 with \`{"words": input.words, "things": input.things}\`

## 8. The error catalogue

| Built-in error | Status | About | Message |
| --- | --- | --- | --- |
| too short | | | {field} has {min} to {max} characters, not below {limit}. |
| too long | | | {field} has {min} to {max} characters, not above {limit}. |
| too small | | | {field} is between {min} and {max}. |
| too big | | | {field} is between {min} and {max}, at most {limit}. |
`

let names: RunningApplication
beforeAll(async () => {
  names = await runApplication(text)
})
afterAll(async () => names[Symbol.asyncDispose]())

async function messages(path: string, sent: object): Promise<readonly string[]> {
  const { body } = await names.guest.post(path, sent)
  return (body as { errors: { message: string }[] }).errors.map(({ message }) => message)
}

it('names both limits of a sent value', async () => {
  expect(await messages('/names', { title: 'ab', count: 0 })).toEqual([
    'title has 3 to 20 characters, not below 3.',
    'count is between 1 and 9.',
  ])
  expect(await messages('/names', { title: 'a'.repeat(21), count: 10 })).toEqual([
    'title has 3 to 20 characters, not above 20.',
    'count is between 1 and 9, at most 9.',
  ])
})

it('has words of its own for a value with one limit', async () => {
  expect(await messages('/names', { title: 'abc', note: 'abcdef', most: 8 })).toEqual([
    'Please use at most 5 characters.',
    'Please choose at most 7.',
  ])
})

it('names both limits of a value that a step gives', async () => {
  expect(await messages('/own', { title: 'ab' })).toEqual(['title has 3 to 20 characters, not below 3.'])
  expect(await messages('/own', { title: 'a'.repeat(21) })).toEqual(['title has 3 to 20 characters, not above 20.'])
  expect(await messages('/own', { title: 'abc', count: 0 })).toEqual(['count is between 1 and 9.'])
  expect(await messages('/own', { title: 'abc', count: 10 })).toEqual(['count is between 1 and 9, at most 9.'])
})

it('names both limits of lists, and of values in them', async () => {
  expect(await messages('/many', { words: ['a'] })).toEqual(['words is between 2 and 3.'])
  expect(await messages('/many', { words: ['a', 'b', 'c', 'd'] })).toEqual(['words is between 2 and 3, at most 3.'])
  expect(await messages('/many', { things: [] })).toEqual(['things is between 1 and 2.'])
  expect(await messages('/many', { things: [{ word: 'a' }] })).toEqual([
    'things[0].word has 2 to 4 characters, not below 2.',
  ])
})

it('tells browsers the same', async () => {
  const { body } = await names.guest.get('/_ninefold/app')
  expect(body).toMatchObject({
    refusals: { 'too short': '{field} has {min} to {max} characters, not below {limit}.' },
    suppliedRefusals: { 'too short': 'Please use at least {limit} characters.' },
  })
})
