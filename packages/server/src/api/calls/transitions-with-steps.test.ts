import { afterAll, beforeAll, expect, it } from 'vitest'
import { compile } from '@ninefold/core/compile.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'

const TEXT = `# Library

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Loans | none |

### Screen: Loans

- **Who:** Reader
- **Shows:** list of Loan, sorted by createdAt oldest first, all of them
- **Columns:** number, status
- **Can:** Take back: do take back; Remark: do remark

## 3. Entities and their fields

**Every entity has:** id as a counting number, createdAt, version

### Entity: User

${FIELDS}
| name | text up to 80 | required, unique | | |
| password | password 8 to 128 | required, hidden | | |

### Entity: Loan

${FIELDS}
| number | whole number | required, unique | | |
| status | state | | | |
| note | text 3 to 20 | | | |
| taken | User | | | |
| items | list of Item via loan | | | |
| events | list of Event via loan | | | |

### Entity: Item

${FIELDS}
| loan | Loan | required, deleted together | | |
| title | text up to 40 | required | | |
| status | state | | | |

### Entity: Event

${FIELDS}
| loan | Loan | required, deleted together | | |
| what | text up to 80 | required | | |

### Sample data: User

| name | password | roles |
| --- | --- | --- |
| lena | correct-horse-1 | Librarian |
| rita | correct-horse-2 | Reader |

## 4. States and transitions

### States of Loan.status

| State | Means | Kind | Locks |
| --- | --- | --- | --- |
| out | the reader has it | initial | note |
| back | it is on the shelf | final | all |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| take back | out | back | Librarian | | record Event with loan = \`this\`, what = \`"was " + status\`; do close on each of items where \`title != "Lost"\` |
| remark | out | out | Librarian | | |
| note loss | out | out | call only | | set note to \`"lost"\`; record Event with loan = \`this\`, what = \`"lost"\` |

### Transition: Loan take back

| Input | Like | Needed |
| --- | --- | --- |
| note | Loan.note | yes |
| by | Loan.taken by name | no |

1. change loan with given note, given by as taken
2. for each one in loan.items where \`status == "closed"\`:
   1. record Event with loan = \`loan\`, what = \`one.title + " is " + loan.status\`

### Transition: Loan remark

1. require \`loan.items.size() > 0\` or fail NOTHING_LENT
2. record Event with loan = \`loan\`, what = \`"remark"\`

### States of Item.status

| State | Means | Kind |
| --- | --- | --- |
| open | with the reader | initial |
| stuck | in the shelf's back | |
| closed | here again | final |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| close | open | closed | Nobody in person | | |
| jam | open | stuck | Librarian | | |
| free | stuck | open | Librarian | | |
| lose | open | stuck | Librarian | | do note loss on loan where \`status == "out"\` |

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| What comes back has a note | Loan | do take back | | \`note != null\` | NOTE_MISSING |
| Nothing foul | Loan | do take back | | \`note != "foul"\` | FOUL |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** name and password
- **Session:** cookie, ends 7 days after last use

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Reader | | from a Librarian |
| Librarian | Reader | the first user who signs up |

| Role for a record | Entity | Must have | When |
| --- | --- | --- | --- |
| Nobody in person | Item | Librarian | \`title == "never"\` |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Reader | see | User | | id, name |
| Reader | see | Loan | | all |
| Librarian | create, change | Loan | | number, note, taken |
| Reader | see | Item | | all |
| Librarian | create | Item | | loan, title |
| Reader | see | Event | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Loan | \`/api/loans\` | get, create, transitions | number | LoanView |
| Item | \`/api/items\` | list, create, transitions | id | everything visible |

### Shape: LoanView of Loan

| Key | Value |
| --- | --- |
| status | \`status\` |
| note | \`note\` |
| taken | \`taken.name\` |
| version | \`version\` |
| items | \`items.map(i, i.title + " " + i.status)\` |
| events | \`events.map(e, e.what)\` |

### POST /api/loans/:number/return — Return

- **Who:** Librarian

| Input | Like | Needed |
| --- | --- | --- |
| remark | Loan.note | yes |

1. find loan in Loan where \`number == path.number\` or fail GONE
2. do take back on loan with given remark as note
3. respond 200 with \`LoanView(loan)\`

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| GONE | 404 | loan | There is no such loan. |
| NOTHING_LENT | 409 | items | Loan {loan.number} has nothing in it. |
| NOTE_MISSING | 422 | note | Say how it came back. |
| FOUL | 422 | note | Mind your words. |
`

let library: RunningApplication
let lena: Client
let rita: Client
let next = 1

beforeAll(async () => {
  library = await runApplication(TEXT)
  lena = await library.signIn('lena', 'correct-horse-1')
  rita = await library.signIn('rita', 'correct-horse-2')
})

afterAll(() => library[Symbol.asyncDispose]())

async function lent(...titles: readonly string[]): Promise<string> {
  const number = next++
  await lena.post('/api/loans', { number })
  const { id } = (await library.database.pool.query('SELECT id FROM loan WHERE number = $1', [number])).rows[0]
  for (const title of titles) expect((await lena.post('/api/items', { loan: Number(id), title })).status).toBe(201)
  return `/api/loans/${number}`
}

it('records, does to each and runs the steps, which no lock of either state holds back, with values from before and the record as it is after', async () => {
  const at = await lent('Emma', 'Lost', 'Persuasion')
  const answer = await lena.post(`${at}/take-back`, { note: 'torn', by: 'rita' })
  expect(answer).toMatchObject({
    status: 200,
    body: {
      status: 'back',
      note: 'torn',
      taken: 'rita',
      items: ['Emma closed', 'Lost open', 'Persuasion closed'],
      events: ['was out', 'Emma is back', 'Persuasion is back'],
    },
  })
})

it('takes the inputs of a transition under their rules', async () => {
  const at = await lent('Emma')
  expect(await lena.post(`${at}/take-back`)).toMatchObject({ status: 422, body: { errors: [{ about: 'note' }] } })
  for (const note of ['xy', 7, null, 'x'.repeat(21)])
    expect((await lena.post(`${at}/take-back`, { note })).status).toBe(422)
  const wrong = await lena.post(`${at}/take-back`, { note: 'torn', by: 'nobody', more: 1 })
  expect(wrong.status).toBe(422)
  expect((await lena.post(`${at}/take-back`, { note: 'torn', by: 'nobody' })).status).toBe(422)
  expect((await lena.post(`${at}/remark`, { note: 'torn' })).status).toBe(422)
  expect((await lena.get(at)).body).toMatchObject({ status: 'out', note: null, events: [] })
})

it('does a transition to the record of a reference, if that fits', async () => {
  const at = await lent('Emma', 'Persuasion')
  const items = (await lena.get('/api/items')).body.items.slice(-2)
  const lose = (item: { id: string }) => lena.post(`/api/items/${item.id}/lose`)
  expect((await lose(items[0])).status).toBe(200)
  expect((await lena.get(at)).body).toMatchObject({ note: 'lost', events: ['lost'] })
  await lena.post(`/api/items/${items[0].id}/free`)
  expect((await lena.post(`${at}/take-back`, { note: 'torn' })).status).toBe(200)
})

it('undoes all of it when a rule, a step or a related record says no', async () => {
  const at = await lent('Emma', 'Persuasion')
  const untouched = { status: 'out', note: null, items: ['Emma open', 'Persuasion open'], events: [] }
  expect((await lena.post(`${at}/take-back`, { note: 'foul' })).body.code).toBe('FOUL')
  expect((await lena.get(at)).body).toMatchObject(untouched)
  const items = (await lena.get('/api/items')).body.items
  const item = items.findLast(({ title }: { title: string }) => title === 'Persuasion')
  expect((await lena.post(`/api/items/${item.id}/jam`)).status).toBe(200)
  expect((await lena.post(`${at}/take-back`, { note: 'torn' })).status).toBe(409)
  expect((await lena.get(at)).body).toMatchObject({ ...untouched, items: ['Emma open', 'Persuasion stuck'] })
  await lena.post(`/api/items/${item.id}/free`)
  expect((await lena.post(`${at}/take-back`, { note: 'torn' })).status).toBe(200)
})

it('answers for a step with the words of the catalogue', async () => {
  const at = await lent()
  const refused = await lena.post(`${at}/remark`)
  expect(refused).toMatchObject({ status: 409, body: { code: 'NOTHING_LENT' } })
  expect(JSON.stringify(refused.body)).toContain(`Loan ${at.split('/').at(-1)} has nothing in it.`)
})

it('asks who does it, but not who does what follows from it', async () => {
  const at = await lent('Emma')
  const items = (await lena.get('/api/items')).body.items
  expect((await lena.post(`/api/items/${items.at(-1).id}/close`)).status).toBe(403)
  expect((await rita.post(`${at}/take-back`, { note: 'torn' })).status).toBe(403)
  expect((await library.guest.post(`${at}/take-back`, { note: 'torn' })).status).toBe(401)
  expect((await lena.post(`${at}/take-back`, { note: 'torn' })).body.items).toEqual(['Emma closed'])
})

it('is handed its inputs by a step of a call', async () => {
  const at = await lent('Emma')
  expect((await lena.post(`${at}/return`, { remark: 'foul' })).body.code).toBe('FOUL')
  expect((await lena.post(`${at}/return`, { remark: 'worn' })).body).toMatchObject({
    status: 'back',
    note: 'worn',
    items: ['Emma closed'],
    events: ['was out', 'Emma is back'],
  })
})

it('lets one of several win, whose steps are done once', async () => {
  const at = await lent('Emma', 'Persuasion')
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => lena.post(`${at}/take-back`, { note: `note ${index}` })),
  )
  const counted: Record<number, number> = {}
  for (const { status } of answers as Answer[]) counted[status] = (counted[status] ?? 0) + 1
  expect(counted).toEqual({ 200: 1, 409: 9 })
  expect((await lena.get(at)).body.events).toEqual(['was out', 'Emma is back', 'Persuasion is back'])
})

it('gives a transition with inputs a form on screens, and a body in the description of the calls', async () => {
  const at = await lent('Emma')
  const [screen] = (await lena.get('/_ninefold/app')).body.screens
  const [takeBack, remark] = screen.blocks[0].actions
  expect(takeBack).toMatchObject({ kind: 'call', method: 'POST', path: '/api/loans/:number/take-back' })
  expect(takeBack.form.map(({ path }: { path: string[] }) => path.join('.'))).toEqual(['note', 'by'])
  expect(remark).toMatchObject({ kind: 'transition', path: '/api/loans/:number/remark' })
  const { rows } = (await lena.get(`/_ninefold/screens/${screen.key}/0`)).body
  expect(rows.at(-1).keys.number).toBe(at.split('/').at(-1))
  expect(rows.at(-1).actions).toEqual({ [takeBack.key]: { isAvailable: true }, [remark.key]: { isAvailable: true } })
  const described = (await lena.get('/_ninefold/openapi.json')).body.paths['/api/loans/{number}/take-back'].post
  const { schema } = described.requestBody.content['application/json']
  expect(schema).toMatchObject({ required: ['note'], properties: { note: { maxLength: 20 } } })
  expect(described.responses[409].description).toContain('NOTHING_LENT')
})

it('says nothing more of such transitions', () => {
  expect(compile(TEXT).diagnostics.filter(({ number }) => number === 'N012')).toEqual([])
})
