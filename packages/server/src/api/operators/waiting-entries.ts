// `GET /_ninefold/operation/work.json`: automatic work and when it is due: clocks of records, deferred steps,
// schedules.

import { WORK_AT_ONCE, type WaitingWorkData, type WorkError } from '@ninefold/core/contract/wire/operators.ts'
import { BUILT_IN_ERRORS } from '@ninefold/core/model/errors.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { humanised, said } from '@ninefold/core/model/words.ts'
import {
  dueClocks,
  giveStepsUp,
  putOffSteps,
  recurringRows,
  tryStepsAgain,
} from '../../store/tables/operation/waiting-entries.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { namedRecords } from './named-records.ts'
import { type OperatorWork, workOn } from './operator-work.ts'

export async function waitingEntries(exchange: Exchange): Promise<WaitingWorkData> {
  const { model, database } = exchange.application
  refuseOtherParameters(exchange.query, [])
  return database.read(async (transaction) => {
    const foundClocks = await dueClocks(transaction, WORK_AT_ONCE + 1)
    const foundLater = await putOffSteps(transaction, WORK_AT_ONCE + 1)
    const [clocks, later] = [foundClocks.slice(0, WORK_AT_ONCE), foundLater.slice(0, WORK_AT_ONCE)]
    const users = signInOf(model.roles)?.entity ?? ''
    const nameOf = await namedRecords(exchange, transaction, [
      ...clocks.map(({ machine, record }) => ({ entity: entityOf(machine), id: record })),
      ...later.flatMap(({ userId }) => (userId === null ? [] : [{ entity: users, id: userId }])),
    ])
    return {
      clocks: clocks.map(({ machine, clock, record, dueAtMs }) => ({
        kind: said(model, humanised(entityOf(machine))),
        clock,
        record: nameOf({ entity: entityOf(machine), id: record }),
        dueAt: moment(dueAtMs),
      })),
      later: later.map(({ id, owner, userId, attempts, createdAtMs, nextTryAtMs, lastError }) => ({
        id,
        owner,
        by: userId === null ? null : nameOf({ entity: users, id: userId }),
        attempts,
        writtenAt: moment(createdAtMs),
        nextTryAt: nextTryAtMs === null ? null : moment(nextTryAtMs),
        lastError: toldError(model, lastError),
      })),
      schedules: (await recurringRows(transaction)).map(({ name, nextAtMs, lastAtMs, lastError }) => ({
        name: name.replace(/^schedule /, ''),
        nextAt: moment(nextAtMs),
        lastAt: lastAtMs === null ? null : moment(lastAtMs),
        lastError: toldError(model, lastError),
      })),
      more: { clocks: foundClocks.length > clocks.length, later: foundLater.length > later.length },
    }
  })
}

/** The audit log's name of deferred steps; no entity's name is in lower case. */
export const STEPS_AUDITED = 'steps'

/** The steps run with the rights that their user has by then, so a retry grants nobody more. */
export function workOnSteps(exchange: Exchange, does: OperatorWork): Promise<void> {
  return workOn(exchange, does, STEPS_AUDITED, does === 'again' ? tryStepsAgain : giveStepsUp)
}

/** `Loan` of `Loan.state` */
function entityOf(machine: string): string {
  return machine.slice(0, machine.indexOf('.'))
}

function moment(ms: number): string {
  return new Date(ms).toISOString()
}

/** A refusal is stored as its codes. Texts of other errors may contain values, so they are not shown. */
function toldError(model: Model, kept: string | null): WorkError | null {
  if (kept === null) return null
  const known = new Set<string>([...BUILT_IN_ERRORS, ...model.errors.catalogue.map(({ code }) => code)])
  return kept.split(', ').every((code) => known.has(code)) ? { code: kept } : 'unexpected'
}
