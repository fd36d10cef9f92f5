import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { collection, entity, field, modelOf, reference, text } from '@ninefold/core/plan/model-for-tests.ts'
import { constraintsOf, violatedConstraint } from '@ninefold/core/plan/schema/constraints.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import type { Pool } from 'pg'
import { expect, it } from 'vitest'
import { breakingBefore } from '../../testing/servers/breaking-pool.ts'
import { catalog } from '../../testing/catalog.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { migrate, type WaitingStep } from './migrate.ts'

const CHOICE = { kind: 'choice', values: ['low', 'high'] } as const
const NORMAL = {
  kind: 'literal',
  value: 'low',
  type: { kind: 'text' },
  isOptional: false,
  span: { start: 0, end: 0 },
} as const

function schemaOf(...entities: Entity[]): Schema {
  return planTables(modelOf(entities, { 'Ticket.status': ['new', 'open', 'closed'] }))
}

const HELP_DESK = schemaOf(
  entity('User', [
    text('name', { isRequired: true }, 80),
    field(
      'email',
      { kind: 'email', lengthMin: null, lengthMax: null },
      { isRequired: true, unique: { ignoringCase: true, within: [] } },
    ),
    collection('teams', 'Team', 'members'),
  ]),
  entity('Team', [
    text('name', { isRequired: true, unique: { ignoringCase: false, within: [] } }),
    collection('members', 'User'),
  ]),
  entity('Ticket', [
    field(
      'number',
      { kind: 'sequence', from: 1000, per: null, isPerYear: false, format: null, isWithoutGaps: false },
      { unique: { ignoringCase: false, within: [] } },
    ),
    field('subject', { kind: 'text', lengthMin: 5, lengthMax: 120 }, { isRequired: true }),
    reference('team', 'Team', { isRequired: true, onDeletion: 'blocks deletion' }),
    reference('assignee', 'User', { onDeletion: 'cleared on deletion' }),
    field('status', { kind: 'state' }),
    field('priority', CHOICE, { isRequired: true }),
    field('rating', { kind: 'whole number', min: 1, max: 5 }),
    field('late', { kind: 'yes/no' }, { computed: { expression: NORMAL, isStored: false } }),
  ]),
)

/** PostgreSQL's error, as the constraint of the schema. */
async function violation(pool: Pool, schema: Schema, sql: string): Promise<unknown> {
  const error = await pool.query(sql).then(
    () => null,
    (cause: Record<string, string>) => cause,
  )
  const found = error === null ? null : violatedConstraint(constraintsOf(schema), error)
  return found === null ? error : [error?.['code'], found.name, found.entity, found.fields.join(), found.rule.kind]
}

const TEAM = `'00000000-0000-4000-8000-000000000001'`

async function helpDesk(pool: Pool): Promise<void> {
  await migrate(pool, HELP_DESK, { consent: false })
  await pool.query(`INSERT INTO team (id, name, created_at) VALUES (${TEAM}, 'First line', now())`)
}

function ticket(values: Readonly<Record<string, string>> = {}): string {
  const row = {
    subject: `'It is broken'`,
    team_id: TEAM,
    status: `'new'`,
    priority: `'low'`,
    created_at: 'now()',
    ...values,
  }
  return `INSERT INTO ticket (${Object.keys(row).join()}) VALUES (${Object.values(row).join()}) RETURNING number::int, version::int`
}

it('makes tables that give numbers, ids and versions, and keeps what brought them', async () => {
  await using database = await createTestDatabase()
  await helpDesk(database.pool)
  expect((await database.pool.query(ticket())).rows).toEqual([{ number: 1000, version: 1 }])
  expect((await database.pool.query(ticket())).rows).toEqual([{ number: 1001, version: 1 }])
  const kept = await database.pool.query('SELECT schema FROM ninefold.specification')
  expect(kept.rows).toEqual([{ schema: HELP_DESK }])
})

it('names every violated constraint in the words of the author', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  await helpDesk(pool)
  const nobody = `'00000000-0000-4000-8000-00000000dead'`
  const user = (email: string): string =>
    `INSERT INTO "user" (name, email, created_at) VALUES ('Ada', '${email}', now())`
  await pool.query(user('ÀDA@example.test'))
  await pool.query(ticket())
  expect({
    empty: await violation(pool, HELP_DESK, ticket({ subject: 'NULL' })),
    short: await violation(pool, HELP_DESK, ticket({ subject: `'Hi'` })),
    blank: await violation(pool, HELP_DESK, `INSERT INTO team (name, created_at) VALUES (E' \\n\\t ', now())`),
    word: await violation(pool, HELP_DESK, ticket({ status: `'lost'` })),
    long: await violation(pool, HELP_DESK, ticket({ subject: `repeat('x', 121)` })),
    below: await violation(pool, HELP_DESK, ticket({ rating: '0' })),
    above: await violation(pool, HELP_DESK, ticket({ rating: '6' })),
    noRecord: await violation(pool, HELP_DESK, ticket({ team_id: nobody })),
    blocked: await violation(pool, HELP_DESK, `DELETE FROM team`),
    taken: await violation(pool, HELP_DESK, user('àda@EXAMPLE.test')),
    takenNumber: await violation(pool, HELP_DESK, ticket({ number: '1000' })),
  }).toEqual({
    empty: ['23502', 'ticket_subject_not_null', 'Ticket', 'subject', 'required'],
    short: ['23514', '_ticket_subject_length', 'Ticket', 'subject', 'length'],
    long: ['23514', 'ticket_subject_length', 'Ticket', 'subject', 'length'],
    blank: ['23514', 'team_name_not_blank', 'Team', 'name', 'not blank'],
    word: ['23514', 'ticket_status_state', 'Ticket', 'status', 'one of'],
    below: ['23514', '_ticket_rating_range', 'Ticket', 'rating', 'range'],
    above: ['23514', 'ticket_rating_range', 'Ticket', 'rating', 'range'],
    noRecord: ['23503', 'ticket_team_reference', 'Ticket', 'team', 'reference'],
    // PostgreSQL 18 has its own code for it.
    blocked: [expect.stringMatching(/^(23001|23503)$/), 'ticket_team_reference', 'Ticket', 'team', 'reference'],
    taken: ['23505', 'user_email_unique', 'User', 'email', 'unique'],
    takenNumber: ['23505', 'ticket_number_unique', 'Ticket', 'number', 'unique'],
  })
})

it('clears or removes what a deletion effect says, links included', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  await helpDesk(pool)
  await pool.query(
    `INSERT INTO "user" (id, name, email, created_at) VALUES (${TEAM}, 'Ben', 'ben@example.test', now())`,
  )
  await pool.query(`INSERT INTO team_members (team_id, user_id) VALUES (${TEAM}, ${TEAM})`)
  await pool.query(ticket({ assignee_id: TEAM }))
  await pool.query('DELETE FROM "user"')
  expect((await pool.query('SELECT assignee_id FROM ticket')).rows).toEqual([{ assignee_id: null }])
  expect((await pool.query('SELECT * FROM team_members')).rows).toEqual([])
})

const NOTE = (...fields: Parameters<typeof entity>[1]): Schema => schemaOf(entity('Note', fields))

async function notes(pool: Pool, schema: Schema, ...values: string[]): Promise<void> {
  await migrate(pool, schema, { consent: false })
  for (const value of values)
    await pool.query(`INSERT INTO note (${schema.tables[0]?.columns[1]?.name}, created_at) VALUES (${value}, now())`)
}

function told(waiting: readonly WaitingStep[]): string[] {
  return waiting.map(({ sentence, rows }) => `${sentence} (${rows})`)
}

it('keeps a column that holds values until somebody says yes, and does nothing else meanwhile', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  await notes(pool, NOTE(text('title'), text('body')), `'one'`, `NULL`, `'two'`)
  const next = NOTE(text('body'), text('colour'))

  const refused = await migrate(pool, next, { consent: false })
  expect(refused.applied).toEqual([])
  expect(told(refused.waiting)).toEqual([
    'The values of Note.title are removed, because the specification no longer has it. (2)',
  ])
  expect((await pool.query('SELECT title FROM note WHERE title IS NOT NULL')).rowCount).toBe(2)
  await expect(pool.query('SELECT colour FROM note')).rejects.toThrow('does not exist')

  const asked: string[][] = []
  const agreed = await migrate(pool, next, { consent: (steps) => asked.push(told(steps)) > 0 })
  expect(asked).toEqual([told(refused.waiting)])
  expect(agreed.waiting).toEqual([])
  await expect(pool.query('SELECT title FROM note')).rejects.toThrow('does not exist')
})

it('removes a column that holds nothing without asking', async () => {
  await using database = await createTestDatabase()
  await notes(database.pool, NOTE(text('title'), text('body')), `NULL`)
  const result = await migrate(database.pool, NOTE(text('body')), { consent: () => expect.unreachable('asked') })
  expect(result.waiting).toEqual([])
})

it('does not lose more than was agreed to', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  await notes(pool, NOTE(text('title')), `'one'`)
  const consent = async (): Promise<boolean> => {
    // A user adds a value while a person reads the question.
    await pool.query(`INSERT INTO note (title, created_at) VALUES ('two', now())`)
    return true
  }
  expect(told((await migrate(pool, NOTE(text('other')), { consent })).waiting)).toEqual([
    expect.stringContaining('(2)'),
  ])
  expect((await pool.query('SELECT title FROM note')).rowCount).toBe(2)
})

it('tightens a rule only once every row passes, whatever anybody agrees to', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  await notes(pool, NOTE(text('title')), `'a long title'`, `'short'`, `'short'`, 'NULL')
  const tight = NOTE(text('title', { isRequired: true, unique: { ignoringCase: true, within: [] } }, 8))
  const refused = await migrate(pool, tight, { consent: true })
  expect(told(refused.waiting)).toEqual([
    'Note.title is required. (1)',
    'Note.title must be at most 8 characters long. (1)',
    'Note.title must be unique ignoring case. (2)',
  ])
  await pool.query(`DELETE FROM note WHERE title IS DISTINCT FROM 'short'`)
  await pool.query(`UPDATE note SET title = 'other' WHERE id = (SELECT id FROM note LIMIT 1)`)
  expect((await migrate(pool, tight, { consent: false })).waiting).toEqual([])
})

it('keeps a choice that records still use', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  await notes(pool, NOTE(field('priority', CHOICE)), `'low'`, `'high'`)
  const next = NOTE(field('priority', { kind: 'choice', values: ['low', 'urgent'] }))
  expect(told((await migrate(pool, next, { consent: true })).waiting)).toEqual([
    'Note.priority must be one of low, urgent. (1)',
  ])
})

it('fills a new required field with its default, and asks for one when there is none', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  await notes(pool, NOTE(text('title')), `'one'`)
  const required = (stated: object) =>
    migrate(pool, NOTE(text('title'), field('priority', CHOICE, { isRequired: true, ...stated })), { consent: true })
  expect(told((await required({})).waiting)).toEqual(['Note.priority is required. (1)'])
  const { applied } = await required({ default: NORMAL })
  expect((await pool.query('SELECT priority FROM note')).rows).toEqual([{ priority: 'low' }])
  await expect(pool.query('UPDATE note SET priority = NULL')).rejects.toThrow('not-null')
  // It would read the whole table while all readers and writers wait.
  expect(applied.filter(({ sql }) => sql.includes('SET NOT NULL'))).toEqual([])
})

it('lets ids of new records grow, and leaves those that are there', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  const now = NOTE(text('title'))
  const former = JSON.parse(JSON.stringify(now).replaceAll('ninefold.next_id()', 'gen_random_uuid()')) as Schema
  await notes(pool, former, `'one'`)
  const [{ id: old } = { id: '' }] = (await pool.query<{ id: string }>('SELECT id FROM note')).rows
  const { applied } = await migrate(pool, now, { consent: false })
  expect(applied.map(({ sentence }) => sentence)).toEqual([
    'Note: ids of new records grow in the order of their creation.',
  ])
  await notes(pool, now, `'two'`, `'three'`)
  const { rows } = await pool.query<{ id: string; title: string }>(
    `SELECT id, title FROM note ORDER BY id = '${old}' DESC, id`,
  )
  expect(rows.map(({ title }) => title)).toEqual(['one', 'two', 'three'])
})

it('keeps every value that means the same in another type, and counts those that do not', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  await notes(pool, NOTE(text('size')), `'12'`, `'twelve'`)
  const whole = NOTE(field('size', { kind: 'whole number', min: null, max: null }))
  const refused = await migrate(pool, whole, { consent: false })
  expect(told(refused.waiting)).toEqual([
    'Note.size changes from text to whole number: values that are none are removed. (1)',
  ])
  await migrate(pool, whole, { consent: true })
  await migrate(pool, NOTE(field('size', { kind: 'decimal', places: 1 })), { consent: false })
  await migrate(pool, NOTE(text('size')), { consent: false })
  expect((await pool.query('SELECT size FROM note ORDER BY size')).rows).toEqual([{ size: '12' }, { size: null }])
})

it('never turns the hash of a password into a text that can be read', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  await notes(pool, NOTE(field('secret', { kind: 'password', lengthMin: 10, lengthMax: 200 })), `'hash'`)
  expect(told((await migrate(pool, NOTE(text('secret')), { consent: false })).waiting)).toHaveLength(1)
  await migrate(pool, NOTE(text('secret')), { consent: true })
  expect((await pool.query('SELECT secret FROM note')).rows).toEqual([{ secret: null }])
})

it('gives each record that is there a random code of its own', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  const unique = { unique: { ignoringCase: false, within: [] } }
  const coded = (length: number): Schema => NOTE(text('title'), field('code', { kind: 'random code', length }, unique))
  const codes = async (): Promise<string[]> =>
    (await pool.query<{ code: string }>('SELECT code FROM note ORDER BY title')).rows.map(({ code }) => code)
  await notes(pool, NOTE(text('title')), `'a'`, `'b'`)
  await migrate(pool, coded(8), { consent: false })
  const [first, second] = await codes()
  expect([first, second]).toEqual([expect.stringMatching(/^[0-9a-z]{8}$/), expect.stringMatching(/^[0-9a-z]{8}$/)])
  expect(first).not.toBe(second)
  // The new length applies to later codes.
  await migrate(pool, coded(12), { consent: false })
  await pool.query(`INSERT INTO note (title, created_at) VALUES ('c', now())`)
  expect(await codes()).toEqual([first, second, expect.stringMatching(/^[0-9a-z]{12}$/)])
})

it('ranks the records that are there in the order of their creation, or of the position that they had', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  const ranked = NOTE(text('title'), field('place', { kind: 'rank' }, { isRequired: true }))
  const rows = () => pool.query<{ title: string }>('SELECT title FROM note ORDER BY place')
  const titles = async () => (await rows()).rows.map(({ title }) => title).join('')
  await notes(pool, NOTE(text('title')), `'a'`, `'b'`, `'c'`)
  // PostgreSQL keeps a changed row in another place.
  await pool.query(`UPDATE note SET title = 'A' WHERE title = 'a'`)
  await migrate(pool, ranked, { consent: false })
  await pool.query(`INSERT INTO note (title, created_at) VALUES ('d', now())`)
  expect(await titles()).toBe('Abcd')
  await migrate(pool, NOTE(text('title')), { consent: true })
  await migrate(pool, NOTE(text('title'), field('place', { kind: 'whole number', min: null, max: null })), {
    consent: false,
  })
  await pool.query(`UPDATE note SET place = 100 - ascii(lower(title))`)
  expect((await migrate(pool, ranked, { consent: true })).waiting).toEqual([])
  await pool.query(`INSERT INTO note (title, created_at) VALUES ('e', now())`)
  expect(await titles()).toBe('dcbAe')
})

it('never counts backwards', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  const from = (start: number): Schema =>
    NOTE(
      text('title'),
      field('number', {
        kind: 'sequence',
        from: start,
        per: null,
        isPerYear: false,
        format: null,
        isWithoutGaps: false,
      }),
    )
  const next = async (): Promise<number> =>
    (await pool.query<{ number: number }>(`INSERT INTO note (created_at) VALUES (now()) RETURNING number::int`)).rows[0]
      ?.number ?? 0
  await notes(pool, NOTE(text('title')), `'a'`, `'b'`)
  await migrate(pool, from(10), { consent: false })
  expect(await next()).toBe(12)
  await migrate(pool, from(5), { consent: false })
  expect(await next()).toBe(13)
  await migrate(pool, from(100), { consent: false })
  expect(await next()).toBe(100)
  await migrate(pool, NOTE(text('title'), field('number', { kind: 'whole number', min: null, max: null })), {
    consent: false,
  })
  await migrate(pool, from(7), { consent: false })
  expect(await next()).toBe(101)
})

it('is done once, however many processes start at the same time', async () => {
  await using database = await createTestDatabase()
  const results = await Promise.all(
    Array.from({ length: 8 }, () => migrate(database.pool, HELP_DESK, { consent: false })),
  )
  expect(results.filter(({ applied }) => applied.length > 0)).toHaveLength(1)
  expect((await database.pool.query('SELECT count(*)::int AS times FROM ninefold.specification')).rows).toEqual([
    { times: 1 },
  ])
})

it('leaves the old state when a step fails', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  await notes(pool, NOTE(text('title')))
  await pool.query('CREATE TABLE public.ticket ()')
  await expect(
    migrate(pool, schemaOf(entity('Note', [text('body')]), entity('Ticket', [])), { consent: true }),
  ).rejects.toThrow('already exists')
  expect((await pool.query('SELECT title FROM note')).rows).toEqual([])
})

it('leaves the old state or the new one, wherever it is cut', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  const old = NOTE(text('title'), text('body'))
  const next = schemaOf(
    entity('Note', [field('title', { kind: 'whole number', min: 1, max: 9 }), reference('team', 'Team')]),
    entity('Team', [text('name')]),
  )
  await notes(pool, old, `'7'`)
  const before = await catalog(pool)
  for (let statement = 1; ; statement++) {
    const cut = breakingBefore(statement, database)
    const outcome = await migrate(cut.pool, next, { consent: true }).then(
      () => 'done',
      () => 'failed',
    )
    // Interrupted after the last statement, or not at all.
    if (outcome === 'done') break
    expect(cut.wasReached()).toBe(true)
    expect([statement, outcome, await catalog(pool)]).toEqual([statement, 'failed', before])
    expect((await pool.query('SELECT title FROM note')).rows).toEqual([{ title: '7' }])
  }
  expect((await pool.query('SELECT title::int FROM note')).rows).toEqual([{ title: 7 }])
})
