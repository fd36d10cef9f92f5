// The reference for Ninefold's figures: four operations of the help desk, and two of Conduit, written by hand with
// Fastify and pg as a good engineer would write them. It has schemas for every body and answer, prepared statements,
// rights inside the statements, sessions looked up at every request, single-statement writes, the limit and the history
// that the specification asks for, and a log line for every request.
//
//   node bench/servers/hand-written-server.ts      DATABASE_URL; prints its address

import { createHash } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import pg from 'pg'
import { addConduit } from './hand-written-conduit.ts'
import { type CallerKind, PAGE_SIZE, SESSION, STATEMENTS, TOUCH_SESSION, USE } from './hand-written-queries.ts'

interface Caller {
  readonly id: string
  readonly kind: CallerKind
}

const BODY_BYTES_MAX = 1_000_000
/** The specification says 20, but a single requester creates the load, for both servers. */
const TICKETS_PER_HOUR = 1_000_000_000
const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'

const nullable = (type: string) => ({ type: [type, 'null'] })
const ticketSchema = {
  type: 'object',
  properties: {
    number: { type: 'integer' },
    subject: { type: 'string' },
    body: { type: 'string' },
    status: { type: 'string' },
    priority: { type: 'string' },
    category: { type: 'string' },
    team: { type: 'string' },
    requester: { type: 'string' },
    assignee: nullable('string'),
    dueAt: { type: 'string', format: 'date-time' },
    late: { type: 'boolean' },
    rating: nullable('integer'),
    updatedAt: { type: 'string', format: 'date-time' },
    version: { type: 'integer' },
  },
}
const numberInPath = { type: 'object', properties: { number: { type: 'string', maxLength: 20 } } }
const newTicketSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['subject', 'body', 'category'],
  properties: {
    subject: { type: 'string', minLength: 5, maxLength: 120, not: { pattern: '\\u0000' } },
    body: { type: 'string', minLength: 1, maxLength: 10_000, not: { pattern: '\\u0000' } },
    category: { type: 'string', pattern: UUID },
    priority: { type: 'string', enum: ['low', 'normal', 'high', 'urgent'] },
  },
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const app = Fastify({
  logger: true,
  disableRequestLogging: true,
  bodyLimit: BODY_BYTES_MAX,
  ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
})
await app.register(cookie)
addConduit(app, pool)

app.setErrorHandler((problem: { statusCode?: number; validation?: unknown }, _request, reply) => {
  const status = problem.statusCode ?? 500
  const code = problem.validation ? 'INVALID' : status < 500 ? 'BAD_REQUEST' : 'UNEXPECTED'
  return refuse(reply, problem.validation ? 422 : status, code)
})

app.addHook('onResponse', async ({ method, routeOptions, log }, { statusCode, elapsedTime }) => {
  log.info({ method, route: routeOptions.url, status: statusCode, ms: Math.round(elapsedTime * 10) / 10 }, 'request')
})

app.get(
  '/api/tickets',
  {
    schema: {
      querystring: {
        type: 'object',
        additionalProperties: false,
        properties: { after: { type: 'string', pattern: '^\\d{1,15}$' } },
      },
      response: {
        200: {
          type: 'object',
          properties: {
            items: { type: 'array', items: ticketSchema },
            total: { type: 'integer' },
            next: nullable('string'),
          },
        },
      },
    },
  },
  async (request: FastifyRequest<{ Querystring: { after?: string } }>, reply) => {
    const caller = await callerOf(request)
    if (caller === null) return refuse(reply, 401, 'NOT_SIGNED_IN')
    const values = [caller.id, Number(request.query.after ?? 0)]
    const { rows } = await pool.query({ ...STATEMENTS[caller.kind].list, values })
    const found = rows[0].number === null ? [] : rows
    const items = found.slice(0, PAGE_SIZE)
    const next = found.length > PAGE_SIZE ? String(items.at(-1).number) : null
    return { items: items.map(visible), total: rows[0].total, next }
  },
)

app.get(
  '/api/tickets/:number',
  { schema: { params: numberInPath, response: { 200: ticketSchema } } },
  async (request: FastifyRequest<{ Params: { number: string } }>, reply) => {
    const caller = await callerOf(request)
    if (caller === null) return refuse(reply, 401, 'NOT_SIGNED_IN')
    const number = numberOf(request)
    const found =
      number === null ? null : await pool.query({ ...STATEMENTS[caller.kind].read, values: [caller.id, number] })
    return found?.rows[0] ? visible(found.rows[0]) : refuse(reply, 404, 'TICKET_NOT_FOUND')
  },
)

app.post(
  '/api/tickets',
  { schema: { body: newTicketSchema, response: { 201: ticketSchema } } },
  async (
    request: FastifyRequest<{ Body: { subject: string; body: string; category: string; priority?: string } }>,
    reply,
  ) => {
    const caller = await callerOf(request)
    if (caller === null) return refuse(reply, 401, 'NOT_SIGNED_IN')
    const used = await pool.query<{ isAllowed: boolean }>({ ...USE, values: [caller.id, TICKETS_PER_HOUR] })
    if (used.rows[0]?.isAllowed !== true) return refuse(reply, 429, 'TOO_MANY_TICKETS')
    const { subject, body, category, priority } = request.body
    const values = [caller.id, subject.trim(), body.trim(), category, priority ?? 'normal']
    const created = await pool.query({ ...STATEMENTS[caller.kind].create, values })
    if (created.rows.length === 0) return refuse(reply, 422, 'CATEGORY_INACTIVE')
    reply.code(201)
    return visible(created.rows[0])
  },
)

app.post(
  '/api/tickets/:number/take',
  { schema: { params: numberInPath, response: { 200: ticketSchema } } },
  async (request: FastifyRequest<{ Params: { number: string } }>, reply) => {
    const caller = await callerOf(request)
    if (caller === null) return refuse(reply, 401, 'NOT_SIGNED_IN')
    if (caller.kind === 'customer') return refuse(reply, 403, 'FORBIDDEN')
    const number = numberOf(request)
    if (number === null) return refuse(reply, 404, 'TICKET_NOT_FOUND')
    const taken = await pool.query({ ...STATEMENTS[caller.kind].take, values: [caller.id, number] })
    if (taken.rows[0]) return visible(taken.rows[0])
    const seen = await pool.query({ ...STATEMENTS[caller.kind].read, values: [caller.id, number] })
    return seen.rows[0] ? refuse(reply, 409, 'WRONG_STATE') : refuse(reply, 404, 'TICKET_NOT_FOUND')
  },
)

process.on('SIGTERM', () => void app.close().then(() => pool.end()))
console.log(await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 0) }))

async function callerOf(request: FastifyRequest): Promise<Caller | null> {
  const token = request.cookies['session']
  if (token === undefined) return null
  const hash = createHash('sha256').update(token).digest()
  const found = await pool.query<{ id: string; roles: string[]; isStale: boolean }>({ ...SESSION, values: [hash] })
  const session = found.rows[0]
  if (session === undefined) return null
  if (session.isStale) await pool.query({ ...TOUCH_SESSION, values: [hash] })
  const kind = session.roles.includes('admin') ? 'admin' : session.roles.includes('agent') ? 'agent' : 'customer'
  return { id: session.id, kind }
}

/** Leaves hidden fields out, instead of setting them to null. */
function visible(row: Record<string, unknown>): Record<string, unknown> {
  if (row['dueAt'] !== null) return row
  const { dueAt: _dueAt, late: _late, ...rest } = row
  return rest
}

function numberOf(request: FastifyRequest<{ Params: { number: string } }>): number | null {
  return /^\d{1,15}$/.test(request.params.number) ? Number(request.params.number) : null
}

function refuse(reply: FastifyReply, status: number, code: string): FastifyReply {
  return reply.code(status).send({ error: { code, message: code, fields: {} } })
}
