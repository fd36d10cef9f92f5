// The help desk with two teams and records with known ids; and, for each person, a second world that differs in
// everything that this person may not read.

import { compile } from '@ninefold/core/compile.ts'
import { readFileSync } from 'node:fs'
import { createApplication } from '../gate/context/application.ts'
import { openDatabase } from '../store/driver/database.ts'
import { migrate } from '../store/migrate/migrate.ts'
import { hashPassword } from '../store/tables/users/password-hashing.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** Without the text's own records, which would get other ids. */
export const TWO_TEAMS_TEXT = readFileSync(new URL('../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
  .replace(/### (?:Reference|Sample) data[^]*?(?=\n##)/g, '')
  // Rate limits are lifted.
  .replace('| ticketsPerHour | 20 |', '| ticketsPerHour | 1000000 |')

export const PASSWORD = 'correct-horse-2'

export function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

export const PEOPLE = { ada: 'ada@example.test', ben: 'ben@example.test', cleo: 'cleo@example.test' } as const
export type Person = 'guest' | 'ben' | 'cleo'

/** Ids, numbers and texts of both worlds, so that requests also ask for hidden records. */
export const POOL = {
  keys: [
    ...[1, 2, 3, 4, 5, 6, 11, 12, 21, 22, 23, 24, 31, 32, 33, 34, 35, 39, 51, 52, 53, 54, 59].map(idOf),
    '1000',
    '1001',
    '1002',
    '1003',
    '1004',
    '1005',
    '1006',
    '1007',
    '1008',
    '500',
    '9999',
    'dora@example.test',
    'ben@example.test',
    'nobody@example.test',
  ],
  found: {
    'Category.id': [21, 22, 23, 24].map(idOf),
    'Team.id': [11, 12].map(idOf),
    'User.id': [1, 2, 3, 4, 5, 6].map(idOf),
  },
  texts: [
    'Printer',
    'secret',
    'Hidden',
    'other',
    'open',
    'new',
    'resolved',
    'urgent',
    'normal',
    'Dora',
    'Emil',
    'Zoe',
    'a',
    '100',
    '2025-03-01',
    '2025-03-01T10:00:00Z',
    'dora@example.test',
  ],
}

/** A database to copy, to which nobody is connected. */
export async function twoTeams(): Promise<TestDatabase> {
  const testDatabase = await createTestDatabase()
  const { model } = compile(TWO_TEAMS_TEXT)
  if (model === null) throw new Error('The help desk has errors.')
  const database = openDatabase({ connectionString: testDatabase.connectionString })
  await migrate(database.pool, createApplication(model, 'world', 'development', database).schema, { consent: false })
  const hash = await hashPassword(PASSWORD)
  for (const statement of WORLD) await database.pool.query(statement.replaceAll('HASH', hash))
  await database.close()
  return testDatabase
}

/** `#31` is the id with this number; every moment is in 2025, before any test. */
function written(statement: string): string {
  return statement.replace(/#([0-9]+)/g, (_, number: string) => `'${idOf(Number(number))}'`)
}

const WORLD = [
  `INSERT INTO "user" (id, name, email, password, created_at, updated_at) VALUES
    (#1, 'Ada Admin', 'ada@example.test', 'HASH', '2025-01-01', '2025-01-01'),
    (#2, 'Ben Agent', 'ben@example.test', 'HASH', '2025-01-02', '2025-01-02'),
    (#3, 'Cleo Customer', 'cleo@example.test', 'HASH', '2025-01-03', '2025-01-03'),
    (#4, 'Dora Agent', 'dora@example.test', 'HASH', '2025-01-04', '2025-01-04'),
    (#5, 'Emil Customer', 'emil@example.test', 'HASH', '2025-01-05', '2025-01-05')`,
  `INSERT INTO ninefold.user_role VALUES (#1, 'Admin'), (#2, 'Agent'), (#3, 'Requester'), (#4, 'Agent'), (#5, 'Requester')`,
  `INSERT INTO team (id, name, created_at, updated_at) VALUES (#11, 'First line', '2025-01-01', '2025-01-01'), (#12, 'Second line', '2025-01-01', '2025-01-01')`,
  `INSERT INTO team_members (team_id, user_id) VALUES (#11, #2), (#12, #4)`,
  `INSERT INTO category (id, name, team_id, active, created_at, updated_at) VALUES
    (#21, 'General', #11, true, '2025-01-01', '2025-01-01'), (#22, 'Servers', #12, true, '2025-01-01', '2025-01-01'), (#23, 'Old things', #11, false, '2025-01-01', '2025-01-01')`,
  `INSERT INTO ticket (id, number, subject, body, requester_id, category_id, team_id, assignee_id, priority, status, due_at, first_replied_at, resolved_at, rating, created_at, updated_at) VALUES
    (#31, 1000, 'Printer on fire', 'Please help', #3, #21, #11, NULL, 'normal', 'new', '2025-03-01 10:00Z', NULL, NULL, NULL, '2025-02-01', '2025-02-01'),
    (#32, 1001, 'Server is slow', 'Please help', #3, #22, #12, #4, 'high', 'open', '2025-03-02 10:00Z', NULL, NULL, NULL, '2025-02-02', '2025-02-02'),
    (#33, 1002, 'My own server', 'Please help', #2, #22, #12, #4, 'low', 'pending', '2025-03-03 10:00Z', NULL, NULL, NULL, '2025-02-03', '2025-02-03'),
    (#34, 1003, 'Emil prints', 'secret print', #5, #21, #11, #2, 'normal', 'open', '2025-03-04 10:00Z', NULL, NULL, NULL, '2025-02-04', '2025-02-04'),
    (#35, 1004, 'Emil serves', 'secret server', #5, #22, #12, #4, 'urgent', 'resolved', '2025-03-05 10:00Z', '2025-02-05', now() - interval '1 day', 3, '2025-02-05', '2025-02-05'),
    (#36, 1005, 'Printer is slow', 'Please help', #3, #21, #11, #2, 'urgent', 'resolved', '2025-03-06 10:00Z', '2025-02-06', now() - interval '1 day', 2, '2025-02-06', '2025-02-06'),
    (#37, 1006, 'My own printer', 'Please help', #2, #21, #11, NULL, 'high', 'new', '2025-03-07 10:00Z', NULL, NULL, NULL, '2025-02-07', '2025-02-07'),
    (#38, 1007, 'Server is gone', 'Please help', #3, #22, #12, #4, 'low', 'pending', '2025-03-08 10:00Z', NULL, NULL, NULL, '2025-02-08', '2025-02-08')`,
  `INSERT INTO comment (id, ticket_id, author_id, body, internal, created_at, updated_at)
    SELECT ('00000000-0000-4000-8000-' || lpad((20 + right(ticket.id::text, 2)::int)::text, 12, '0'))::uuid, ticket.id, team_members.user_id, 'Which floor? ' || ticket.number, false, '2025-02-10', '2025-02-10'
    FROM ticket JOIN team_members USING (team_id)`,
  `INSERT INTO comment (id, ticket_id, author_id, body, internal, created_at, updated_at)
    SELECT ('00000000-0000-4000-8000-' || lpad((70 + right(ticket.id::text, 2)::int)::text, 12, '0'))::uuid, ticket.id, team_members.user_id, 'secret note ' || ticket.number, true, '2025-02-11', '2025-02-11'
    FROM ticket JOIN team_members USING (team_id)`,
  `SELECT setval('ticket_number_sequence', 2000)`,
].map(written)

const OTHER_MOMENTS = `created_at = '2024-05-05', updated_at = '2024-06-06', version = 7`

/** Data that a customer may not read: other people, their tickets, promises, notes, inactive categories. */
const HIDDEN_FROM_CLEO = [
  `UPDATE "user" SET name = 'Zoe ' || name, email = 'other-' || email, ${OTHER_MOMENTS} WHERE id NOT IN (#1, #2, #3)`,
  `UPDATE "user" SET name = 'Zoe ' || name, ${OTHER_MOMENTS} WHERE id IN (#1, #2)`,
  `INSERT INTO "user" (id, name, email, password, created_at, updated_at) VALUES (#6, 'Fay', 'fay@example.test', 'x', '2025-01-05', '2025-01-05')`,
  `UPDATE team SET ${OTHER_MOMENTS}`,
  // Users in rules of the product are unchanged, because messages of rules are the author's responsibility.
  `INSERT INTO team_members (team_id, user_id) VALUES (#11, #5), (#12, #1)`,
  `UPDATE category SET ${OTHER_MOMENTS}`,
  `DELETE FROM category WHERE id = #23`,
  `INSERT INTO category (id, name, team_id, active, created_at, updated_at) VALUES (#24, 'Hidden', #12, false, '2025-01-01', '2025-01-01')`,
  `DELETE FROM ticket WHERE id = #35`,
  `UPDATE ticket SET number = 500, subject = 'Hidden ' || subject, body = 'other', status = 'new', priority = 'urgent', ${OTHER_MOMENTS} WHERE id IN (#34, #37)`,
  `INSERT INTO ticket (id, number, subject, body, requester_id, category_id, team_id, priority, status, due_at, created_at, updated_at) VALUES
    (#39, 1008, 'Hidden', 'other', #5, #22, #12, 'low', 'new', '2030-01-01', '2025-01-01', '2025-01-01'), (#40, 1009, 'Hidden', 'other', #5, #21, #11, 'low', 'new', '2030-01-01', '2025-01-01', '2025-01-01')`,
  `UPDATE ticket SET due_at = '2030-01-01'::timestamptz - number * interval '1 day'`,
  `DELETE FROM comment WHERE internal AND ticket_id = #31`,
  `UPDATE comment SET body = 'other', ${OTHER_MOMENTS} WHERE internal OR ticket_id NOT IN (#31, #32, #36, #38)`,
  `INSERT INTO comment (id, ticket_id, author_id, body, internal, created_at, updated_at) VALUES (#59, #32, #4, 'Hidden', true, '2025-02-01', '2025-02-01'), (#60, #32, #4, 'Hidden', true, '2025-02-02', '2025-02-02')`,
].map((statement) => written(statement.replace('number = 500,', 'number = number - 503 - (id = #37)::int * 200,')))

/** Data that an agent of the first team may not read: the second team's tickets, except his own questions. */
const HIDDEN_FROM_BEN = [
  `UPDATE "user" SET ${OTHER_MOMENTS} WHERE id <> #2`,
  `DELETE FROM ticket WHERE id = #35`,
  `UPDATE ticket SET number = number - 500, subject = 'Hidden ' || subject, body = 'other', requester_id = #5, status = 'resolved', priority = 'urgent', ${OTHER_MOMENTS} WHERE id IN (#32, #38)`,
  `INSERT INTO ticket (id, number, subject, body, requester_id, category_id, team_id, assignee_id, priority, status, due_at, created_at, updated_at) VALUES (#39, 1008, 'Hidden', 'other', #5, #22, #12, #4, 'low', 'new', '2030-01-01', '2025-01-01', '2025-01-01')`,
  `UPDATE ticket SET due_at = '2030-01-01' WHERE team_id = #12`,
  `UPDATE comment SET body = 'other', internal = NOT internal, ${OTHER_MOMENTS} WHERE ticket_id IN (#32, #38)`,
  `UPDATE comment SET body = 'other', ${OTHER_MOMENTS} WHERE ticket_id = #33 AND internal`,
  `INSERT INTO comment (id, ticket_id, author_id, body, internal, created_at, updated_at) VALUES (#59, #33, #4, 'Hidden', true, '2025-02-01', '2025-02-01')`,
].map(written)

export const HIDDEN: Readonly<Record<Person, readonly string[]>> = {
  cleo: HIDDEN_FROM_CLEO,
  ben: HIDDEN_FROM_BEN,
  guest: [...HIDDEN_FROM_CLEO, `UPDATE "user" SET ${OTHER_MOMENTS}`],
}
