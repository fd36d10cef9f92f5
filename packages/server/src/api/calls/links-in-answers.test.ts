// Links of answers to the address of their request, with another value for one parameter.

import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'

const TEXT = `# Pages

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Leaf

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 20 | required, unique | | |

### Reference data: Leaf

| name |
| --- |
| a |
| b |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Leaf | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Leaf | \`/leaves\` | list | id | everything visible |

### GET /pages — Pages

- **Who:** Guest

| Query | Type | Keeps only |
| --- | --- | --- |
| page | whole number | |
| words | text | |

1. respond 200 with \`{"page": withQuery("page", query.page), "words": withQuery("words", query.words), "fixed": withQuery("words", "ä/b +")}\`
`

it('keeps what was sent, writes values as an address has them, and is empty where the value is', async () => {
  await using pages = await runApplication(TEXT)
  const at = `${pages.address}/pages`
  expect((await pages.guest.get('/pages')).body).toEqual({
    page: null,
    words: null,
    fixed: `${at}?words=%C3%A4%2Fb%20%2B`,
  })
  expect((await pages.guest.get('/pages?page=2&words=%26')).body).toEqual({
    page: `${at}?page=2&words=%26`,
    words: `${at}?page=2&words=%26`,
    fixed: `${at}?page=2&words=%C3%A4%2Fb%20%2B`,
  })
  // The others are as they were sent.
  const sent = 'words=a,b+c%2c%C3%A4'
  expect((await pages.guest.get(`/pages?${sent}&page=2`)).body.page).toBe(`${at}?${sent}&page=2`)
  // A parameter stays where it was sent.
  expect((await pages.guest.get('/pages?words=a&page=2')).body.fixed).toBe(`${at}?words=%C3%A4%2Fb%20%2B&page=2`)
})

it('leads through the pages of a standard list', async () => {
  await using pages = await runApplication(TEXT)
  const at = `${pages.address}/leaves`
  const first = await pages.guest.get('/leaves?limit=1&sort=name')
  const link = `<${at}?limit=1&sort=name>; rel="first", <${at}?limit=1&sort=name&after=${first.body.next}>; rel="next"`
  expect(first.headers.get('link')).toBe(link)
  const [, next = ''] = /<([^>]+)>; rel="next"/.exec(link) ?? []
  const second = await pages.guest.get(next.slice(pages.address.length))
  expect(second.body.items).toEqual([{ id: 2, name: 'b' }])
  const several = await pages.guest.get('/leaves?sort=%6eame&limit=1')
  expect(several.headers.get('link')).toMatch(`<${at}?sort=%6eame&limit=1>; rel="first"`)
  // The cursor keeps its place, and the first page has none.
  const onward = await pages.guest.get(`/leaves?after=${first.body.next}&limit=1&sort=name`)
  const cursor = `after=${onward.body.next}`
  expect(onward.headers.get('link')).toBe(
    `<${at}?limit=1&sort=name>; rel="first", <${at}?${cursor}&limit=1&sort=name>; rel="next"`,
  )
  expect((await pages.guest.get('/leaves')).headers.get('link')).toBeNull()
})
