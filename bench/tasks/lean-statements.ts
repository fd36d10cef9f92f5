// Statements of the lean server: one for each request.

import type { KeptPromise } from './promises.ts'

export interface Statement {
  readonly name: string
  readonly text: string
}

const VIEW = `t.code, t.title, t.status, owner.name AS owner, assignee.name AS assignee, t.priority, t.weight, t.created_at AS "createdAt"`
const NAMES = `JOIN person owner ON owner.id = t.owner_id LEFT JOIN person assignee ON assignee.id = t.assignee_id`
const SEEN = `($1::uuid IN (t.owner_id, t.assignee_id) OR $2::boolean)`
const COUNTED_MAX = 1000

/**
 * $1: the caller. Each branch of the rule uses its own index. A further parameter filters by state, and two hold the
 * cursor.
 */
function listOf(isClerk: boolean, hasStatus: boolean, isAfter: boolean): Statement {
  const state = hasStatus ? ' AND t.status = $3' : ''
  const [at, id] = hasStatus ? ['$4', '$5'] : ['$3', '$4']
  const after = isAfter ? ` AND (t.created_at, t.id) < (${at}::timestamptz, ${id}::uuid)` : ''
  const branches = isClerk ? ['$1::uuid IS NOT NULL'] : ['t.owner_id = $1::uuid', 't.assignee_id = $1::uuid']
  const order = 'ORDER BY created_at DESC, id DESC'
  const union = (columns: string, more: string, end: string): string =>
    branches.map((where) => `(SELECT ${columns} FROM task t WHERE ${where}${state}${more} ${end})`).join(' UNION ')
  return {
    name: `list ${isClerk} ${hasStatus} ${isAfter}`,
    text: `
      SELECT ${VIEW}, t.id, (SELECT count(*)::int FROM (SELECT FROM (${union('t.id', '', `LIMIT ${COUNTED_MAX}`)}) found LIMIT ${COUNTED_MAX}) counted) AS total
      FROM (SELECT id, created_at FROM (${union('t.id, t.created_at', after, `${order} LIMIT $2`)}) merged ${order} LIMIT $2) page
      JOIN task t ON t.id = page.id ${NAMES} ORDER BY page.created_at DESC, page.id DESC`,
  }
}
const LISTS = new Map(
  [true, false].flatMap((clerk) =>
    [true, false].flatMap((status) =>
      [true, false].map((after) => {
        const list = listOf(clerk, status, after)
        return [list.name, list] as const
      }),
    ),
  ),
)

export function listStatement(isClerk: boolean, hasStatus: boolean, isAfter: boolean): Statement {
  return LISTS.get(`list ${isClerk} ${hasStatus} ${isAfter}`) ?? listOf(isClerk, hasStatus, isAfter)
}

/** $1: the caller, $2: whether a clerk, $3: the code. */
export const READ: Statement = {
  name: 'read',
  text: `SELECT ${VIEW} FROM task t ${NAMES} WHERE ${SEEN} AND t.code = $3`,
}

/** $3: limit, $4: offset; all rows are counted. */
export const PAGES = (isClerk: boolean): Statement => ({
  name: `pages ${isClerk}`,
  text: `
    SELECT ${VIEW}, (SELECT count(*)::int FROM task t WHERE ${isClerk ? '$1::uuid IS NOT NULL' : SEEN}) AS total
    FROM (SELECT id, created_at FROM task t WHERE ${isClerk ? '$2::boolean' : SEEN} ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4) page
    JOIN task t ON t.id = page.id ${NAMES} ORDER BY page.created_at DESC, page.id DESC`,
})

/** $1: hash of the token, $2: the caller, $3: the caller's role. Other columns tell the second wall who asks. */
export function judgement(promises: ReadonlySet<KeptPromise>): Statement {
  const told = promises.has('second wall')
    ? `, set_config('lean.me', $2::text, false), set_config('lean.is_clerk', ($3::text = 'clerk')::text, false)`
    : ''
  return { name: 'judgement', text: `SELECT ${holds('$1', '$2', '$3')} AS holds${told}` }
}

function holds(hash: string, person: string, role: string): string {
  return `(EXISTS (SELECT FROM session WHERE token_hash = ${hash}::bytea AND person_id = ${person}::uuid AND last_used_at > now() - interval '30 days')
    AND EXISTS (SELECT FROM person_role WHERE person_id = ${person}::uuid AND role = ${role}::text))`
}

/** $1: hash of a token. */
export const SIGNED_IN: Statement = {
  name: 'signed in',
  text: 'SELECT person_id AS id, role FROM session JOIN person_role USING (person_id) WHERE token_hash = $1',
}

export interface Writes {
  readonly create: Statement
  readonly change: Statement
}

/**
 * $1 to $6: values. With sessions $7 and $8: hash of the token, and role. With the audit log $9: id of the request.
 * The guard is part of a change. No row: the caller does not see the record, or must not change it.
 */
export function writes(promises: ReadonlySet<KeptPromise>): Writes {
  const judged = promises.has('sessions') ? holds('$7', '$1', '$8') : 'TRUE'
  const audit = (call: string): string =>
    promises.has('audit log')
      ? `, audited AS (INSERT INTO audit (request, call, caller, entity, record, at) SELECT $9, '${call}', $1::text, 'Task', t.id::text, now() FROM t)`
      : ''
  return {
    create: {
      name: 'create',
      text: `WITH t AS (INSERT INTO task (code, title, owner_id, assignee_id, weight, priority)
          SELECT $2, $3, $1::uuid, $4::uuid, $5::int, $6 WHERE ${judged} RETURNING *)${audit('POST /api/tasks')}
        SELECT ${VIEW} FROM t ${NAMES}`,
    },
    change: {
      name: 'change',
      text: `WITH t AS (
          UPDATE task SET title = coalesce($3, title), weight = CASE WHEN $4 THEN $5 ELSE weight END, priority = coalesce($6, priority)
          WHERE code = $2 AND owner_id = $1::uuid AND status <> 'done' AND ${judged} RETURNING *)${audit('PATCH /api/tasks/:code')}
        SELECT ${VIEW} FROM t ${NAMES}`,
    },
  }
}
