// Limits of point 9 on open streams → those that one stream counts towards, each with its key and its number.

import type { Operation } from '@ninefold/core/contract/calls/calls.ts'
import { presentKey } from '@ninefold/core/contract/calls/calls.ts'
import type { Field } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Limit } from '@ninefold/core/model/limits.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { planStreamsAllowed } from '@ninefold/core/plan/write/limits.ts'
import type { Application } from '../../../gate/context/application.ts'
import { bindingsOf } from '../../../gate/context/bindings.ts'
import type { Caller } from '../../../gate/context/caller.ts'
import { planner } from '../../../gate/context/planner.ts'
import { whoCounts } from '../../../gate/calls/rate-limit-counters.ts'
import { limitKey } from '../../../store/tables/limit-keys.ts'
import { keyOfCall } from '../../calls/rate-limits.ts'
import { pathValue } from '../../http/bodies.ts'
import type { CountedLimit } from './stream-leases.ts'

const streamsPlan = planner('streams', planStreamsAllowed)

/** A stream that is to be opened. */
export interface AskedStream {
  readonly application: Application
  readonly caller: Caller
  /** As limits count it. */
  readonly address: string
  /** Null: a stream of the product itself, such as that of a page. */
  readonly operation: Operation | null
  /** The values of its path, as text. */
  readonly parameters: Readonly<Record<string, string>>
}

/** In the order of the text. */
export async function countedLimits(asked: AskedStream): Promise<CountedLimit[]> {
  const { application, caller, address, operation } = asked
  const key = operation === null ? null : presentKey(operation)
  const counted: CountedLimit[] = []
  for (const limit of application.model.limits.limits) {
    const { on, per } = limit
    if (on.kind !== 'streams' || (on.call !== null && keyOfCall(on.call) !== key)) continue
    if (per.kind === 'user' && per.role !== null && !caller.roles.has(per.role)) continue
    const most = await numberOf(application, caller, limit)
    if (most === null) continue
    const who = per.kind === 'path' ? `path ${JSON.stringify(valuesOfPath(asked))}` : whoCounts(per, caller, address)
    counted.push({ limit, most, key: limitKey(limit.name, who) })
  }
  return counted
}

/** Null: the number depends on the user, and the caller is a guest. */
async function numberOf(application: Application, caller: Caller, limit: Limit): Promise<number | null> {
  if (limit.atMost.kind === 'literal') return Number(limit.atMost.value)
  const statement = application.planned(streamsPlan, caller, limit)
  const most = (await application.database.run(statement, bindingsOf(application, caller)))[0]?.['most'] ?? null
  return most === null ? null : Number(most)
}

/** `/api/tickets/7` and `/api/tickets/07` are one ticket. */
function valuesOfPath({ application: { model }, operation, parameters }: AskedStream): unknown[] {
  return Object.entries(parameters).map(([name, text]) => {
    const field = operation === null ? null : fieldOfParameter(model, operation, name)
    if (field === null) return text
    const value = pathValue(field.type, text) ?? text
    return field.unique?.ignoringCase === true ? String(value).toLowerCase() : value
  })
}

/** Null: the parameter finds no record. */
function fieldOfParameter(model: Model, operation: Operation, name: string): Field | null {
  const finds =
    operation.kind === 'stated'
      ? operation.call.pathParameters.find((each) => each.name === name)?.finds
      : operation.kind === 'transition'
        ? undefined
        : { entity: operation.standard.entity, field: operation.standard.foundBy }
  return finds == null ? null : fieldNamed(entityNamed(model, finds.entity), finds.field)
}
