// A lower bound for bench/tasks/tasks.md: the least work with which a server gives the same answers under the same
// rules. It has signed tokens instead of sessions, one statement for each request, no log, no audit, no second wall and
// no limits. With KEPT_PROMISES it keeps some of Ninefold's promises as well (bench/tasks/promises.ts).
//
//   node bench/tasks/lean-server.ts      DATABASE_URL, TOKEN_KEY, KEPT_PROMISES; prints its address

import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import Fastify, { LogController, type FastifyReply, type FastifyRequest } from 'fastify'
import { Busy, type Caller, LeanDatabase, NotSignedIn } from './lean-database.ts'
import { listStatement, PAGES, READ, writes } from './lean-statements.ts'
import { KEPT, keptPromises } from './promises.ts'

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

const PAGE_MAX = 100

const promises = keptPromises(Number(process.env[KEPT] ?? 0))
const database = new LeanDatabase(process.env['DATABASE_URL'], promises)
const { create: CREATE, change: CHANGE } = writes(promises)
const app = Fastify({
  logger: promises.has('request log') ? { stream: logInBatches() } : false,
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: () => randomUUID(),
  ajv: { customOptions: { removeAdditional: false, coerceTypes: 'array' } },
})
if (promises.has('headers')) app.addHook('onSend', addHeaders)
if (promises.has('request log')) app.addHook('onResponse', logRequest)

app.setErrorHandler((problem: { statusCode?: number; validation?: unknown; code?: string }, _request, reply) => {
  if (problem instanceof NotSignedIn) return refuse(reply, 401, 'NOT_SIGNED_IN')
  if (problem instanceof Busy) return refuse(reply, 503, 'BUSY')
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
    const caller = await callerOf(request)
    if (caller === null) return refuse(reply, 401, 'NOT_SIGNED_IN')
    const { status, limit = 25, after } = request.query
    const statement = listStatement(isClerk(caller), status !== undefined, after !== undefined)
    const place = after === undefined ? [] : Buffer.from(after, 'base64url').toString().split(' ')
    const values = [caller.id, limit + 1, ...(status === undefined ? [] : [status]), ...place]
    const rows = await database.read(caller, statement, values)
    const items = rows.slice(0, limit)
    const last = rows.length > limit ? items.at(-1) : undefined
    const next =
      last === undefined
        ? null
        : Buffer.from(`${(last['createdAt'] as Date).toISOString()} ${String(last['id'])}`).toString('base64url')
    return { items, total: rows[0]?.['total'] ?? 0, next }
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
    const caller = await callerOf(request)
    if (caller === null) return refuse(reply, 401, 'NOT_SIGNED_IN')
    const { offset = 0, limit = 25 } = request.query
    const values = [caller.id, isClerk(caller), limit, offset]
    const rows = await database.read(caller, PAGES(isClerk(caller)), values)
    return { tasks: rows, total: rows[0]?.['total'] ?? 0 }
  },
)

app.get(
  '/api/tasks/:code',
  { schema: { response: { 200: taskSchema } } },
  async (request: FastifyRequest<{ Params: { code: string } }>, reply) => {
    const caller = await callerOf(request)
    if (caller === null) return refuse(reply, 401, 'NOT_SIGNED_IN')
    const rows = await database.read(caller, READ, [caller.id, isClerk(caller), request.params.code])
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
    const caller = await callerOf(request)
    if (caller === null) return refuse(reply, 401, 'NOT_SIGNED_IN')
    const { code, title, assignee = null, weight = null, priority = 'normal' } = request.body
    const rows = await database.write(caller, request.id, CREATE, [caller.id, code, title, assignee, weight, priority])
    if (rows.length === 0) throw new NotSignedIn()
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
    const caller = await callerOf(request)
    if (caller === null) return refuse(reply, 401, 'NOT_SIGNED_IN')
    const { title = null, weight, priority = null } = request.body
    const values = [caller.id, request.params.code, title, weight !== undefined, weight ?? null, priority]
    const rows = await database.write(caller, request.id, CHANGE, values)
    return rows[0] ?? refuse(reply, 409, 'NOT_CHANGED')
  },
)

process.on('SIGTERM', () => void app.close().then(() => database.end()))
console.log(await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 0) }))

async function callerOf({ headers }: FastifyRequest): Promise<Caller | null> {
  if (!promises.has('sessions')) return signedCaller(headers.authorization)
  const token = /(?:^|; )session=([^;]+)/.exec(headers.cookie ?? '')?.[1]
  return token === undefined ? null : database.caller(createHash('sha256').update(token).digest())
}

/** `Bearer ID.ROLE.SIGNATURE` */
function signedCaller(authorization: string | undefined): Caller | null {
  const [id, role, signature] = authorization?.slice('Bearer '.length).split('.') ?? []
  if (id === undefined || role === undefined || signature === undefined) return null
  const expected = createHmac('sha256', KEY).update(`${id}.${role}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return { id, role, hash: null }
}

function isClerk({ role }: Caller): boolean {
  return role === 'clerk'
}

async function addHeaders(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (request.method === 'GET' && typeof payload === 'string')
    reply.header('etag', `"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`)
  reply.headers({
    'x-request-id': request.id,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  return payload
}

async function logRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.log.info({
    method: request.method,
    route: request.routeOptions.url,
    status: reply.statusCode,
    milliseconds: reply.elapsedTime,
  })
}

/** Lines of one turn of the event loop are written together. */
function logInBatches(): { write(line: string): void } {
  let waiting = ''
  return {
    write: (line) => {
      if (waiting === '')
        setImmediate(() => {
          process.stdout.write(waiting)
          waiting = ''
        })
      waiting += line
    },
  }
}

function refuse(reply: FastifyReply, status: number, code: string): FastifyReply {
  return reply.code(status).send({ error: { code, message: code, fields: {} } })
}
