// Faults found by generated specifications (decision 66): missing values, stated amounts, and missing records. Also
// numbers per year on a moved clock.

import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../store/driver/database.ts'
import { endMovable, makeMovable } from '../../store/driver/moved-clock.ts'
import { type Answer, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const text = `# Shelves

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Shelf

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |
| places | whole number | | | |
| least | whole number at least 1 | | \`places\` | |
| rank | whole number 3 to 7 | | | |
| share | decimal with 1 places | at least 0.5, at most 2.5 | | |
| mark | text 3 to 5 | | | |
| hues | choices: red, none, blue | | | |
| twice | whole number | computed \`orElse(places, 0) * 2\` | | |
| next | Shelf | cleared on deletion | | |
| other | Shelf | cleared on deletion | | |
| near | list of Shelf | | | |
| fee | money with currency | | 1.50 USD | |
| openFrom | date and time | | 2026-04-10 09:30 | |

### Entity: Loan

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| number | sequence per year as "{year}-{n}" | unique | | |
| title | text | | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Shelf | | all |

## 7. The calls it makes

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Shelf | \`/shelves\` | list, create | name | ShelfView |

### Shape: ShelfView of Shelf

| Key | Value |
| --- | --- |
| name | \`name\` |
| nextTwice | \`next.twice\` |
| fee | \`fee.amount\` |
| currency | \`fee.currency\` |
| opens | \`hour(orElse(openFrom, now))\` |
| isOld | \`openFrom != null && openFrom < now\` |

### POST /shelves/:name/places — Count the places

- **Who:** Guest

| Input | Like | Needed |
| --- | --- | --- |
| places | Shelf.places | no |

1. find shelf in Shelf where \`name == path.name\` or fail LOST
2. change shelf with given places
3. respond 200 with \`ShelfView(shelf)\`

### POST /shelves/:name/limits — Set values that have limits

- **Who:** Guest
- **Runs as:** the product

| Input | Like | Needed |
| --- | --- | --- |
| rank | whole number | no |
| share | decimal with 1 places | no |
| mark | text up to 10 | no |

1. find shelf in Shelf where \`name == path.name\` or fail LOST
2. change shelf with rank = \`input.rank\`, share = \`input.share\`, mark = \`input.mark\`
3. respond 204

### POST /shelves/:name/paint — Paint as another

- **Who:** Guest
- **Runs as:** the product

1. find shelf in Shelf where \`name == path.name\` or fail LOST
2. require \`"red" in shelf.hues && size(shelf.hues) == 2\` or fail PLAIN
3. let hues be \`shelf.hues\`
4. record Shelf as painted with name = \`shelf.name + "2"\`, hues = \`hues\`
5. respond 200 with \`{"hues": painted.hues}\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| LOST | 404 | shelf | There is no such shelf. |
| PLAIN | 409 | shelf | It is not painted red and in another colour. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Berlin |
`

let shelves: RunningApplication
let made: Answer
beforeAll(async () => {
  shelves = await runApplication(text)
  made = await shelves.guest.post('/shelves', { name: 'A' })
})
afterAll(() => shelves[Symbol.asyncDispose]())

it('answers nothing for what is computed of a record that is not there', async () => {
  expect(made.body.nextTwice).toBeNull()
  const { body } = await shelves.guest.get('/shelves')
  expect(body.items[0].nextTwice).toBeNull()
})

it('reads the parts of an amount, and the moment, that a default states', () => {
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ fee: '1.50', currency: 'USD', opens: 9, isOld: true })
})

it('tells of every record that is not there', async () => {
  const { status, body } = await shelves.guest.post('/shelves', { name: 'B', next: 77, other: 78, near: [79] })
  expect([status, ...body.errors.map(({ about }: { about: string }) => about)]).toEqual([422, 'next', 'other', 'near'])
  const onlyInList = await shelves.guest.post('/shelves', { name: 'B', near: [79] })
  expect(onlyInList.body.errors).toMatchObject([{ about: 'near', code: 'NOT_FOUND' }])
})

it('tells of a record that is not there before a limit that a default passes', async () => {
  const { body } = await shelves.guest.post('/shelves', { name: 'C', places: 0, next: 77 })
  expect(body.errors).toMatchObject([{ about: 'next', code: 'NOT_FOUND' }])
  const alone = await shelves.guest.post('/shelves', { name: 'C', places: 0 })
  expect(alone.body.errors).toMatchObject([{ about: 'least', code: 'TOO_SMALL' }])
})

it('tells a value of a step that is below its limits from one above them', async () => {
  await shelves.guest.post('/shelves', { name: 'Limits' })
  const told = async (values: object): Promise<unknown> => {
    const { status, body } = await shelves.guest.post('/shelves/Limits/limits', values)
    return status === 204 ? 204 : [status, body.errors[0].about, body.errors[0].code]
  }
  expect(await told({ rank: 3, share: '2.5', mark: 'abcde' })).toBe(204)
  expect(await told({ rank: 2 })).toEqual([422, 'rank', 'TOO_SMALL'])
  expect(await told({ rank: 8 })).toEqual([422, 'rank', 'TOO_BIG'])
  expect(await told({ share: '0.4' })).toEqual([422, 'share', 'TOO_SMALL'])
  expect(await told({ share: '2.6' })).toEqual([422, 'share', 'TOO_BIG'])
  expect(await told({ mark: 'ab' })).toEqual([422, 'mark', 'TOO_SHORT'])
  expect(await told({ mark: 'abcdef' })).toEqual([422, 'mark', 'TOO_LONG'])
})

it('knows several choices of a record that a step has found', async () => {
  await shelves.guest.post('/shelves', { name: 'D', hues: ['red', 'blue'] })
  const { status, body } = await shelves.guest.post('/shelves/D/paint', {})
  expect([status, [...body.hues].sort()]).toEqual([200, ['blue', 'red']])
  await shelves.guest.post('/shelves', { name: 'E', hues: ['red'] })
  expect((await shelves.guest.post('/shelves/E/paint', {})).body.code).toBe('PLAIN')
})

it('asks for the permission to change also where nothing was sent for it', async () => {
  expect((await shelves.guest.post('/shelves/A/places', { places: 3 })).status).toBe(403)
  expect((await shelves.guest.post('/shelves/A/places', {})).status).toBe(403)
})

it('counts the numbers of each year by a moved clock', async () => {
  const { pool } = shelves.database
  await makeMovable(pool)
  onTestFinished(() => endMovable(pool))
  const later = openDatabase({ connectionString: pool.options.connectionString ?? '', aheadMs: 2000 * 86_400_000 })
  onTestFinished(() => later.close())
  const made = `INSERT INTO loan (title) VALUES ('Emma') RETURNING number`
  const rows = await later.write((transaction) => transaction.runOwn('a-loan', made, []))
  const year = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', year: 'numeric' }).format(later.nowMs())
  expect(rows).toEqual([{ number: `${year}-1` }])
})
