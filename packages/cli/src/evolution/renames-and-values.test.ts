// Versions of a small specification, with records in between: renamed fields keep their values, and statements about
// existing records are carried out.

import { nextLock } from '@ninefold/core/evolution/evolve.ts'
import { archivedIn, restoreArchived } from '@ninefold/server/store/migrate/archive.ts'
import type {} from '@ninefold/server/testing/servers/postgres-server.ts'
import type { TestDatabase } from '@ninefold/server/testing/test-database.ts'
import { expect, it } from 'vitest'
import { begun, rows, ticket, told } from '../testing/evolution/versioned-database.ts'
import { bring, type EntityText, modelOf, textOf, type Version } from '../testing/evolution/versions.ts'

it('keeps the values of what is called otherwise, and what is kept of them', async () => {
  await using database = await begun(
    {
      entities: [
        {
          name: 'Ticket',
          labels: ['- **History:** every change of title, mail'],
          fields: [
            'title | text up to 80 | required, unique | |',
            'mail | email | | |',
            'number | sequence from 10 | | |',
            'parent | Ticket | cleared on deletion | |',
            'others | list of Ticket | | |',
          ],
        },
      ],
    },
    `INSERT INTO ticket (title, mail, created_at, updated_at) VALUES ('One', 'a@example.test', now(), now())`,
    `UPDATE ticket SET title = 'Two', parent_id = id`,
    'INSERT INTO ticket_others SELECT id, id FROM ticket',
    `INSERT INTO ninefold.deletion (entity, ends_at, columns) VALUES ('Ticket', now(), '{"id": "uuid", "title": "text", "ticket_others.ticket_id": "uuid"}')`,
    `INSERT INTO ninefold.deleted_row SELECT id, 0, 'public."ticket"', 'Ticket', '1', '{"id": "1", "title": "Gone"}' FROM ninefold.deletion`,
  )
  const next = await bring(database.connectionString, {
    entities: [
      {
        name: 'Case',
        labels: ['- **History:** every change of subject, mail', '- **was:** Ticket'],
        fields: [
          'subject | text up to 80 | required, unique, was title | |',
          'mail | email | | |',
          'number | sequence from 10 | | |',
          'above | Case | cleared on deletion, was parent | |',
          'others | list of Case | | |',
        ],
      },
    ],
  })
  expect(told(next)).toEqual([])
  expect(await rows(database, 'SELECT subject, mail, number::int, above_id = id FROM "case"')).toEqual([
    ['Two', 'a@example.test', 10, true],
  ])
  expect(await rows(database, 'SELECT count(*)::int FROM case_others')).toEqual([1])
  expect(
    await rows(
      database,
      'SELECT d.entity, columns, table_name, r.entity AS of, data FROM ninefold.deletion d, ninefold.deleted_row r',
    ),
  ).toEqual([
    [
      'Case',
      { id: 'uuid', subject: 'text', 'case_others.case_id': 'uuid' },
      'public."case"',
      'Case',
      { id: '1', subject: 'Gone' },
    ],
  ])
  await database.pool.query(`UPDATE "case" SET subject = 'Three'`)
  expect(await rows(database, 'SELECT entity, field, after FROM ninefold.change ORDER BY id')).toEqual([
    ['Case', 'subject', 'Two'],
    ['Case', 'subject', 'Three'],
  ])
})

it("lets two fields take each other's names", async () => {
  await using database = await begun(
    { entities: [ticket('first | text up to 9 | unique | |', 'second | text up to 5 | | |')] },
    `INSERT INTO ticket (first, second, created_at, updated_at) VALUES ('one', 'two', now(), now())`,
  )
  const lock = nextLock(
    null,
    modelOf(textOf({ entities: [ticket('first | text up to 9 | unique | |', 'second | text up to 5 | | |')] })),
    true,
  )
  const things = {
    ...lock.things,
    'field Ticket.first': [[1, 'field Ticket.second']],
    'field Ticket.second': [[1, 'field Ticket.first']],
  } as const
  const swapped = { entities: [ticket('second | text up to 9 | unique | |', 'first | text up to 5 | | |')] }
  expect(told(await bring(database.connectionString, swapped, { lock: { ...lock, things } }))).toEqual([])
  expect(await rows(database, 'SELECT first, second FROM ticket')).toEqual([['two', 'one']])
})

it('knows a name from a version before by what is kept beside the text', async () => {
  const versions = ['mail | email | | |', 'email | email | was mail | |', 'email | email | | |'].map((field) => ({
    entities: [ticket(field)],
  }))
  const [first, second, third] = versions as unknown as [Version, Version, Version]
  await using database = await begun(
    first,
    `INSERT INTO ticket (mail, created_at, updated_at) VALUES ('a@example.test', now(), now())`,
  )
  let lock = nextLock(null, modelOf(textOf(first)), true)
  lock = nextLock(lock, modelOf(textOf(second)), true)
  expect(told(await bring(database.connectionString, third))).toEqual([
    'The values of Ticket.mail are removed, because the specification no longer has it. (1) If "email" is what "mail" was, write `was mail` in its Rules.',
  ])
  expect(told(await bring(database.connectionString, third, { lock }))).toEqual([])
  expect(await rows(database, 'SELECT email FROM ticket')).toEqual(['a@example.test'])
})

it('takes a name that something else had once for something new', async () => {
  const version = { entities: [ticket('phone | text up to 20 | | |')] }
  const other = { entities: [ticket('note | yes/no | | |')] }
  const insert = `INSERT INTO ticket (phone, created_at, updated_at) VALUES ('1', now(), now())`
  await using database = await begun(version, insert)
  let lock = nextLock(null, modelOf(textOf(version)), true)
  const third = { entities: [ticket('phone | text up to 20 | | |', 'note | yes/no | | |')] }
  for (const each of [other, third]) lock = nextLock(lock, modelOf(textOf(each)), true)
  expect(told(await bring(database.connectionString, third, { lock }))).toEqual([
    'The values of Ticket.phone are removed, because another field is called so now. (1)',
  ])
})

it('calls states and choices otherwise, and puts others in their place', async () => {
  const fields = (words: string, kinds: string): EntityText => ({
    name: 'Ticket',
    labels: ['- **History:** every change of status, size'],
    fields: ['status | state | | |', `size | choice: ${words} | | |`, `kinds | choices: ${kinds} | | |`],
  })
  await using database = await begun(
    { entities: [fields('small, large', 'a, b, c')], states: { 'Ticket.status': ['new', 'resolved', 'on hold'] } },
    `INSERT INTO ticket (status, size, kinds, created_at, updated_at) VALUES ('new', 'small', '{a,b}', now(), now()), ('on hold', 'large', '{a,c}', now(), now())`,
    `UPDATE ticket SET status = 'resolved', size = 'large' WHERE status = 'new'`,
  )
  const next = await bring(database.connectionString, {
    entities: [fields('little, large', 'b, c')],
    states: { 'Ticket.status': ['new', 'solved', 'waiting'] },
    changes: [
      'Ticket.status solved | resolved | | ',
      'Ticket.status on hold | removed | waiting |',
      'Ticket.size little | Ticket.size small | |',
      'Ticket.kinds a | removed | b |',
    ],
  })
  expect(told(next)).toEqual([])
  expect(await rows(database, 'SELECT status, size, kinds FROM ticket ORDER BY status')).toEqual([
    ['solved', 'large', ['b']],
    ['waiting', 'large', ['b', 'c']],
  ])
  // A renamed word does not change a record; a word that takes another's place does.
  expect(await rows(database, 'SELECT field, before, after FROM ninefold.change ORDER BY id')).toEqual([
    ['size', 'little', 'large'],
    ['status', 'new', 'solved'],
    ['status', 'on hold', 'waiting'],
  ])
})

it('gives records the values that the text says: from what they were, or one for all', async () => {
  await using database = await begun(
    {
      entities: [
        ticket(
          'priority | choice: low, urgent | required | |',
          'fax | text up to 20 | | |',
          'size | text up to 9 | | |',
        ),
      ],
    },
    `INSERT INTO ticket (priority, fax, size, created_at, updated_at) VALUES ('urgent', '12', 'seven', now(), now()), ('low', NULL, NULL, now(), now())`,
  )
  const next = await bring(database.connectionString, {
    entities: [
      ticket(
        'severity | whole number 1 to 3 | required | |',
        'phone | text up to 20 | required | |',
        'size | whole number | required | |',
        'fee | money with currency | required | |',
        'due | date and time | required | |',
      ),
    ],
    changes: [
      'Ticket.fee | new, required | | 5 EUR',
      'Ticket.due | new, required | | 2026-01-31 09:00',
      'Ticket.severity | Ticket.priority | | `priority == "urgent" ? 1 : 3`',
      'Ticket.phone | new, required | | "unknown"',
      'Ticket.size | | | `size == null ? 0 : 7`',
      'Ticket.fax | removed | archived |',
    ],
  })
  expect(told(next)).toEqual([])
  expect(await rows(database, 'SELECT severity::int, phone, size::int FROM ticket ORDER BY severity')).toEqual([
    [1, 'unknown', 7],
    [3, 'unknown', 0],
  ])
  expect(await rows(database, 'SELECT DISTINCT fee, due FROM ticket')).toEqual([
    [{ amount: '5.00', currency: 'EUR' }, new Date('2026-01-31T09:00Z')],
  ])
  expect(await rows(database, 'SELECT entity, field, records::int FROM ninefold.archived ORDER BY id')).toEqual([
    ['Ticket', 'priority', 2],
    ['Ticket', 'fax', 1],
    ['Ticket', 'size', 1],
  ])
})

it('mends what does not fit a tighter rule, or leaves it until it is changed', async () => {
  await using database = await begun(
    { entities: [ticket('subject | text up to 20 | | |', 'note | text up to 20 | | |', 'rank | whole number | | |')] },
    `INSERT INTO ticket (subject, note, rank, created_at, updated_at) VALUES ('a subject', 'long enough', 1, now(), now()), ('a', 'b', NULL, now(), now())`,
  )
  const tight = {
    entities: [
      ticket('subject | text up to 4 | | |', 'note | text up to 4 | | |', 'rank | whole number | required | |'),
    ],
  }
  expect(told(await bring(database.connectionString, tight))).toHaveLength(3)
  const stated = [
    'Ticket.subject | | | changed by `"cut"`',
    'Ticket.note | | | kept until next change',
    'Ticket.rank | | | `9`',
  ]
  expect(told(await bring(database.connectionString, { ...tight, changes: stated }))).toEqual([])
  expect(await rows(database, 'SELECT subject, note, rank::int FROM ticket ORDER BY rank')).toEqual([
    ['cut', 'long enough', 1],
    ['a', 'b', 9],
  ])
  await expect(database.pool.query(`UPDATE ticket SET subject = 'x' WHERE rank = 1`)).rejects.toThrow(
    'ticket_note_length',
  )
})

it('brings back what was taken away, and writes over nothing', async () => {
  const version = { entities: [ticket('phone | text up to 20 | | |', 'size | whole number | | |')] }
  const insert = `INSERT INTO ticket (phone, size, created_at, updated_at) VALUES ('1', 1, now(), now()), ('2', 2, now(), now())`
  await using database = await begun(version, insert)
  const { pool, connectionString } = database
  await bring(connectionString, { entities: [ticket('size | text up to 20 | | |')] }, { consent: true })
  await expect(restoreArchived(pool, 'Ticket.phone')).rejects.toThrow('The specification has no Ticket.phone.')
  await bring(
    connectionString,
    { entities: [{ name: 'Other', fields: ['note | text up to 9 | | |'] }] },
    { consent: true },
  )
  expect(told(await bring(connectionString, version))).toEqual([])
  expect((await archivedIn(pool)).map(({ name, records }) => [name, records])).toEqual([
    ['Ticket.phone', 2],
    ['Ticket', 2],
  ])
  expect(await restoreArchived(pool, 'Ticket')).toBe(2)
  await pool.query(
    `UPDATE ticket SET phone = 'new' WHERE id = (SELECT record FROM ninefold.archived_1 WHERE value = '1')`,
  )
  expect(await restoreArchived(pool, 'Ticket.phone')).toBe(1)
  expect(await rows(database, 'SELECT phone FROM ticket ORDER BY phone')).toEqual(['2', 'new'])
  await expect(restoreArchived(pool, 'Ticket.phone')).rejects.toThrow('Nothing called Ticket.phone is in the archive.')
})

const roles = (...names: readonly string[]): Version => ({
  entities: [
    {
      name: 'User',
      fields: ['email | email | required, unique | |', 'password | password 10 to 200 | required, hidden | |'],
    },
  ],
  more: `## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** closed

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Admin | | the first user who signs up |
${names.map((name) => `| ${name} | | from an Admin |`).join('\n')}
`,
})

const ADA = `INSERT INTO "user" (email, password, created_at, updated_at) VALUES ('ada@example.test', 'x', now(), now())`
const given = (database: TestDatabase): Promise<unknown[]> =>
  rows(database, 'SELECT role FROM ninefold.user_role ORDER BY role')

it('leaves people the roles that are called otherwise', async () => {
  await using database = await begun(
    roles('Agent', 'Head of sales', 'Left over'),
    ADA,
    `INSERT INTO ninefold.user_role SELECT id::text, role FROM "user", unnest(ARRAY['Agent', 'Head of sales', 'Left over']) AS role`,
  )
  await bring(database.connectionString, roles('Agent', 'Head of sales'))
  // One role takes a name that another one gives up, and one takes a name that no role has.
  const renamed = roles('Worker, was Agent', 'Left over, was Head of sales')
  expect((await bring(database.connectionString, renamed)).applied.map(({ sentence }) => sentence)).toEqual([
    'Users with the role Agent have Worker now. Users with the role Head of sales have Left over now.',
  ])
  expect(await given(database)).toEqual(['Left over', 'Worker'])
  // In the next version, the same words have no effect.
  await bring(database.connectionString, { ...renamed, entities: [...renamed.entities, ticket('a | text | | |')] })
  await bring(database.connectionString, roles('Worker', 'Left over'))
  expect(await given(database)).toEqual(['Left over', 'Worker'])
})

it('follows a role by the file beside the text, whose versions this database has not seen', async () => {
  await using database = await begun(
    roles('Agent'),
    ADA,
    `INSERT INTO ninefold.user_role SELECT id::text, 'Agent' FROM "user"`,
  )
  const [first, second, third] = [roles('Agent'), roles('Worker, was Agent'), roles('Helper, was Worker')]
  const lock = [first, second, third].reduce<ReturnType<typeof nextLock> | null>(
    (before, version) => nextLock(before, modelOf(textOf(version)), true),
    null,
  )
  await bring(database.connectionString, roles('Helper'), { lock })
  expect(await given(database)).toEqual(['Helper'])
})
