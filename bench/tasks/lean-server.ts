// A lower bound for bench/tasks/tasks.md: the least work with which a server gives the same answers under the same
// rules. It has signed tokens instead of sessions, one statement for each request, no log, no audit, no second wall and
// no limits.
//
//   node bench/tasks/lean-server.ts      DATABASE_URL, TOKEN_KEY; prints its address

import { createHmac, timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import pg from 'pg'

interface Caller {
  readonly id: string
  readonly isClerk: boolean
}

interface Written {
  readonly code?: string
  readonly title?: string
  readonly assignee?: string | null
  readonly weight?: number | null
  readonly priority?: string
}

const KEY = process.env['TOKEN_KEY'] ?? ''
const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
const nullable = (type: string) => ({ type: [type, 'null'] })

const taskSchema = {
  type: 'object',
  properties: {
    code: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'string' },
    owner: { type: 'string' },
    assignee: nullable('string'),
    priority: { type: 'string' },
    weight: nullable('integer'),
    createdAt: { type: 'string', format: 'date-time' },
  },
}
const listSchema = {
  type: 'object',
  properties: { items: { type: 'array', items: taskSchema }, total: { type: 'integer' }, next: nullable('string') },
}
const writable = {
  title: { type: 'string', minLength: 1, maxLength: 100 },
  assignee: { type: ['string', 'null'], pattern: UUID },
  weight: { type: ['integer', 'null'], minimum: 1, maximum: 100 },
  priority: { type: 'string', enum: ['low', 'normal', 'high'] },
}
const creatable = { code: { type: 'string', minLength: 1, maxLength: 20 }, ...writable }

const VIEW = `t.code, t.title, t.status, owner.name AS owner, assignee.name AS assignee, t.priority, t.weight, t.created_at AS "createdAt"`
const NAMES = `JOIN person owner ON owner.id = t.owner_id LEFT JOIN person assignee ON assignee.id = t.assignee_id`
const SEEN = `($1::uuid IN (t.owner_id, t.assignee_id) OR $2::boolean)`
const PAGE_MAX = 100
const COUNTED_MAX = 1000

/**
 * $1: the caller. Each branch of the rule uses its own index. A further parameter filters by state, and two hold the
 * cursor.
 */
function listOf(isClerk: boolean, hasStatus: boolean, isAfter: boolean) {
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
      [true, false].map((after) => [`${clerk} ${status} ${after}`, listOf(clerk, status, after)] as const),
    ),
  ),
)

const READ = { name: 'read', text: `SELECT ${VIEW} FROM task t ${NAMES} WHERE ${SEEN} AND t.code = $3` }
const CREATE = {
  name: 'create',
  text: `WITH t AS (INSERT INTO task (code, title, owner_id, assignee_id, weight, priority) VALUES ($2, $3, $1, $4, $5, $6) RETURNING *)
    SELECT ${VIEW} FROM t ${NAMES}`,
}
/** The guard is part of the statement. No row: the caller does not see the record, or must not change it. */
const CHANGE = {
  name: 'change',
  text: `WITH t AS (
      UPDATE task SET title = coalesce($3, title), weight = CASE WHEN $4 THEN $5 ELSE weight END, priority = coalesce($6, priority)
      WHERE code = $2 AND owner_id = $1 AND status <> 'done' RETURNING *)
    SELECT ${VIEW} FROM t ${NAMES}`,
}
/** $3: limit, $4: offset; all rows are counted. */
const PAGES = (isClerk: boolean) => ({
  name: `pages ${isClerk}`,
  text: `
    SELECT ${VIEW}, (SELECT count(*)::int FROM task t WHERE ${isClerk ? '$1::uuid IS NOT NULL' : SEEN}) AS total
    FROM (SELECT id, created_at FROM task t WHERE ${isClerk ? '$2::boolean' : SEEN} ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4) page
    JOIN task t ON t.id = page.id ${NAMES} ORDER BY page.created_at DESC, page.id DESC`,
})

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const app = Fastify({ logger: false, ajv: { customOptions: { removeAdditional: false, coerceTypes: 'array' } } })

app.setErrorHandler((problem: { statusCode?: number; validation?: unknown; code?: string }, _request, reply) => {
  if ((problem.statusCode ?? 500) >= 500) console.error(problem)
  if (problem.code === '23505') return refuse(reply, 409, 'TAKEN')
  return refuse(reply, problem.validation ? 422 : (problem.statusCode ?? 500), 'INVALID')
})

const query = {
  type: 'object',
  additionalProperties: false,
  properties: {
    status: { type: 'string', enum: ['open', 'taken', 'done'] },
    sort: { type: 'string', enum: ['-createdAt'] },
    limit: { type: 'integer', minimum: 1, maximum: PAGE_MAX },
    after: { type: 'string', maxLength: 200 },
  },
}
interface ListQuery {
  readonly status?: string
  readonly limit?: number
  readonly after?: string
}

app.get(
  '/api/tasks',
  { schema: { querystring: query, response: { 200: listSchema } } },
  async (request: FastifyRequest<{ Querystring: ListQuery }>, reply) => {
    const caller = callerOf(request)
    if (caller === null) return refuse(reply, 401, 'NOT_SIGNED_IN')
    const { status, limit = 25, after } = request.query
    const statement = LISTS.get(`${caller.isClerk} ${status !== undefined} ${after !== undefined}`)
    const place = after === undefined ? [] : Buffer.from(after, 'base64url').toString().split(' ')
    const values = [caller.id, limit + 1, ...(status === undefined ? [] : [status]), ...place]
    const { rows } = await pool.query({ name: statement?.name ?? '', text: statement?.text ?? '', values })
    const items = rows.slice(0, limit)
    const last = rows.length > limit ? items.at(-1) : undefined
    const next =
      last === undefined ? null : Buffer.from(`${last.createdAt.toISOString()} ${last.id}`).toString('base64url')
    return { items, total: rows[0]?.total ?? 0, next }
  },
)

app.get(
  '/api/pages',
  {
    schema: {
      querystring: {
        type: 'object',
        properties: { offset: { type: 'integer', minimum: 0 }, limit: { type: 'integer', minimum: 1, maximum: 100 } },
      },
      response: {
        200: {
          type: 'object',
          properties: { tasks: { type: 'array', items: taskSchema }, total: { type: 'integer' } },
        },
      },
    },
  },
  async (request: FastifyRequest<{ Querystring: { offset?: number; limit?: number } }>, reply) => {
    const caller = callerOf(request)
    if (caller === null) return refuse(reply, 401, 'NOT_SIGNED_IN')
    const { offset = 0, limit = 25 } = request.query
    const { rows } = await pool.query({ ...PAGES(caller.isClerk), values: [caller.id, caller.isClerk, limit, offset] })
    return { tasks: rows, total: rows[0]?.total ?? 0 }
  },
)

app.get(
  '/api/tasks/:code',
  { schema: { response: { 200: taskSchema } } },
  async (request: FastifyRequest<{ Params: { code: string } }>, reply) => {
    const caller = callerOf(request)
    if (caller === null) return refuse(reply, 401, 'NOT_SIGNED_IN')
    const { rows } = await pool.query({ ...READ, values: [caller.id, caller.isClerk, request.params.code] })
    return rows[0] ?? refuse(reply, 404, 'TASK_NOT_FOUND')
  },
)

app.post(
  '/api/tasks',
  {
    schema: {
      body: { type: 'object', additionalProperties: false, required: ['code', 'title'], properties: creatable },
      response: { 201: taskSchema },
    },
  },
  async (request: FastifyRequest<{ Body: Written }>, reply) => {
    const caller = callerOf(request)
    if (caller === null) return refuse(reply, 401, 'NOT_SIGNED_IN')
    const { code, title, assignee = null, weight = null, priority = 'normal' } = request.body
    const { rows } = await pool.query({ ...CREATE, values: [caller.id, code, title, assignee, weight, priority] })
    reply.code(201)
    return rows[0]
  },
)

app.patch(
  '/api/tasks/:code',
  {
    schema: {
      body: { type: 'object', additionalProperties: false, properties: writable },
      response: { 200: taskSchema },
    },
  },
  async (request: FastifyRequest<{ Params: { code: string }; Body: Written }>, reply) => {
    const caller = callerOf(request)
    if (caller === null) return refuse(reply, 401, 'NOT_SIGNED_IN')
    const { title = null, weight, priority = null } = request.body
    const values = [caller.id, request.params.code, title, weight !== undefined, weight ?? null, priority]
    const { rows } = await pool.query({ ...CHANGE, values })
    return rows[0] ?? refuse(reply, 409, 'NOT_CHANGED')
  },
)

process.on('SIGTERM', () => void app.close().then(() => pool.end()))
console.log(await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 0) }))

/** `Bearer ID.ROLE.SIGNATURE` */
function callerOf({ headers }: FastifyRequest): Caller | null {
  const [id, role, signature] = headers.authorization?.slice('Bearer '.length).split('.') ?? []
  if (id === undefined || role === undefined || signature === undefined) return null
  const expected = createHmac('sha256', KEY).update(`${id}.${role}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return { id, isClerk: role === 'clerk' }
}

function refuse(reply: FastifyReply, status: number, code: string): FastifyReply {
  return reply.code(status).send({ error: { code, message: code, fields: {} } })
}
