// A bulk action for every row of a list → a part of it: the rows behind a cursor, and for each the request that a person's
// browser would send, with the same rights, rules, limits and lines of the audit log. Some of them run at once, because most
// of a request's time is the database's. One part is in memory.

import { type CallingAction, pathOf } from '@ninefold/core/contract/calls/action-address.ts'
import { asSeen } from '@ninefold/core/contract/screens/screen-forms.ts'
import { actionsForChosen } from '@ninefold/core/contract/screens/screens.ts'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import { isRetryable, type ProblemDetails } from '@ninefold/core/contract/wire/problem-details.ts'
import { type BulkCursor, cursorAfter, cursorIn } from '@ninefold/core/contract/calls/bulk-action-cursor.ts'
import type { RefusedRow, BulkActionAnswer, BulkActionPart } from '@ninefold/core/contract/calls/bulk-actions.ts'
import type { ListBlock, Screen } from '@ninefold/core/model/screens.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inputRefusal, Refusal, refused } from '../../gate/context/refusal.ts'
import type { Row } from '../../store/driver/rows.ts'
import { askedWithin } from '../authentication/agent-callers.ts'
import { passedOn } from '../authentication/inner-requests.ts'
import type { Exchange } from '../http/exchange.ts'
import { boundAt, readAt } from './list-parts.ts'
import { narrow } from './list-request.ts'
import { bulkActionPartPlan } from './screen-list-plans.ts'
import { scopeOf } from './screen-scope.ts'
import { openedBlock, parentRecord, refuseOtherRecords } from './screens.ts'

const ROWS_AT_ONCE = 200
/** A part ends after this time, so that its caller can show the progress. */
const PART_MS_MAX = 2_000
const WAIT_SECONDS = 2
/** Requests of one part at the same time. More would gain little and keep other people's requests waiting. */
const AT_ONCE_MAX = 4
/** Of all parts together, beyond the one request that each of them always has. */
const SPARE_MAX = 6
/** Keys of single rows begin with the key of the part. */
const KEY_LENGTH_MAX = 200

export function bulkActionRoute(
  instance: FastifyInstance,
  exchangeOf: (request: FastifyRequest) => Promise<Exchange>,
): void {
  instance.post('/_ninefold/screens/:screen/:block/all', async (request, reply) => {
    const exchange = await exchangeOf(request)
    const { screen, block } = openedBlock(exchange)
    await refuseOtherRecords(exchange, screen)
    if (block.kind !== 'list' || block.form.kind === 'chart') throw refused('not found')
    const asked = partOf(exchange.body)
    const action = actionsForChosen(scopeOf(exchange), screen, block).find(({ key }) => key === asked.action)
    if (action?.kind !== 'call' && action?.kind !== 'transition')
      throw new Refusal([inputRefusal('not found', 'action')])
    const rows = await rowsAfter(exchange, screen, block, asked.cursor.after)
    const part = new Part({ instance, request, exchange, action, asked }, rows)
    const stopped = await part.take()
    if (stopped !== null) {
      const type = 'application/problem+json; charset=utf-8'
      return reply.status(stopped.status).type(type).send(JSON.stringify(stopped))
    }
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(part.answer(rows.length < ROWS_AT_ONCE)))
  })
}

interface Asked extends Omit<BulkActionPart, 'after'> {
  readonly cursor: BulkCursor
}

function partOf(body: unknown): Asked {
  const { action, chosen = {}, body: sent, after, ...others } = (body ?? {}) as Record<string, unknown>
  const wrong = (name: string): never => {
    throw new Refusal([inputRefusal('wrong type', name)])
  }
  for (const name of Object.keys(others)) throw new Refusal([inputRefusal('unknown input', name)])
  if (typeof action !== 'string')
    throw new Refusal([inputRefusal(action === undefined ? 'blank' : 'wrong type', 'action')])
  if (after !== undefined && typeof after !== 'string') wrong('after')
  const isOfTexts =
    typeof chosen === 'object' && chosen !== null && Object.values(chosen).every((value) => typeof value === 'string')
  if (!isOfTexts) wrong('chosen')
  return {
    action,
    chosen: chosen as Record<string, string>,
    ...(sent === undefined ? {} : { body: sent }),
    cursor: cursorIn(typeof after === 'string' ? after : ''),
  }
}

async function rowsAfter(exchange: Exchange, screen: Screen, stated: ListBlock, id: string | null): Promise<Row[]> {
  const { application, caller } = exchange
  const { list, bindings } = await narrow(exchange, screen, asSeen(scopeOf(exchange), stated))
  const parent = await parentRecord(exchange, screen, stated)
  const statement = application.planned(bulkActionPartPlan, caller, list, application.operations, id === null)
  const rows = await readAt(() =>
    application.database.run(statement, {
      ...bindings,
      parent,
      'page.take': ROWS_AT_ONCE,
      ...(id === null ? {} : boundAt('after', { places: [], id })),
    }),
  )
  return [...rows]
}

interface PartProps {
  readonly instance: FastifyInstance
  readonly request: FastifyRequest
  readonly exchange: Exchange
  readonly action: CallingAction
  readonly asked: Asked
}

/** Requests of all parts of this process beyond the first of each. */
let spareTaken = 0

class Part {
  readonly #props: PartProps
  readonly #rows: readonly Row[]
  readonly #place: Readonly<Record<string, string>>
  readonly #refused = new Map<number, RefusedRow>()
  /** Places of rows that are done, or refused for a reason of theirs. */
  readonly #over = new Set<number>()
  #done = 0
  #next = 0
  #waitSeconds: number | null = null
  #isStopped = false
  #ofCaller: ProblemDetails | null = null

  constructor(props: PartProps, rows: readonly Row[]) {
    this.#props = props
    this.#rows = rows
    this.#place = Object.fromEntries(
      Object.entries(props.exchange.query).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as const] : [],
      ),
    )
    const before = new Set(props.asked.cursor.done)
    for (const [place, { id }] of rows.entries()) if (before.has(String(id))) this.#over.add(place)
  }

  /** Not null: the caller is no longer let in, which no row is the reason of. */
  async take(): Promise<ProblemDetails | null> {
    const end = performance.now() + PART_MS_MAX
    const runs = [this.#run(end)]
    while (runs.length < AT_ONCE_MAX && spareTaken < SPARE_MAX) {
      spareTaken += 1
      runs.push(
        this.#run(end).finally(() => {
          spareTaken -= 1
        }),
      )
    }
    // All of them end before a failure is reported, because none may go on without its part.
    const failed = (await Promise.allSettled(runs)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    return this.#ofCaller
  }

  /** Does the action to one row after another, as long as none stops the part. */
  async #run(end: number): Promise<void> {
    for (;;) {
      while (this.#over.has(this.#next)) this.#next += 1
      const place = this.#next
      const row = this.#rows[place]
      if (row === undefined || this.#isStopped) return
      this.#next += 1
      const problem = await this.#doTo(JSON.parse(String(row['json'])) as RowData, place).catch((cause: unknown) => {
        this.#isStopped = true
        throw cause
      })
      if (problem === null) this.#over.add(place)
      else if (isRetryable(problem)) this.#waitSeconds ??= WAIT_SECONDS
      else this.#ofCaller ??= problem
      this.#isStopped ||= problem !== null || performance.now() > end
    }
  }

  /** `isLast`: no row of the list follows these. */
  answer(isLast: boolean): BulkActionAnswer {
    const ids = this.#rows.map(({ id }) => String(id))
    const isOver = isLast && this.#over.size === ids.length
    return {
      done: this.#done,
      refused: [...this.#refused].sort(([one], [other]) => one - other).map(([, refused]) => refused),
      next: isOver ? null : cursorAfter(this.#props.asked.cursor, ids, this.#over),
      ...(this.#waitSeconds === null ? {} : { waitSeconds: this.#waitSeconds }),
    }
  }

  /** Null: done, or refused for a reason of the row. */
  async #doTo(row: RowData, place: number): Promise<ProblemDetails | null> {
    const { action, asked } = this.#props
    const isOffered = row.actions[action.key]?.isAvailable === true
    const path = isOffered ? pathOf(action, row, asked.chosen ?? {}, this.#place) : null
    if (path === null) {
      this.#refused.set(place, { row, problem: null })
      return null
    }
    const problem = await this.#send(path, row)
    if (problem !== null && (isRetryable(problem) || isAboutCaller(problem))) return problem
    if (problem === null) this.#done += 1
    else this.#refused.set(place, { row, problem })
    return null
  }

  async #send(path: string, row: RowData): Promise<ProblemDetails | null> {
    const { instance, request, action, asked } = this.#props
    const version = action.kind === 'call' && action.sendsVersion === true ? row.keys['version'] : undefined
    const key = request.headers['idempotency-key']
    const isKeyed = action.method === 'POST' && typeof key === 'string' && key.length <= KEY_LENGTH_MAX
    const hasBody = asked.body !== undefined && action.method !== 'GET' && action.method !== 'DELETE'
    const response = await askedWithin([action.path], () =>
      instance.inject({
        method: action.method,
        url: path,
        remoteAddress: request.socket.remoteAddress ?? '127.0.0.1',
        headers: {
          ...passedOn(request),
          accept: 'application/problem+json, application/json;q=0.9, */*;q=0.8',
          ...(hasBody ? { 'content-type': 'application/json' } : {}),
          ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
          ...(isKeyed ? { 'idempotency-key': `${key}-${row.id}` } : {}),
        },
        ...(hasBody ? { payload: JSON.stringify(asked.body) } : {}),
      }),
    )
    if (response.statusCode < 400) return null
    const problem = JSON.parse(response.payload) as ProblemDetails
    const wait = Number(response.headers['retry-after'])
    if (isRetryable(problem) && wait > 0) this.#waitSeconds = Math.max(wait, this.#waitSeconds ?? 0)
    return problem
  }
}

function isAboutCaller({ status, code }: ProblemDetails): boolean {
  return status === 401 || code === 'SECOND_FACTOR_NEEDED'
}
