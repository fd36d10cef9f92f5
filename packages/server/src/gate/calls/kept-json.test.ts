// Steps keep objects in fields of JSON and in maps: sent ones, written ones, and records as their caller sees them.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

const text = `# Events

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Event

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required | | |
| secretly | text up to 80 | | | |
| meta | json | | | |
| labels | map of text up to 5 | | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Event | | name, meta, labels |
| Guest | create, change | Event | | all |

## 7. The calls it makes

### Shape: EventView of Event

| Key | Value |
| --- | --- |
| name | \`name\` |
| secretly | \`secretly\` |

### POST /events — Keep

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| name | Event.name | yes |
| count | whole number | no |
| colour | text | no |
| address.first-name | text | no |
| address.place.lat | decimal with 2 places | no |
| items | list of up to 5 objects | no |
| items[].first-name | text | no |
| items[].at | date and time | no |
| any | json | no |

1. create Event as event with given name, secretly = \`"hidden"\`, meta = \`{"n": input.count, "to": input.address, "items": input.items, "in": [1, 2], "any": input.any}\`
2. let before be \`event.meta\`
3. change event with meta = \`{"seen": EventView(event), "name": event.secretly}\`, labels = \`{"colour": ifAny(input.colour), "is": "new"}\`
4. let seen be \`event.meta\`
5. set event.meta to \`event.name == "" ? event.name : {"all": EventView(event)}\`
6. respond 201 with \`{"before": before, "seen": seen, "all": event.meta, "labels": event.labels, "sent": input.address, "lines": input.items}\`
`

let events: RunningApplication
beforeAll(async () => {
  events = await runApplication(text)
})
afterAll(async () => events[Symbol.asyncDispose]())

it('keeps what was sent, under the names of the request', async () => {
  const to = { 'first-name': 'Ann', place: { lat: '1.50' } }
  const items = [{ 'first-name': 'Bob', at: '2026-01-01T10:00:00+01:00' }, {}]
  const { status, body } = await events.guest.post('/events', { name: 'a', count: 3, address: to, items, any: [null] })
  expect(status).toBe(201)
  const lines = [
    { 'first-name': 'Bob', at: '2026-01-01T09:00:00.000Z' },
    { 'first-name': null, at: null },
  ]
  expect(body).toMatchObject({
    before: { n: 3, to, items: lines, in: [1, 2], any: [null] },
    sent: to,
    lines,
  })
})

it('keeps parts that were not sent as null', async () => {
  const { body } = await events.guest.post('/events', { name: 'a' })
  const to = { 'first-name': null, place: { lat: null } }
  expect(body).toMatchObject({ before: { n: null, to, items: [], in: [1, 2], any: null }, sent: to })
})

it('keeps what the caller sees, and all of it in a step of the product', async () => {
  const { body } = await events.guest.post('/events', { name: 'a' })
  expect(body).toMatchObject({ seen: { seen: { name: 'a' } }, all: { all: { name: 'a', secretly: 'hidden' } } })
  expect((body as { seen: object }).seen).toEqual({ seen: { name: 'a' } })
})

it('leaves out a key of a map, and refuses its values like sent ones', async () => {
  const labels = async (colour: string | null): Promise<unknown> => {
    const { body } = await events.guest.post('/events', { name: 'a', colour })
    return body
  }
  expect(await labels(null)).toMatchObject({ labels: { is: 'new' } })
  expect(await labels('red')).toMatchObject({ labels: { is: 'new', colour: 'red' } })
  expect(await labels('purple')).toMatchObject({ code: 'TOO_LONG', errors: [{ about: 'labels.colour' }] })
})

it('refuses an object that is too large for the field', async () => {
  const { status, body } = await events.guest.post('/events', { name: 'a', any: 'x'.repeat(99_990) })
  expect({ status, body }).toMatchObject({ status: 422, body: { code: 'TOO_LONG', errors: [{ about: 'meta' }] } })
})
