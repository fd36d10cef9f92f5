import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type {} from '@ninefold/server/testing/servers/postgres-server.ts'
import { createTestDatabase, type TestDatabase } from '@ninefold/server/testing/test-database.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { withoutSampleRecords } from '../testing/sample-records.ts'
import { type Ended, ninefold, workplace, type Workplace } from '../testing/program.ts'

vi.setConfig({ testTimeout: 60_000 })

const HELP_DESK = fileURLToPath(new URL('../../../../examples/helpdesk/app.md', import.meta.url))

let place: Workplace
let database: TestDatabase
let text: string
beforeAll(async () => {
  ;[place, database] = await Promise.all([workplace(), createTestDatabase()])
  text = withoutSampleRecords(await readFile(HELP_DESK, 'utf8'))
})
afterAll(() => Promise.all([place[Symbol.asyncDispose](), database.drop()]))

async function run(words: readonly string[], now: string): Promise<Ended> {
  await writeFile(join(place.folder, 'app.md'), now)
  return ninefold(place.folder, words, { DATABASE_URL: database.connectionString })
}

function replaced(...pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`The example has no "${from}" any more.`)
    return before.replace(from, to)
  }, text)
}

const ID = `'00000000-0000-4000-8000-00000000000`
const RECORDS = `
INSERT INTO "user" (id, name, email, password, created_at, updated_at) VALUES (${ID}1', 'Ada', 'ada@example.test', 'x', now(), now());
INSERT INTO team (id, name, created_at, updated_at) VALUES (${ID}2', 'First line', now(), now());
INSERT INTO category (id, name, team_id, active, created_at, updated_at) VALUES (${ID}3', 'Printing', ${ID}2', true, now(), now());
INSERT INTO ticket (subject, body, requester_id, category_id, team_id, priority, status, due_at, rating, created_at, updated_at)
SELECT subject, 'It is.', ${ID}1', ${ID}3', ${ID}2', 'low', 'new', now(), 5, now(), now() FROM unnest(ARRAY['Paper is out of reach', 'Broken']) AS subject;
`

it('says what is different for whom, with the records that are concerned, and applies what is agreed to', async () => {
  const first = await run(['apply', 'app.md'], text)
  expect([first.code, first.stderr]).toEqual([0, ''])
  const lock = JSON.parse(await readFile(join(place.folder, 'app.lock.json'), 'utf8'))
  expect(lock).toMatchObject({ version: 1, things: { 'field Ticket.subject': [[1, 'field Ticket.subject']] } })
  await database.pool.query(RECORDS)
  const next = replaced(
    ['| subject | text 5 to 120 |', '| subject | text 5 to 12 |'],
    [
      '| members | list of User | | | agents who share the queue |',
      '| people | list of User | was members | | agents who share the queue |',
    ],
    ['list of Team via members', 'list of Team via people'],
    ['`team.members.exists(m, m == me)`', '`team.people.exists(m, m == me)`'],
    [
      '| Admin | create, change, delete | Team | | name, members |',
      '| Admin | create, change | Team | | name, people |',
    ],
    ['subject, category, team, priority, assignee |', 'subject, category, team, assignee |'],
    ['| Admin | see | Comment | | all |', '| Admin | see | Comment | `!internal` | all |'],
    ['- **Columns:** name, members.name', '- **Columns:** name, people.name'],
    ['| Rating comes after the help | Ticket | rating changes |', '| Rating comes late | Ticket | rating changes |'],
  )
  const planned = await run(['plan', 'app.md'], next)
  expect(planned).toMatchObject({ code: 1, stderr: '' })
  expect(planned.stdout).toBe(PLAN)
  const stated = next.replace(
    '## 4. States and transitions',
    '### Changes to version 2\n\n| What | Was | Becomes | Existing records |\n| --- | --- | --- | --- |\n| Ticket.subject | | | `"Too long"` |\n\n## 4. States and transitions',
  )
  expect(await run(['apply', 'app.md'], stated)).toMatchObject({
    code: 1,
    stderr: 'Nothing was changed, because there was no consent to review.\n',
  })
  expect((await run(['apply', 'app.md', '--accept', 'review'], stated)).stderr).toBe('')
  const subjects = await database.pool.query('SELECT subject FROM ticket ORDER BY number')
  expect(subjects.rows).toEqual([{ subject: 'Too long' }, { subject: 'Broken' }])
  expect(await readFile(join(place.folder, 'app.lock.json'), 'utf8')).toContain(
    '    "field Team.members": [[1,"field Team.members"],[2,"field Team.people"]],\n',
  )
  const json = JSON.parse((await run(['plan', 'app.md', '--json'], text)).stdout)
  expect(json).toMatchObject({ format: 1, isFirst: false, losses: [], obstacles: [], asksFor: ['review'] })
  const reworded = stated.replace('**Purpose:** ', '**Purpose:** For all: ')
  expect((await run(['plan', 'app.md'], reworded)).stdout).toContain('Its purpose is worded otherwise.')
  expect((await run(['apply', 'app.md'], reworded)).stderr).toBe('')
  // The tables are unchanged, but the new text is stored; otherwise the difference would be reported for ever.
  expect((await run(['plan', 'app.md'], reworded)).stdout).toBe('app.md: the database is up to date.\n')
})

it('says when the database cannot be reached', async () => {
  const { code, stderr } = await run(['plan', 'app.md', '--database', 'postgres://127.0.0.1:1/none'], text)
  expect([code, stderr]).toEqual([
    2,
    'Nothing answers for the database "none" at 127.0.0.1:1 (ECONNREFUSED). Start PostgreSQL there, or correct host and port.\n',
  ])
})

const PLAN = `2. Screens and routes
   safe        The screen "Set-up": the list of Team shows people.name.
   safe        The screen "Set-up": the list of Team shows members.name no more.

3. Entities and their fields
   safe        Team.members is called Team.people now.
   tightening  Ticket.subject is narrowed to 5 to 12 characters, from 5 to 120.

5. Validation rules
   review      The rule "Rating comes after the help" of Ticket is kept no longer.
   tightening  The rule "Rating comes late" of Ticket is new: records are held to it when they are written next. (2 records: /tickets/1000, /tickets/1001)

6. Roles and permissions
   review      Agent may no longer change Ticket.priority.
   review      Admin may no longer delete any Team.
   review      Admin may now see less of Comment.

Obstacles
   Ticket.subject must be 5 to 12 characters long. (1 record: /tickets/1000)

It cannot be done yet: correct those records, or state their treatment under "Changes to version".
`
