// A bulk action for every row of a list → a part of it: the rows behind a cursor, and for each the request that a person's
// browser would send, with the same rights, rules, limits and lines of the audit log. One part is in memory.

import { type CallingAction, pathOf } from '@ninefold/core/contract/calls/action-address.ts'
import { asSeen } from '@ninefold/core/contract/screens/screen-forms.ts'
import { actionsForChosen } from '@ninefold/core/contract/screens/screens.ts'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import { isRetryable, type ProblemDetails } from '@ninefold/core/contract/wire/problem-details.ts'
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
    const rows = await rowsAfter(exchange, screen, block, asked.after ?? null)
    const part = new Part({ instance, request, exchange, action, asked })
    const stopped = await part.take(rows)
    if (stopped !== null) {
      const type = 'application/problem+json; charset=utf-8'
      return reply.status(stopped.status).type(type).send(JSON.stringify(stopped))
    }
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(part.answer(rows.length < ROWS_AT_ONCE)))
  })
}

function partOf(body: unknown): BulkActionPart {
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
    ...(typeof after === 'string' ? { after } : {}),
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
  readonly asked: BulkActionPart
}

class Part {
  readonly #props: PartProps
  readonly #place: Readonly<Record<string, string>>
  readonly #refused: RefusedRow[] = []
  #done = 0
  #last: string | null
  #waitSeconds: number | null = null
  #isCut = false

  constructor(props: PartProps) {
    this.#props = props
    this.#last = props.asked.after ?? null
    this.#place = Object.fromEntries(
      Object.entries(props.exchange.query).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as const] : [],
      ),
    )
  }

  /** Not null: the caller is no longer let in, which no row is the reason of. */
  async take(rows: readonly Row[]): Promise<ProblemDetails | null> {
    const end = performance.now() + PART_MS_MAX
    for (const { json, id } of rows) {
      const row = JSON.parse(String(json)) as RowData
      const problem = await this.#doTo(row)
      if (problem !== null && isRetryable(problem)) {
        this.#waitSeconds ??= WAIT_SECONDS
        return null
      }
      if (problem !== null && isAboutCaller(problem)) return problem
      this.#last = String(id)
      this.#isCut = performance.now() > end
      if (this.#isCut) return null
    }
    return null
  }

  answer(isLast: boolean): BulkActionAnswer {
    const isOver = isLast && !this.#isCut && this.#waitSeconds === null
    return {
      done: this.#done,
      refused: this.#refused,
      next: isOver ? null : (this.#last ?? ''),
      ...(this.#waitSeconds === null ? {} : { waitSeconds: this.#waitSeconds }),
    }
  }

  /** Null: done, or refused for a reason of the row. */
  async #doTo(row: RowData): Promise<ProblemDetails | null> {
    const { action, asked } = this.#props
    const isOffered = row.actions[action.key]?.isAvailable === true
    const path = isOffered ? pathOf(action, row, asked.chosen ?? {}, this.#place) : null
    if (path === null) {
      this.#refused.push({ row, problem: null })
      return null
    }
    const problem = await this.#send(path, row)
    if (problem === null) this.#done += 1
    else if (!isRetryable(problem) && !isAboutCaller(problem)) this.#refused.push({ row, problem })
    return problem
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
    if (isRetryable(problem) && wait > 0) this.#waitSeconds = wait
    return problem
  }
}

function isAboutCaller({ status, code }: ProblemDetails): boolean {
  return status === 401 || code === 'SECOND_FACTOR_NEEDED'
}
