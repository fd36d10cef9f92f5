// Rows of an imported file → records: all or none, or all but the refused ones. Each row is created like a record of the
// list's call, with its rights, rules and limits. All mistakes of all rows are reported at once.

import { withDefinitions } from '@ninefold/core/contract/custom-fields/app-with-custom-fields.ts'
import {
  importForm,
  importingCall,
  IMPORTED_BYTES_MAX,
  IMPORTED_ROWS_MAX,
  LEFT_OUT,
  type Creation,
  type RowsTaken,
} from '@ninefold/core/contract/inputs/row-imports.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import type { CallAnswer } from '../../gate/calls/calls.ts'
import { createRows, type RefusedRow } from '../../gate/imports/created-rows.ts'
import { shownDefinitions } from '../../gate/custom-fields/shown-custom-fields.ts'
import { inputRefusal, Refusal, refused } from '../../gate/context/refusal.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import type { Work } from '../../gate/context/work.ts'
import { acceptedBody, storable } from '../http/bodies.ts'
import { countedUse, giveBack, limitsOfOperation } from '../calls/rate-limits.ts'
import { grantedInputs } from '../calls/standard-calls.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { type Asked, problemOf } from '../http/refusals.ts'
import { isMadeUnreadable } from '../../store/data/secret-texts.ts'
import { answeredOnce, keyedBy, type Recognised } from '../calls/idempotency.ts'
import { scopeOf } from './screen-scope.ts'
import { openedBlock } from './screens.ts'

type Row = Readonly<Record<string, Value>>

const ADDRESS = '/_ninefold/screens/:screen/:block'

export function importRoutes(
  instance: FastifyInstance,
  application: Application,
  exchangeOf: (request: FastifyRequest) => Promise<Exchange>,
): void {
  instance.get(`${ADDRESS}/import`, async (request, reply) => {
    const exchange = await exchangeOf(request)
    refuseOtherParameters(exchange.query, [])
    const form = importForm(scopeOf(exchange), callOf(exchange))
    const definitions = await shownDefinitions(exchange, application.database)
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(withDefinitions(form, definitions)))
  })
  const options = {
    bodyLimit: IMPORTED_BYTES_MAX,
    // A caller who may not create one record must not upload thousands.
    onRequest: async (request: FastifyRequest): Promise<void> => {
      callOf(await exchangeOf(request))
      if (Number(request.headers['content-length'] ?? 0) > IMPORTED_BYTES_MAX)
        throw refused('body too large', 'rows', ['rows too large', IMPORTED_BYTES_MAX / 1_048_576])
    },
  }
  instance.post(`${ADDRESS}/rows`, options, async (request, reply) => {
    const exchange = await exchangeOf(request)
    refuseOtherParameters(exchange.query, [])
    const call = callOf(exchange)
    const entity = entityOf(exchange, call)
    const sent = rowsOf(exchange, entity)
    const counts = countedUse(application, limitsOfOperation(application, call), keptUnder(exchange))
    for (const _ of sent.rows) for (const count of counts) await count(request, reply)
    const key = await keyedBy(exchange, keptUnder(exchange), entity.fields.some(isMadeUnreadable))
    const answer = await importRows(exchange, entity, sent, { key, asked: request })
    if (answer.isRepeated === true) await giveBack(application, request, reply)
    return reply.status(answer.status).type('application/json; charset=utf-8').send(answer.json)
  })
}

function callOf(exchange: Exchange): Creation {
  const { screen, block } = openedBlock(exchange)
  const call = importingCall(scopeOf(exchange), screen, block)
  if (call === null) throw refused('not found')
  return call
}

function entityOf({ application }: Exchange, { standard }: Creation): Entity {
  return entityNamed(application.model, standard.entity)
}

export interface SentRows {
  /** Null: the row was refused. */
  readonly rows: readonly (Row | null)[]
  readonly problems: RowProblems
  /** Refused rows are left out and reported in the answer. False: one refused row refuses all. */
  readonly leavesOut: boolean
}

/** Rows of which each is a body that the standard call accepts. */
export function rowsOf(exchange: Exchange, entity: Entity): SentRows {
  const inputs = grantedInputs(exchange, entity)
  const { rows, refused: wanted, ...others } = (exchange.body ?? {}) as Record<string, unknown>
  const unknown = Object.keys(others).map((name) => inputRefusal('unknown input', name))
  if (unknown.length > 0) throw new Refusal(unknown)
  if (wanted !== undefined && wanted !== LEFT_OUT) throw new Refusal([inputRefusal('wrong type', 'refused')])
  if (!Array.isArray(rows)) throw new Refusal([inputRefusal(rows === undefined ? 'blank' : 'wrong type', 'rows')])
  if (rows.length === 0) throw new Refusal([inputRefusal('blank', 'rows')])
  if (rows.length > IMPORTED_ROWS_MAX) throw new Refusal([inputRefusal('too big', 'rows', IMPORTED_ROWS_MAX)])
  const problems = new RowProblems()
  const accepted = rows.map((row: unknown, index) => {
    try {
      return acceptedBody(exchange.application.model, inputs, row)
    } catch (cause) {
      problems.add(index, refusalIn(cause))
      return null
    }
  })
  if (wanted === undefined) problems.refuse()
  return { rows: accepted, problems, leavesOut: wanted === LEFT_OUT }
}

/** Collects mistakes of rows until all have been checked. */
class RowProblems {
  readonly #items: Refusal['items'][number][] = []
  readonly #rows: number[] = []

  add(row: number, refusal: Refusal): void {
    for (const item of refusal.items) this.#put(row, item)
  }

  #put(row: number, item: Refusal['items'][number]): void {
    this.#items.push(item)
    this.#rows.push(row)
  }

  get isEmpty(): boolean {
    return this.#items.length === 0
  }

  refusal(): Refusal {
    return new Refusal(this.#items, null, this.#rows)
  }

  refuse(): void {
    if (!this.isEmpty) throw this.refusal()
  }

  /** Adds the refused rows, in the order of the rows. */
  with(refused: readonly RefusedRow[]): RowProblems {
    const all = new RowProblems()
    const own = this.#items.map((item, at) => ({ row: this.#rows[at] ?? 0, item }))
    const others = refused.flatMap(({ index, refusal }) => refusal.items.map((item) => ({ row: index, item })))
    for (const { row, item } of [...own, ...others].toSorted((one, other) => one.row - other.row)) all.#put(row, item)
    return all
  }
}

function refusalIn(cause: unknown): Refusal {
  if (cause instanceof Refusal) return cause
  throw cause
}

function keptUnder({ parameters }: Exchange): string {
  return `POST /_ninefold/screens/${parameters['screen']}/${parameters['block']}/rows`
}

export interface ImportOf {
  /** Recognises a repeated request. Null: the client sent no idempotency key. */
  readonly key: Recognised | null
  /** The request whose language the answer uses. */
  readonly asked: Asked
}

/** Runs one transaction. A repeated request gets the answer of the first one. */
export async function importRows(
  exchange: Exchange,
  entity: Entity,
  { rows, problems, leavesOut }: SentRows,
  { key, asked }: ImportOf,
): Promise<CallAnswer> {
  const places: number[] = []
  const given: Row[] = []
  for (const [index, row] of rows.entries()) {
    if (row === null) continue
    const stored = await storable(exchange.application, entity, row).catch((cause: unknown) => refusalIn(cause))
    if (stored instanceof Refusal) problems.add(index, stored)
    else {
      places.push(index)
      given.push(stored)
    }
  }
  return writeUnderRules(exchange, async (transaction) => {
    const work: Work = { ...exchange, transaction }
    return answeredOnce(transaction, key, async () => {
      const refused = await createRows(work, entity, given, { judgesEach: leavesOut })
      const all = problems.with(refused.map(({ index, refusal }) => ({ index: places[index] ?? index, refusal })))
      if (!leavesOut) all.refuse()
      const created = given.length - refused.length
      if (!leavesOut) return { status: 201, json: JSON.stringify({ created }) }
      const told = all.isEmpty ? [] : problemOf(exchange.application.model, all.refusal(), asked).errors
      return { status: 201, json: JSON.stringify({ created, refused: told } satisfies RowsTaken) }
    })
  })
}
