// Links of answers to the address of their request, with another value for one parameter.

import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'

const TEXT = `# Pages

**Ninefold:** 1

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

## 7. The calls it makes

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
  // A parameter stays where it was sent.
  expect((await pages.guest.get('/pages?words=a&page=2')).body.fixed).toBe(`${at}?words=%C3%A4%2Fb%20%2B&page=2`)
})
