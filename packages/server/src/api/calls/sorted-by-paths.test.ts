// Lists sorted by fields of referenced records and by the starts of periods: ties and empty values have a defined
// place, and values hidden from the reader count as empty.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'

const TEXT = `# Rooms

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/bookings\` | Bookings | none |

### Screen: Bookings

- **Who:** Member
- **Shows:** list of Booking, sorted by during.start newest first then room.floor.name A to Z, 2 per page
- **Columns:** title, room.name, room.floor.name, during

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Person

${FIELDS}
| email | email | required, unique | | |
| password | password 10 to 200 | required | | |

### Entity: Floor

${FIELDS}
| name | text up to 40 | required | | |

### Entity: Room

${FIELDS}
| name | text up to 40 | required | | |
| floor | Floor | required, blocks deletion | | |
| isOpen | yes/no | required | yes | |

### Entity: Booking

${FIELDS}
| title | text up to 40 | required | | |
| room | Room | cleared on deletion | | |
| during | period of date and time | | | |

### Reference data: Floor

| name |
| --- |
| upper |
| lower |

### Reference data: Room

| name | floor | isOpen |
| --- | --- | --- |
| Blue | upper | yes |
| Red | lower | yes |
| Aqua | lower | no |

### Reference data: Booking

| title | room | during |
| --- | --- | --- |
| a | Red | 2026-01-05 10:00 to 2026-01-05 11:00 |
| b | Blue | 2026-01-05 10:00 to 2026-01-05 12:00 |
| c | Aqua | 2026-01-07 10:00 to 2026-01-07 11:00 |
| d | | |
| e | Blue | 2026-01-06 10:00 to 2026-01-06 11:00 |

### Sample data: Person

| email | password | roles |
| --- | --- | --- |
| m@example.test | correct-horse-1 | Member |
| k@example.test | correct-horse-2 | Keeper |

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** closed
- **Wrong password:** none
- **Second factor:** none
- **Forgotten password:** none

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Member | | from a Keeper |
| Keeper | Member | from a Keeper |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Member | see | Booking | | all |
| Member | see | Floor | | all |
| Member | see | Room | \`isOpen\` | all |
| Keeper | see | Room | | all |

## 7. The calls it makes

### GET /api/agenda — Agenda

- **Who:** Member

1. list all from Booking, sorted by room.name A to Z then during.end oldest first, take \`10\` after \`0\`, counting total
2. respond 200 with \`{"titles": all.map(b, b.title), "total": total}\`
`

let rooms: RunningApplication
let member: Client
let keeper: Client

beforeAll(async () => {
  rooms = await runApplication(TEXT)
  member = await rooms.signIn('m@example.test', 'correct-horse-1')
  keeper = await rooms.signIn('k@example.test', 'correct-horse-2')
})

afterAll(() => rooms[Symbol.asyncDispose]())

async function titles(who: Client, query: string): Promise<string> {
  const { status, body } = await who.get(`/_ninefold/screens/bookings/0?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.rows.map(({ values }: { values: { title: string } }) => values.title).join('')
}

it.each([
  ['', 'ceabd', 'ceabd'],
  ['room.name', 'cbead', 'beacd'],
  ['-room.name', 'aebcd', 'aebdc'],
  ['room.floor.name,title', 'acbed', 'abecd'],
  ['-room.floor.name,room.name', 'becad', 'beacd'],
])('puts them in order, page by page and part by part: %s', async (sort, ofKeeper, ofMember) => {
  for (const [who, expected] of [
    [keeper, ofKeeper],
    [member, ofMember],
  ] as const) {
    const order = sort === '' ? '' : `&sort=${sort}`
    const pages = await Promise.all([1, 2, 3].map((page) => titles(who, `page=${page}${order}`)))
    expect(pages.join('')).toBe(expected)
    expect(await titles(who, `after=${order}`)).toBe(expected)
  }
})

it('lists them for a call in the order of what they point to', async () => {
  expect((await keeper.get('/api/agenda')).body).toEqual({ titles: ['c', 'b', 'e', 'a', 'd'], total: 5 })
  expect((await member.get('/api/agenda')).body).toEqual({ titles: ['b', 'e', 'a', 'c', 'd'], total: 5 })
})

it('sorts by no other path', async () => {
  for (const sort of ['room', 'during', 'room.isOpen', 'room.floor', 'room.name.x', 'room.', '.name'])
    expect((await keeper.get(`/_ninefold/screens/bookings/0?sort=${sort}`)).status, sort).toBe(422)
})
