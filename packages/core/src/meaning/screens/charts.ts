// A chart or matrix of records → its groups, each with a count, sum, average or values (reference/2-screens, How a list
// is drawn).

import * as build from '../../expression/build.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { firstWeekdayOf } from '../../model/limits.ts'
import { fieldOf } from '../../model/paths.ts'
import type { ChartDimension, ChartForm, ListBlock } from '../../model/screens.ts'
import type { Surroundings } from '../evaluate.ts'
import { seenValue } from '../standard-calls/lists.ts'
import { type Datum, isReference, type Reference } from '../store.ts'
import { dayOf, periodAround } from '../values/dates.ts'
import { decimal, decimalText } from '../values/numbers.ts'
import { inJson } from '../values/values.ts'
import { nameOf, plain } from './forms.ts'

/** A record counts only if the person sees everything that is shown of it. */
export function groupsOf(scope: Surroundings, block: ListBlock, form: ChartForm, records: readonly Reference[]): Datum {
  const entity = entityNamed(scope.model, block.entity)
  const [of] = form.of ?? []
  const measured = of === undefined || form.measure === 'count' ? null : fieldNamed(entity, of)
  const fields = [form, ...(form.and === null ? [] : [form.and])].map(({ by }) => fieldNamed(entity, by[0] ?? ''))
  const counted = records.filter((record) =>
    [...fields, ...(measured === null ? [] : [measured])].every(
      (field) => seenValue(scope, entity, field, record) !== undefined,
    ),
  )
  const placeOf = (record: Reference): Datum => ({
    ...groupOf(scope, entity, form, record),
    ...(form.and === null ? {} : { series: groupOf(scope, entity, form.and, record) }),
  })
  const groups = groupedBy(counted, placeOf).map(([place, own]): Datum => ({
    ...(place as Readonly<Record<string, Datum>>),
    ...measureOf(scope, entity, form, measured, own),
  }))
  return { groups, isWhole: true }
}

/** `value`: a period's first day, or a record's identity with its visible label. */
function groupOf(scope: Surroundings, entity: Entity, { by, per }: ChartDimension, record: Reference) {
  const field = fieldNamed(entity, by[0] ?? '')
  const value = seenValue(scope, entity, field, record) ?? null
  const { type } = fieldValue(scope, entity, field)
  if (per !== null && value !== null) {
    const day = typeof value === 'number' ? dayOf(value, scope.store.zone) : String(value)
    return { value: periodAround(day, per, firstWeekdayOf(scope.model)).from }
  }
  if (type.kind !== 'record') return { value: inJson(type, value) }
  const label = isReference(value) ? (nameOf(scope, value) ?? null) : null
  return { value: plain(value), ...(label === null ? {} : { label }) }
}

/** `amount`: a decimal as text, empty without values for an average; `values`: those of the records. */
function measureOf(
  scope: Surroundings,
  entity: Entity,
  { measure }: ChartForm,
  measured: Field | null,
  records: readonly Reference[],
): Readonly<Record<string, Datum>> {
  if (measured === null) return { amount: String(records.length) }
  const all = records.map((record) => seenValue(scope, entity, measured, record) ?? null)
  if (measure === 'value')
    return { values: all.map((value) => inJson(fieldValue(scope, entity, measured).type, value)) }
  const values = all.flatMap((value) => (value === null ? [] : [decimal(value)]))
  const sum = values.reduce((total, value) => total.plus(value), decimal(0))
  if (measure === 'sum') return { amount: decimalText(sum) }
  return { amount: values.length === 0 ? '' : decimalText(sum.div(values.length)) }
}

export function groupedBy(
  records: readonly Reference[],
  placeOf: (record: Reference) => Datum,
): [Datum, Reference[]][] {
  const groups = new Map<string, [Datum, Reference[]]>()
  for (const record of records) {
    const place = placeOf(record)
    const group = groups.get(JSON.stringify(place)) ?? [place, []]
    group[1].push(record)
    groups.set(JSON.stringify(place), group)
  }
  return [...groups.values()]
}

export function fieldValue({ model }: Surroundings, entity: Entity, field: Field): Expression {
  return fieldOf(model, build.recordVariable('this', entity.name), entity.name, field)
}

const PAGE_SIZE = 25

/** The list of a chart's records, with the chart's fields as filters, because a click on a bar sets them. */
export function behindChart({ model }: Surroundings, block: ListBlock): ListBlock {
  const { form } = block
  if (form.kind !== 'chart') return block
  const fields = [...form.by, ...(form.and?.by ?? []), ...(form.of ?? [])]
  const entity = entityNamed(model, block.entity)
  const narrowing = fields.filter((name) => fieldNamed(entity, name).type.kind !== 'duration')
  return {
    ...block,
    form: { kind: 'table' },
    pageSize: PAGE_SIZE,
    filters: [...new Set([...narrowing, ...block.filters])],
    totals: form.measure === 'sum' ? (form.of ?? []) : [],
    actions: [],
  }
}
