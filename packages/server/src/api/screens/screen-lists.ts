// A list of a screen → its rows or, for a chart, its groups: the author's condition, what the person narrows it by, and for
// a calendar the days that are looked at.

import type { ListData } from '@ninefold/core/contract/wire/app.ts'
import { columnKey, isSortable, visibleColumns } from '@ninefold/core/contract/screens/screen-columns.ts'
import { isDate } from '@ninefold/core/contract/inputs/accept-value.ts'
import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import { fromLocal } from '@ninefold/core/expression/evaluate/time-zone.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { ListBlock, Screen } from '@ninefold/core/model/screens.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Exchange } from '../http/exchange.ts'
import { askedPart, PART_PARAMETERS, partOfList } from './list-parts.ts'
import { type AskedSort, comparablePlan, filteredPlan, filterPlace, listQuery } from '../http/list-query.ts'
import { pageOf } from './screen-answers.ts'
import { pagePlan } from './screen-list-plans.ts'
import type { Narrowed } from './narrowed-list.ts'
import { FACET, facetOf } from './list-facets.ts'
import { groupsOf, TOTALS, totalsOf } from './list-groups.ts'
import { RECORDS, recordsBehind } from '@ninefold/core/contract/screens/records-behind.ts'
import { namesOfPlace, placeBindings } from './screen-values.ts'

/** More keys tell apart what hardly anybody looks at. */
const SORTED_BY_MAX = 3

export async function listBlock(
  exchange: Exchange,
  screen: Screen,
  block: ListBlock,
  parent: RecordValue | null,
): Promise<string> {
  const { [RECORDS]: records, [TOTALS]: totals, [FACET]: facet, ...query } = exchange.query
  const asked = { ...exchange, query }
  // The records that a chart is made of, narrowed to those of a bar.
  const shown =
    records !== undefined && block.form.kind === 'chart' ? recordsBehind(exchange.application.model, block) : block
  if (typeof facet === 'string') return facetOf(asked, { screen, block: shown, path: facet }, narrow, parent)
  const narrowed = narrow(asked, screen, shown)
  if (totals !== undefined) return totalsOf(asked, narrowed, parent)
  return shown.form.kind === 'chart' ? groupsOf(asked, narrowed, parent) : rowsOf(asked, narrowed, parent)
}

export function narrow(exchange: Exchange, screen: Screen, block: ListBlock): Narrowed {
  const { application, caller, query, bindings } = exchange
  const entity = entityNamed(application.model, block.entity)
  const fields = application.planned(comparablePlan, caller, entity)
  const rules = {
    entity,
    filters: application.planned(filteredPlan, caller, entity, block.filters),
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
  const parsed = listQuery(application.model, filterPlace(exchange), rules, query)
  const days = block.form.kind === 'calendar' ? daysOf(exchange, entity, block.form.by[0] ?? '') : null
  const place = placeBindings(exchange, screen, [block.where])
  return {
    list: { screen, block, filters: parsed.filters, sort: parsed.sort, days: days?.field ?? null },
    bindings: { ...bindings, ...place, ...parsed.bindings, ...days?.bindings },
  }
}

async function rowsOf(exchange: Exchange, { list, bindings }: Narrowed, parent: RecordValue | null): Promise<string> {
  const { application, caller, query } = exchange
  const { block, sort, days } = list
  const order = orderInWords(sort)
  const part = isScrolled(block) ? askedPart(query, order) : null
  if (part !== null) return partOfList(exchange, { part, order, bindings: { ...bindings, parent }, list })
  const page = pageOf(query)
  // The days of a calendar are its pages.
  const size = days === null ? block.pageSize : null
  const isFirst = page === 1
  const statement = application.planned(pagePlan, caller, list, application.operations, size, isFirst)
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
function orderInWords(sort: readonly AskedSort[]): string {
  return sort.map(({ path, isDescending }) => `${isDescending ? '-' : ''}${path}`).join(',')
}

interface Days {
  readonly bindings: Record<string, Value>
  readonly field: Field
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
  return {
    bindings: { 'days.from': bound(from), 'days.until': bound(until) },
    field,
  }
}
