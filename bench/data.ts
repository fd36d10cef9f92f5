// A number of rows → the same tickets and articles for both servers, written by a few set-based statements. The names
// of tables and columns differ.

import { createHash } from 'node:crypto'
import pg from 'pg'
import { TOKENS } from './servers/contender.ts'

export const APPLICATION_NAMES = ['helpdesk', 'conduit', 'tasks'] as const
export type ApplicationName = (typeof APPLICATION_NAMES)[number]

/** Additional unassigned tickets of the agent's team; each can be taken once. */
const TICKETS_TO_TAKE = 8_500
/** The number of writers whom the reader of Conduit follows. */
const FOLLOWED = 10
const TEAMS = 20

const BODY = 'It makes a noise, the light is green, and the paper stays white. We turned it off and on again.'
export const ID = (kind: string, number: string): string =>
  `('00000000-0000-4000-${kind}-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const USER = (number: string): string => ID('8000', number)
const TEAM = (number: string): string => ID('8001', number)
const CATEGORY = (number: string): string => ID('8002', number)

export const CATEGORY_ID = '00000000-0000-4000-8002-000000000000'
/** Numbers of the first users; customers follow. */
const [CUSTOMER, AGENT, ADMIN] = ['0', '1', '2']

export function hashOfToken(person: keyof typeof TOKENS): string {
  return `'\\x${createHash('sha256').update(TOKENS[person]).digest('hex')}'::bytea`
}

export function usersOf(rows: number): number {
  return Math.ceil(rows / 100) + 20
}

/** SQL texts over the ticket's number `i`. */
export interface TicketTexts {
  readonly subject: string
  readonly body: string
}

const SAME_TEXTS: TicketTexts = { subject: `'The printer on floor ' || i || ' prints nothing'`, body: `'${BODY}'` }

/** The tables of the help desk in Ninefold's schema. */
export function helpDeskOfNinefold(rows: number, texts = SAME_TEXTS): string[] {
  const times = 'now(), now(), 1'
  return [
    `INSERT INTO "user" SELECT ${USER('i')}, 'Person ' || i, 'person' || i || '@example.test', 'none', ${times} FROM generate_series(0, ${usersOf(rows)}) i`,
    `INSERT INTO team SELECT ${TEAM('i')}, 'Team ' || i, ${times} FROM generate_series(0, ${TEAMS - 1}) i`,
    `INSERT INTO team_members VALUES (${TEAM('0')}, ${USER(AGENT)})`,
    `INSERT INTO category SELECT ${CATEGORY('i')}, 'Category ' || i, ${TEAM('i')}, true, ${times} FROM generate_series(0, ${TEAMS - 1}) i`,
    `INSERT INTO ninefold.user_role VALUES (${USER(CUSTOMER)}, 'Requester'), (${USER(AGENT)}, 'Agent'), (${USER(ADMIN)}, 'Admin')`,
    `INSERT INTO ninefold.session (token_hash, user_id) VALUES (${hashOfToken('customer')}, ${USER(CUSTOMER)}), (${hashOfToken('agent')}, ${USER(AGENT)}), (${hashOfToken('admin')}, ${USER(ADMIN)})`,
    `INSERT INTO ticket (number, subject, body, requester_id, category_id, team_id, priority, status, due_at, created_at, updated_at, version) ${tickets(rows, texts)}`,
    `SELECT setval('ticket_number_sequence', (SELECT max(number) FROM ticket))`,
  ]
}

/** The tables of the help desk in the hand-written schema. */
export function helpDeskByHand(rows: number): string[] {
  return [
    `INSERT INTO app_user SELECT ${USER('i')}, 'Person ' || i, 'person' || i || '@example.test' FROM generate_series(0, ${usersOf(rows)}) i`,
    `INSERT INTO team SELECT ${TEAM('i')}, 'Team ' || i FROM generate_series(0, ${TEAMS - 1}) i`,
    `INSERT INTO team_member VALUES (${TEAM('0')}, ${USER(AGENT)})`,
    `INSERT INTO category SELECT ${CATEGORY('i')}, 'Category ' || i, ${TEAM('i')} FROM generate_series(0, ${TEAMS - 1}) i`,
    `INSERT INTO user_role VALUES (${USER(CUSTOMER)}, 'requester'), (${USER(AGENT)}, 'agent'), (${USER(ADMIN)}, 'admin')`,
    `INSERT INTO session (token_hash, user_id) VALUES (${hashOfToken('customer')}, ${USER(CUSTOMER)}), (${hashOfToken('agent')}, ${USER(AGENT)}), (${hashOfToken('admin')}, ${USER(ADMIN)})`,
    `INSERT INTO ticket (number, subject, body, requester_id, category_id, team_id, priority, status, due_at, created_at, updated_at, version) ${tickets(rows)}`,
    `SELECT setval(pg_get_serial_sequence('ticket', 'number'), (SELECT max(number) FROM ticket))`,
  ]
}

/** One ticket in three is new, and one in five is assigned to the agent. The last ones are unassigned. */
function tickets(rows: number, { subject, body } = SAME_TEXTS): string {
  return `
    SELECT 1000 + i, ${subject}, ${body},
      ${USER(`i % ${usersOf(rows)}`)}, ${CATEGORY('team')}, ${TEAM('team')}, (ARRAY['low','normal','high','urgent'])[1 + i % 4],
      CASE WHEN i > ${rows} THEN 'new' ELSE (ARRAY['new','open','pending','resolved','closed'])[1 + i % 5] END,
      now() + interval '1 hour', now() - i * interval '1 second', now() - i * interval '1 second', 1
    FROM generate_series(1, ${rows + TICKETS_TO_TAKE}) i, LATERAL (SELECT CASE WHEN i > ${rows} THEN 0 ELSE i % ${TEAMS} END AS team) t`
}

/** Numbers of the unassigned tickets. */
export function numberToTake(rows: number, index: number): number {
  return 1000 + rows + 1 + index
}

export function conduitOfNinefold(rows: number): string[] {
  const [users, times] = [usersOf(rows), 'now(), now(), 1']
  return [
    `INSERT INTO "user" OVERRIDING SYSTEM VALUE SELECT i, 'writer' || i, 'writer' || i || '@example.test', 'none', NULL, NULL, ${times} FROM generate_series(1, ${users}) i`,
    `INSERT INTO ninefold.user_role VALUES ('1', 'Writer')`,
    `INSERT INTO ninefold.session (token_hash, user_id) VALUES (${hashOfToken('reader')}, '1')`,
    `INSERT INTO user_following (user_id, following_id) SELECT 1, i FROM generate_series(2, ${FOLLOWED + 1}) i`,
    `INSERT INTO tag OVERRIDING SYSTEM VALUE SELECT i, 'tag' || i, ${times} FROM generate_series(1, 100) i`,
    `INSERT INTO article OVERRIDING SYSTEM VALUE ${articles(rows, ', 1')}`,
    `INSERT INTO article_tags (article_id, tag_id) ${tagsOfArticles(rows)}`,
    `INSERT INTO article_favorited_by (article_id, user_id) SELECT i, 1 + i % ${users} FROM generate_series(1, ${rows}) i`,
  ]
}

export function conduitByHand(rows: number): string[] {
  const users = usersOf(rows)
  return [
    `INSERT INTO writer OVERRIDING SYSTEM VALUE SELECT i, 'writer' || i, 'writer' || i || '@example.test' FROM generate_series(1, ${users}) i`,
    `INSERT INTO writer_session (token_hash, writer_id) VALUES (${hashOfToken('reader')}, 1)`,
    `INSERT INTO follow (follower_id, writer_id) SELECT 1, i FROM generate_series(2, ${FOLLOWED + 1}) i`,
    `INSERT INTO tag OVERRIDING SYSTEM VALUE SELECT i, 'tag' || i FROM generate_series(1, 100) i`,
    `INSERT INTO article OVERRIDING SYSTEM VALUE ${articles(rows, '')}`,
    `INSERT INTO article_tag (article_id, tag_id) ${tagsOfArticles(rows)}`,
    `INSERT INTO favorite (article_id, writer_id) SELECT i, 1 + i % ${users} FROM generate_series(1, ${rows}) i`,
  ]
}

function articles(rows: number, more: string): string {
  return `
    SELECT i, 'how-to-train-' || i, 'How to train ' || i, 'Ever wonder how?', '${BODY}', 1 + i % ${usersOf(rows)},
      now() - i * interval '1 second', now() - i * interval '1 second'${more}
    FROM generate_series(1, ${rows}) i`
}

function tagsOfArticles(rows: number): string {
  return `SELECT i, 1 + tag FROM generate_series(1, ${rows}) i, LATERAL (SELECT i % 100 UNION SELECT (i * 7 + 3) % 100) t (tag)`
}

/** Skips foreign key checks, because the references are known to be valid, and analyses the tables at once. */
export async function fillDatabase(connectionString: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('SET session_replication_role = replica')
  try {
    for (const statement of statements) await client.query(statement)
    await client.query('VACUUM ANALYZE')
    await client.query('CHECKPOINT')
  } finally {
    await client.end()
  }
}
