// `GET /_ninefold/taken/:entity/:field?from=…&until=…&room=ID`: the taken periods of one group of a rule, for callers
// who may create a record there. It reveals no more than the rule's refusal does.

import { isToldOf, overlapRules, sameFields, TAKEN_PATH } from '@ninefold/core/contract/calls/taken-periods.ts'
import type { TakenData } from '@ninefold/core/contract/wire/actions.ts'
import type { Field } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { OverlapRule } from '@ninefold/core/model/validation.ts'
import { addressPart } from '@ninefold/core/model/words.ts'
import { groupVariable, planTakenPeriods } from '@ninefold/core/plan/read/taken-periods.ts'
import { isDate } from '@ninefold/core/contract/inputs/accept-value.ts'
import { fromLocal } from '@ninefold/core/expression/evaluate/time-zone.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { asProduct } from '../../gate/context/caller.ts'
import { findByKey } from '../../gate/context/loaded-record.ts'
import { planner } from '../../gate/context/planner.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Executor } from '../../store/driver/database.ts'
import { pathValue } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'

const takenPlan = planner('taken periods', planTakenPeriods)

/** Longest range of days: a calendar shows a few months, and a larger range would read the whole table. */
const DAYS_MAX = 400
const DAY_MS = 86_400_000

export function takenPeriodsRoute(
  instance: FastifyInstance,
  exchangeFor: (request: FastifyRequest) => Promise<Exchange>,
): void {
  instance.get(`${TAKEN_PATH}/:entity/:field`, async (request) => takenPeriods(await exchangeFor(request)))
}

async function takenPeriods(exchange: Exchange): Promise<TakenData> {
  const { application, caller, bindings, query } = exchange
  const rule = ruleAsked(exchange)
  if (rule === null) throw refused('not found')
  refuseOtherParameters(query, ['from', 'until', ...rule.same])
  const period = fieldNamed(entityNamed(application.model, rule.entity), rule.form.field)
  const ends = daysAsked(exchange, period)
  return application.database.read(async (transaction) => {
    const group = await groupOf(exchange, transaction, sameFields(application.model, rule))
    const statement = application.planned(takenPlan, asProduct(caller), rule)
    const rows = await transaction.run(statement, { ...bindings, ...ends, ...group })
    return {
      taken: rows.flatMap((row) =>
        row['json'] === null
          ? []
          : [(JSON.parse(String(row['json'])) as { period: TakenData['taken'][number] }).period],
      ),
    }
  })
}

/** Null: there is no such rule, or this caller may not read it. */
function ruleAsked({ application: { model }, caller, parameters, query }: Exchange): OverlapRule | null {
  const entity = model.entities.entities.find(({ name }) => addressPart(name) === parameters['entity'])
  if (entity === undefined) return null
  const rules = overlapRules(model, entity.name).filter(
    (rule) => addressPart(rule.form.field) === parameters['field'] && isToldOf(model, caller, rule),
  )
  return rules.find(({ same }) => same.every((field) => query[field] !== undefined)) ?? null
}

/** The values that identify the group. The caller must be able to see a record among them. */
async function groupOf(
  { application, caller, bindings, query }: Exchange,
  transaction: Executor,
  fields: readonly Field[],
): Promise<Readonly<Record<string, Value>>> {
  const values: Record<string, Value> = {}
  for (const { name, type } of fields) {
    const sent = query[name]
    const of = type.kind === 'reference' ? entityNamed(application.model, type.entity) : null
    const key = typeof sent !== 'string' ? null : pathValue(of === null ? type : fieldNamed(of, 'id').type, sent)
    if (key === null) throw refused('wrong type', name)
    if (of !== null) {
      const found = await transaction.run(application.planned(findByKey, caller, of, fieldNamed(of, 'id')), {
        ...bindings,
        key,
      })
      if (found.length === 0) throw refused('not found')
    }
    values[groupVariable(name)] = key
  }
  return values
}

/** From the start of one day to the start of another, in the application's time zone. */
function daysAsked({ application, query }: Exchange, { type }: Field): { readonly from: Value; readonly until: Value } {
  const [from, until] = (['from', 'until'] as const).map((name) => {
    const day = query[name]
    if (typeof day !== 'string' || !isDate(day)) throw refused('wrong type', name)
    return day
  }) as [string, string]
  const days = (Date.parse(until) - Date.parse(from)) / DAY_MS
  if (days <= 0 || days > DAYS_MAX) throw refused('wrong type', 'until')
  if (type.kind === 'period' && type.of === 'date') return { from, until }
  const bound = (day: string): Value => fromLocal(Date.parse(`${day}T00:00:00Z`), application.timeZone)
  return { from: bound(from), until: bound(until) }
}
