// A creation or a change can hide a record from its caller. The answer shows what the caller sees afterwards.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

const text = `# Boxes

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Box

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | text | required, unique | | |
| things | list of Thing via box | | | |

### Entity: Thing

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | text | required | | |
| box | Box | required, blocks deletion | | |

### Entity: Label

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | text | required, unique | | |

### Entity: Shipment

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | text | required, unique | | |
| labels | list of Label via Parcel | | | |

### Entity: Parcel

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | text | required | | |
| shipment | Shipment | required, blocks deletion | | |
| label | Label | required, blocks deletion | | |

### Entity: Door

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | text | required, unique | | |
| opposite | Door | unique, cleared on deletion | | |
| oppositeOf | one Door via opposite | | | |
| lock | one Lock via door | | | |

### Entity: Lock

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | text | required, unique | | |
| door | Door | required, unique, blocks deletion | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see | Box | \`size(things) < 2\` | all |
| Guest | create | Box | | all |
| Guest | see, create | Thing | | all |
| Guest | see, create | Label | | all |
| Guest | see | Shipment | \`labels.all(l, l.code != "secret")\` | all |
| Guest | create | Shipment | | all |
| Guest | see, create | Parcel | | all |
| Guest | see | Door | \`oppositeOf == null && lock == null\` | all |
| Guest | create, change | Door | | all |
| Guest | see, create | Lock | | all |

## 7. The calls it makes

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Box | \`/boxes\` | create | id | everything visible |
| Thing | \`/things\` | create, get | id | ThingView |
| Label | \`/labels\` | create | id | everything visible |
| Shipment | \`/shipments\` | create | id | everything visible |
| Parcel | \`/parcels\` | create, get | id | ParcelView |
| Door | \`/doors\` | create, change, get | code | everything visible |
| Lock | \`/locks\` | create, get | code | LockView |

### Shape: LockView of Lock

| Key | Value |
| --- | --- |
| code | \`code\` |
| door | \`door.code\` |

### Shape: ThingView of Thing

| Key | Value |
| --- | --- |
| id | \`id\` |
| code | \`code\` |
| box | \`box.code\` |

### Shape: ParcelView of Parcel

| Key | Value |
| --- | --- |
| id | \`id\` |
| shipment | \`shipment.code\` |
`

let boxes: RunningApplication
beforeAll(async () => {
  boxes = await runApplication(text)
})
afterAll(() => boxes[Symbol.asyncDispose]())

it('shows nothing of a record that is out of sight by the creation itself', async () => {
  const { guest } = boxes
  const { body: box } = await guest.post('/boxes', { code: 'full' })
  const first = await guest.post('/things', { code: 'one', box: box.id })
  expect(first.body).toMatchObject({ code: 'one', box: 'full' })
  const second = await guest.post('/things', { code: 'two', box: box.id })
  expect(second.status).toBe(201)
  expect(second.body).toEqual((await guest.get(`/things/${second.body.id}`)).body)
  expect(second.body).not.toHaveProperty('box')
})

it('shows nothing of a record whose list through others is another one by the creation', async () => {
  const { guest } = boxes
  const { body: shipment } = await guest.post('/shipments', { code: 'S1' })
  const { body: plain } = await guest.post('/labels', { code: 'plain' })
  const { body: secret } = await guest.post('/labels', { code: 'secret' })
  const first = await guest.post('/parcels', { code: 'one', shipment: shipment.id, label: plain.id })
  expect(first.body).toMatchObject({ shipment: 'S1' })
  const second = await guest.post('/parcels', { code: 'two', shipment: shipment.id, label: secret.id })
  expect(second.status).toBe(201)
  expect(second.body).not.toHaveProperty('shipment')
  expect(second.body).toEqual((await guest.get(`/parcels/${second.body.id}`)).body)
})

it('shows nothing of a record that a change or a creation hides by the one record that refers back', async () => {
  const { guest } = boxes
  const { body: door } = await guest.post('/doors', { code: 'front' })
  expect(door).toMatchObject({ code: 'front' })
  const lock = await guest.post('/locks', { code: 'lock', door: door.id })
  expect([lock.status, lock.body]).toEqual([201, (await guest.get('/locks/lock')).body])
  expect(lock.body).not.toHaveProperty('door')
  const { body: back } = await guest.post('/doors', { code: 'back' })
  const changed = await guest.patch('/doors/back', { opposite: back.id })
  expect([changed.status, changed.body]).toEqual([200, {}])
  expect((await guest.get('/doors/back')).status).toBe(404)
})
