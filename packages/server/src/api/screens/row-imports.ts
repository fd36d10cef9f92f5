// Rows of an imported file → records, all or none. Each row is created like a record of the list's call, with its
// rights, rules and limits. All mistakes of all rows are reported at once.

import {
  importForm,
  importingCall,
  IMPORTED_BYTES_MAX,
  IMPORTED_ROWS_MAX,
  type Creation,
} from '@ninefold/core/contract/inputs/row-imports.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { type CallAnswer, runSteps } from '../../gate/calls/calls.ts'
import { constraintRefusal } from '../../gate/records/constraint-refusal.ts'
import { inputRefusal, Refusal, refused } from '../../gate/context/refusal.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import { allTaken } from '../../gate/records/taken-values.ts'
import { beginRecord } from '../../gate/calls/transitions.ts'
import type { Work } from '../../gate/context/work.ts'
import { acceptedBody, storable } from '../http/bodies.ts'
import { countedUse, giveBack, limitsOfOperation } from '../calls/rate-limits.ts'
import { grantedInputs } from '../calls/standard-calls.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { answeredOnce, keyedBy } from '../calls/idempotency.ts'
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
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(form))
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
    const rows = rowsOf(exchange, call)
    const counts = countedUse(application, limitsOfOperation(application, call), keptUnder(exchange))
    for (const _ of rows) for (const count of counts) await count(request)
    const answer = await importRows(exchange, entityOf(exchange, call), rows)
    if (answer.isRepeated === true) await giveBack(application, request)
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

/** Each row is a body that the call accepts. */
function rowsOf(exchange: Exchange, call: Creation): readonly Row[] {
  const inputs = grantedInputs(exchange, entityOf(exchange, call))
  const { rows, ...others } = (exchange.body ?? {}) as Record<string, unknown>
  const unknown = Object.keys(others).map((name) => inputRefusal('unknown input', name))
  if (unknown.length > 0) throw new Refusal(unknown)
  if (!Array.isArray(rows)) throw new Refusal([inputRefusal(rows === undefined ? 'blank' : 'wrong type', 'rows')])
  if (rows.length === 0) throw new Refusal([inputRefusal('blank', 'rows')])
  if (rows.length > IMPORTED_ROWS_MAX) throw new Refusal([inputRefusal('too big', 'rows', IMPORTED_ROWS_MAX)])
  const problems = new RowProblems()
  const accepted = rows.map((row: unknown, index) => {
    try {
      return acceptedBody(exchange.application.model, inputs, row)
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause
      problems.add(index, cause)
      return {}
    }
  })
  problems.refuse()
  return accepted
}

/** Collects mistakes of rows until all have been checked. */
class RowProblems {
  readonly #items: Refusal['items'][number][] = []
  readonly #rows: number[] = []

  add(row: number, refusal: Refusal): void {
    for (const item of refusal.items) {
      this.#items.push(item)
      this.#rows.push(row)
    }
  }

  refuse(): void {
    if (this.#items.length > 0) throw new Refusal(this.#items, null, this.#rows)
  }
}

function keptUnder({ parameters }: Exchange): string {
  return `POST /_ninefold/screens/${parameters['screen']}/${parameters['block']}/rows`
}

async function importRows(exchange: Exchange, entity: Entity, rows: readonly Row[]): Promise<CallAnswer> {
  const sent = keyedBy(exchange, keptUnder(exchange))
  const given: Row[] = []
  for (const row of rows) given.push(await storable(exchange.application, entity, row))
  return writeUnderRules(exchange, async (transaction) => {
    const work: Work = { ...exchange, transaction }
    return answeredOnce(transaction, sent, async () => {
      await makeAll(work, entity, given)
      return { status: 201, json: JSON.stringify({ created: given.length }) }
    })
  })
}

const SAVEPOINT: Statement = { text: 'SAVEPOINT row', parameters: [] }
const BACK: Statement = { text: 'ROLLBACK TO SAVEPOINT row', parameters: [] }
const RELEASE: Statement = { text: 'RELEASE SAVEPOINT row', parameters: [] }

/** A refused row is rolled back to a savepoint, so that the others can still be checked. */
async function makeAll(work: Work, entity: Entity, rows: readonly Row[]): Promise<void> {
  const { transaction } = work
  const problems = new RowProblems()
  for (const [index, given] of rows.entries()) {
    await transaction.run(SAVEPOINT, {})
    try {
      await beginRecord(work, entity, { given, set: [] }, { answer: null, runSteps })
    } catch (cause) {
      const refusal = await refusalOf(work, cause)
      if (refusal === null) throw cause
      problems.add(index, refusal)
      await transaction.run(BACK, {})
    }
    await transaction.run(RELEASE, {})
  }
  problems.refuse()
}

/** Null: the error is not about the row. */
async function refusalOf({ application }: Work, cause: unknown): Promise<Refusal | null> {
  const told = await allTaken(application, cause)
  return told instanceof Refusal ? told : constraintRefusal(application.schema, told)
}
