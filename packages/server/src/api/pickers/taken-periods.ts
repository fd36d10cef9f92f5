// `GET /_ninefold/taken/:entity/:field?from=…&until=…&room=ID`: the taken periods of one group of a rule, for callers
// who may create a record there. The answer reveals nothing else about the records, and no more than the rule's refusal
// does.

import { isToldOf, overlapRules, sameFields, TAKEN_PATH } from '@ninefold/core/contract/calls/taken-periods.ts'
import type { TakenData } from '@ninefold/core/contract/wire/actions.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { OverlapRule } from '@ninefold/core/model/validation.ts'
import { addressPart } from '@ninefold/core/model/words.ts'
import { planFind } from '@ninefold/core/plan/read/finds.ts'
import { ASKED, groupVariable, OWN, planTakenPeriods } from '@ninefold/core/plan/read/taken-periods.ts'
import { isDate } from '@ninefold/core/contract/inputs/accept-value.ts'
import { fromLocal } from '@ninefold/core/expression/evaluate/time-zone.ts'
import { anyOf } from '@ninefold/core/expression/conditions.ts'
import type { ObjectValue, RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import { isRecordBoundAs } from '@ninefold/core/rights/list-conditions.ts'
import { grantsOf } from '@ninefold/core/rights/roles.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { asProduct } from '../../gate/context/caller.ts'
import { planner } from '../../gate/context/planner.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { Exchange } from '../http/exchange.ts'
import { changedParameter, changedRecord, type GivenField, givenFields, givenValues } from './given-fields.ts'

const takenPlan = planner('taken periods', planTakenPeriods)

/** Days of a time that is asked about: a calendar shows some months, and nobody reads the whole table by it. */
const DAYS_MAX = 400
const DAY_MS = 86_400_000

export function takenPeriodsRoute(
  instance: FastifyInstance,
  exchangeFor: (request: FastifyRequest) => Promise<Exchange>,
): void {
  instance.get(`${TAKEN_PATH}/:entity/:field`, async (request) => takenPeriods(await exchangeFor(request)))
}

/** The record, if its caller may give it this field: else a rule would never tell them anything of it. */
const changeablePlan = planner('changeable record', (viewer, entity: Entity, field: string) => {
  const grants = grantsOf(viewer.model, viewer.caller, entity.name, 'change')
  const may = anyOf(
    grants.filter(({ permission }) => permission.fields.includes(field)).map(({ condition }) => condition),
  )
  return planFind(viewer, entity, [isRecordBoundAs(entity, 'record'), may])
})

async function takenPeriods(exchange: Exchange): Promise<TakenData> {
  const { application, caller, bindings } = exchange
  const asked = ruleAsked(exchange)
  if (asked === null) throw refused('not found')
  const { rule, given, changed } = asked
  const entity = entityNamed(application.model, rule.entity)
  const time = daysAsked(exchange, fieldNamed(entity, rule.form.field))
  return application.database.read(async (transaction) => {
    const own = changed === null ? null : await changeableRecord(exchange, transaction, rule, changed)
    const group = {
      ...groupOfRecord(application.model, rule, own),
      ...(await givenValues(exchange, transaction, given, groupVariable)),
    }
    // A record without one of its values belongs to no group.
    if (Object.values(group).includes(null)) return { taken: [] }
    const statement = application.planned(takenPlan, asProduct(caller), rule, own !== null)
    const rows = await transaction.run(statement, { ...bindings, ...group, [ASKED]: time, [OWN]: own })
    return {
      taken: rows.flatMap((row) =>
        row['json'] === null
          ? []
          : [(JSON.parse(String(row['json'])) as { period: TakenData['taken'][number] }).period],
      ),
    }
  })
}

interface AskedRule {
  readonly rule: OverlapRule
  readonly given: readonly GivenField[]
  /** The parameter that names the record which is changed. */
  readonly changed: string | null
}

const DAYS = ['from', 'until']

/** Null: there is no such rule, or it tells this caller nothing. */
function ruleAsked(exchange: Exchange): AskedRule | null {
  const { application, caller, parameters, query } = exchange
  const { model } = application
  const entity = model.entities.entities.find(({ name }) => addressPart(name) === parameters['entity'])
  if (entity === undefined) return null
  const changed = changedParameter(exchange)
  const names = Object.keys(query).filter((name) => !DAYS.includes(name) && name !== changed)
  const rules = overlapRules(model, entity.name).filter(({ form }) => addressPart(form.field) === parameters['field'])
  if (rules.length === 0) return null
  const given = givenFields(exchange, entity, names)
  const fields = given.map(({ field }) => field.name)
  const other = given.find(({ field }) => !rules.some(({ same }) => same.includes(field.name)))
  if (other !== undefined) throw refused('unknown input', other.parameter)
  const rule = rules.find(
    (each) =>
      fields.every((field) => each.same.includes(field)) &&
      (changed !== null || each.same.length === fields.length) &&
      isToldOf(model, caller, each, { moment: changed === null ? 'create' : 'change', given: fields }),
  )
  return rule === undefined ? null : { rule, given, changed }
}

async function changeableRecord(
  exchange: Exchange,
  transaction: Executor,
  { entity: name, form }: OverlapRule,
  parameter: string,
): Promise<RecordValue> {
  const { application, caller, bindings } = exchange
  const entity = entityNamed(application.model, name)
  const record = await changedRecord(exchange, transaction, entity, parameter)
  const find = application.planned(changeablePlan, caller, entity, form.field)
  const found = await transaction.run(find, { ...bindings, record })
  if (found.length === 0) throw refused('not found')
  return record
}

/** The group in which a record is. */
function groupOfRecord(model: Model, rule: OverlapRule, record: RecordValue | null): Readonly<Record<string, Value>> {
  const { fields } = record ?? {}
  if (fields === undefined) return {}
  return Object.fromEntries(sameFields(model, rule).map(({ name }) => [groupVariable(name), fields[name] ?? null]))
}

/** From the beginning of one day to that of another, on the clock of the application. */
function daysAsked({ application, query }: Exchange, { type }: Field): ObjectValue {
  const [from, until] = (['from', 'until'] as const).map((name) => {
    const day = query[name]
    if (typeof day !== 'string' || !isDate(day)) throw refused('wrong type', name)
    return day
  }) as [string, string]
  const days = (Date.parse(until) - Date.parse(from)) / DAY_MS
  if (days <= 0 || days > DAYS_MAX) throw refused('wrong type', 'until')
  if (type.kind === 'period' && type.of === 'date') return { start: from, end: until }
  const bound = (day: string): Value => fromLocal(Date.parse(`${day}T00:00:00Z`), application.timeZone)
  return { start: bound(from), end: bound(until) }
}
