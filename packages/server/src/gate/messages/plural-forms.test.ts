// Plural forms in messages, documents and errors, in each reader's language.

import { expect, it } from 'vitest'
import { send } from './sendings.ts'
import { runPutOff } from '../../jobs/later.ts'
import { newestLater } from '../../store/tables/deferred-steps.ts'
import { newestMessages } from '../../store/tables/outbox.ts'
import { bindingsOf } from '../context/bindings.ts'
import { THE_CLOCK } from '../context/caller.ts'
import { runApplication } from '../../testing/running-application.ts'

const TEXT = `# Desk

**Ninefold:** 1

## 2. Screens and routes

### Document: Slip of Order

- **Title:** "{size(lines): =0 "Empty order", one "Order of one article", other "Order of # articles"}"
- **Fields:** code

## 3. Entities and their fields

**Every entity has:** id as a random identifier

### Entity: Order

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | text up to 20 | required, unique | | |
| most | whole number | required | 2 | |
| lines | list of Line via order | | | |

### Entity: Line

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| order | Order | required, deleted together | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Order | | all |
| Guest | see, create | Line | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Order | /api/orders | create | code | everything visible |
| Line | /api/lines | create | id | everything visible |

### POST /api/orders/:code/send — Send

- **Who:** Guest

1. find order in Order where \`code == path.code\` or fail NO_ORDER
2. require \`order.lines.size() <= order.most\` or fail TOO_MUCH
3. send Sent
4. respond 200 as document Slip of order

### POST /api/orders/:code/send-later — Send later

- **Who:** Guest

1. find order in Order where \`code == path.code\` or fail NO_ORDER
2. later:
   1. send Shown
3. respond 204

### Message: Shown

- **By:** email
- **To:** \`"bob@example.test"\`
- **Subject:** Hello
- **Body:** Here it is.
- **Shows:** Slip of order

### Messages

| Message | By | To | Subject | Body |
| --- | --- | --- | --- | --- |
| Sent | email | \`"ada@example.test"\` | {order.code} | You get {order.lines.size(): one "one article", other "# articles"}. |

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NO_ORDER | 404 | order | There is none. |
| TOO_MUCH | 409 | order | At most {order.most: one "one article", other "# articles"}. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Language | en |

### Translation: de

| Words | Translation |
| --- | --- |
| Here it is. | Hier ist es. |
| At most {order.most: one "one article", other "# articles"}. | Höchstens {order.most: one "ein Stück", other "# Stück"}. |
| {size(lines): =0 "Empty order", one "Order of one article", other "Order of # articles"} | Bestellung über {size(lines)} Artikel |
`

it('are chosen by the number, and by the reader’s language', async () => {
  await using desk = await runApplication(TEXT)
  const order = (await desk.guest.post('/api/orders', { code: 'A' })).body.id as string
  const sent = async (language: string) => {
    const headers = { 'accept-language': language, accept: 'text/html', 'ninefold-client': 'web' }
    const response = await fetch(`${desk.address}/api/orders/A/send`, { method: 'POST', headers })
    const text = await response.text()
    return response.status === 200
      ? /<title>(.*)<\/title>/.exec(text)?.[1]
      : (JSON.parse(text) as { detail: string }).detail
  }
  const add = () => desk.guest.post('/api/lines', { order })
  expect(await sent('en')).toBe('Empty order')
  await add()
  expect(await sent('en')).toBe('Order of one article')
  expect(await sent('de')).toBe('Bestellung über 1 Artikel')
  await add()
  expect(await sent('en')).toBe('Order of 2 articles')
  await add()
  expect([await sent('en'), await sent('de')]).toEqual(['At most 2 articles.', 'Höchstens 2 Stück.'])
  await desk.guest.post('/api/orders', { code: 'B', most: 1 })
  const bodies = (await newestMessages(desk.database, 10)).map(({ body }) => body).reverse()
  expect(bodies).toEqual(['You get 0 articles.', 'You get one article.', 'You get one article.', 'You get 2 articles.'])
})

it('are in the language in which a guest gave the address, also when somebody else causes the message', async () => {
  await using desk = await runApplication(
    TEXT.replace(
      '\n| At most',
      '\n| You get {size(order.lines): one "one article", other "# articles"}. | Sie bekommen {size(order.lines)} Artikel. |\n| At most',
    ),
  )
  await desk.guest.post('/api/orders', { code: 'A' })
  const sent = async (language: string) => {
    await desk.guest.post('/api/orders/A/send', {}, { 'accept-language': language })
    return (await newestMessages(desk.database, 1))[0]?.body
  }
  expect(await sent('de')).toBe('Sie bekommen 0 Artikel.')
  expect(await sent('en')).toBe('You get 0 articles.')
  expect(await sent('de-AT')).toBe('Sie bekommen 0 Artikel.')
  const kept = await desk.database.runOwn('kept', 'SELECT language FROM ninefold.address_language', [])
  expect(kept).toEqual([{ language: 'de' }])
  // The clock causes this message, so it has no reader.
  const sending = { ...desk.application.model.calls.calls[0]! }.steps.flatMap(({ action }) =>
    action.kind === 'send' ? [action.sending] : [],
  )[0]!
  const { application } = desk
  const row = (await desk.database.runOwn('order', 'SELECT id FROM "order"', []))[0]!
  await desk.database.write((transaction) =>
    send(
      {
        application,
        caller: THE_CLOCK,
        transaction,
        bindings: { ...bindingsOf(application, THE_CLOCK), order: { id: String(row['id']), fields: {} } },
      },
      sending,
    ),
  )
  expect((await newestMessages(desk.database, 1))[0]?.body).toBe('Sie bekommen 0 Artikel.')
})

it('are none of what is done later, which a translation of its words does not change', async () => {
  await using desk = await runApplication(TEXT)
  await desk.guest.post('/api/orders', { code: 'A' })
  const asked = await desk.guest.post('/api/orders/A/send-later', {}, { 'accept-language': 'de' })
  expect(asked.status).toBe(204)
  await runPutOff(desk.application, Date.now() + 1000)
  expect(await newestLater(desk.database, 10)).toEqual([])
  const [message] = await newestMessages(desk.database, 1)
  expect([message?.body, message?.letter]).toEqual(['Here it is.', expect.stringContaining('Empty order')])
})
