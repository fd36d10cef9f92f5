// A list of a screen → its rows or, for a chart, its groups: the author's condition, what the person narrows it by, and for
// a calendar the days that are looked at.

import type { ListData } from '@ninefold/core/contract/wire/app.ts'
import { RECORDS, recordsBehind } from '@ninefold/core/contract/screens/records-behind.ts'
import { columnKey, isSortable, visibleColumns } from '@ninefold/core/contract/screens/screen-columns.ts'
import { rowExpression } from '@ninefold/core/contract/screens/screen-rows.ts'
import { isDate } from '@ninefold/core/contract/inputs/accept-value.ts'
import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import { fromLocal } from '@ninefold/core/expression/evaluate/time-zone.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { ListBlock, Screen } from '@ninefold/core/model/screens.ts'
import type { SortKey } from '@ninefold/core/plan/sql/list-order.ts'
import { type ListPlan, planList } from '@ninefold/core/plan/read/lists.ts'
import { isOnDay, overlapsDays, sortOfPath } from '@ninefold/core/rights/list-conditions.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Exchange } from '../http/exchange.ts'
import { conditionsOf, type Days, type Narrowed, relationPlan } from './narrowed-list.ts'
import { groupsOf, TOTALS, totalsOf } from './list-groups.ts'
import { askedPart, PART_PARAMETERS, partOfList } from './list-parts.ts'
import { comparableFields, filterPlace, listQuery, type ListQuery, sortKeys } from '../http/list-query.ts'
import { pageOf } from './screen-answers.ts'
import { scopeOf } from './screen-scope.ts'
import { namesOfPlace, placeBindings } from './screen-values.ts'

/** More keys tell apart what hardly anybody looks at. */
const SORTED_BY_MAX = 3

export async function listBlock(
  exchange: Exchange,
  screen: Screen,
  block: ListBlock,
  parent: RecordValue | null,
): Promise<string> {
  const { [RECORDS]: records, [TOTALS]: totals, ...query } = exchange.query
  const asked = { ...exchange, query }
  // The records that a chart is made of, narrowed to those of a bar.
  const shown =
    records !== undefined && block.form.kind === 'chart' ? recordsBehind(exchange.application.model, block) : block
  const narrowed = narrow(asked, screen, shown)
  if (totals !== undefined) return totalsOf(asked, shown, narrowed, parent)
  return shown.form.kind === 'chart'
    ? groupsOf(asked, screen, shown, narrowed, parent)
    : rowsOf(asked, screen, shown, narrowed, parent)
}

export function narrow(exchange: Exchange, screen: Screen, block: ListBlock): Narrowed {
  const { application, caller, query, bindings } = exchange
  const entity = entityNamed(application.model, block.entity)
  const viewer: Viewer = { model: application.model, caller }
  const fields = application.planned(caller, `comparable ${entity.name}`, (own) => comparableFields(own, entity))
  const rules = {
    entity,
    filters: fields.filter(({ name }) => block.filters.includes(name)),
    searchIn: fields.filter(({ name }) => block.searchIn.includes(name)),
    sortable: visibleColumns({ model: application.model, caller }, block)
      .filter((column) => isSortable(application.model, entity.name, column))
      .map(columnKey),
    sortsMax: SORTED_BY_MAX,
    others: [
      'page',
      ...(block.form.kind === 'calendar' ? ['from', 'until'] : []),
      ...(isScrolled(block) ? PART_PARAMETERS : []),
      ...namesOfPlace(application.model, screen, query),
    ],
  }
  const parsed = listQuery(viewer, filterPlace(exchange), rules, query)
  const days = block.form.kind === 'calendar' ? daysOf(exchange, entity, block.form.by[0] ?? '') : null
  const place = placeBindings(exchange, screen, [block.where])
  return {
    entity,
    parsed,
    days,
    bindings: { ...bindings, ...place, ...parsed.bindings, ...days?.bindings },
    key: `screen ${screen.name} ${block.span.start} ${block.form.kind} ${parsed.key} ${days === null ? '' : 'days'}`,
  }
}

async function rowsOf(
  exchange: Exchange,
  screen: Screen,
  block: ListBlock,
  { entity, parsed, days, bindings, key }: Narrowed,
  parent: RecordValue | null,
): Promise<string> {
  const { application, caller, query } = exchange
  const plan = (own: Viewer): Omit<ListPlan, 'page'> => ({
    entity,
    conditions: conditionsOf(own, entity, block, parsed, days),
    relation: relationPlan(own.model, block),
    order: orderOf(own, entity, parsed, block),
    output: rowExpression({ ...scopeOf(exchange), model: own.model }, screen, block),
  })
  const order = orderInWords(parsed)
  const part = isScrolled(block) ? askedPart(query, order) : null
  if (part !== null) {
    const isNarrowed = parsed.conditions.length > 0
    return partOfList(exchange, { part, order, isNarrowed, bindings: { ...bindings, parent }, key, plan })
  }
  const page = pageOf(query)
  // The days of a calendar are its pages.
  const size = days === null ? block.pageSize : null
  const isFirst = page === 1
  const statement = application.planned(caller, `${key} ${isFirst ? 'first' : ''}`, (own) =>
    planList(own, { ...plan(own), page: size === null ? { kind: 'all' } : { kind: 'bounded', take: size, isFirst } }),
  )
  const rows = await application.database.run(statement, {
    ...bindings,
    parent,
    'page.after': (page - 1) * (size ?? 0),
  })
  const items = rows.flatMap((row) => (row['json'] === null ? [] : [String(row['json'])]))
  const rest: Omit<ListData, 'rows'> = { total: Number(rows[0]?.['total'] ?? 0), page }
  return `{"rows":[${items.join(',')}],${JSON.stringify(rest).slice(1)}`
}

/** Others are drawn as a whole, or have their days as pages. */
function isScrolled({ form }: ListBlock): boolean {
  return form.kind === 'table' || form.kind === 'cards'
}

/** The same for lists in the same order. */
function orderInWords({ sort }: ListQuery): string {
  return sort.map(({ path, isDescending }) => `${isDescending ? '-' : ''}${path}`).join(',')
}

/** The order that the caller asked for, or else the author's. */
export function orderOf(own: Viewer, entity: Entity, parsed: ListQuery, block: ListBlock): readonly SortKey[] {
  const stated = block.sortedBy.map(({ field, direction }) => ({
    value: sortOfPath(own, entity, field),
    direction,
  }))
  return sortKeys(own, entity, parsed, stated)
}

/** Null: nobody asked for some days only. */
function daysOf({ application, query }: Exchange, entity: Entity, by: string): Days | null {
  const { from, until } = query
  if (from === undefined && until === undefined) return null
  for (const [name, day] of [
    ['from', from],
    ['until', until],
  ] as const)
    if (typeof day !== 'string' || !isDate(day)) throw refused('wrong type', name)
  const field = fieldNamed(entity, by)
  const isMoment = field.type.kind === 'date and time' || (field.type.kind === 'period' && field.type.of !== 'date')
  const bound = (day: unknown): Value =>
    isMoment ? fromLocal(Date.parse(`${String(day)}T00:00:00Z`), application.timeZone) : String(day)
  const isWithin = field.type.kind === 'period' ? overlapsDays : isOnDay
  return {
    bindings: { 'days.from': bound(from), 'days.until': bound(until) },
    condition: (viewer, own) => isWithin(viewer, own, field, 'days.from', 'days.until'),
  }
}
