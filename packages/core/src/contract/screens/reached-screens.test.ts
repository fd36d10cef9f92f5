// A screen is available, with its columns, to every role that a row of point 6 reaches, no matter whether the condition
// can hold.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { operationsOf } from '../calls/calls.ts'
import { screensOf } from './screens.ts'

const { model } = compile(`# Books

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Books | none |

### Screen: Books

- **Who:** Guest, Reader
- **Shows:** list of Book, sorted by title A to Z, 20 per page
- **Columns:** title, pages

## 3. Entities and their fields

### Entity: Person

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | hidden | | |

### Entity: Book

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 200 | required | | |
| pages | whole number | | | |

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Reader | | by signing up |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Reader | see | Book | \`pages != null && pages < 3 && pages == null\` | title |
`)

const screensFor = (role: string) => {
  if (model === null) return expect.fail('The text has errors.')
  const caller = { roles: new Set([role]), isSignedIn: role !== 'Guest' }
  return screensOf({ model, caller, operations: operationsOf(model) })
}

it('shows a screen to somebody whom a row reaches that can never hold', () => {
  const [books] = screensFor('Reader')
  const columns = books?.blocks.flatMap((block) => ('columns' in block ? block.columns : []))
  expect(columns?.map(({ key }) => key)).toEqual(['title'])
})

it('shows none where no row reaches', () => {
  expect(screensFor('Guest')).toEqual([])
})
