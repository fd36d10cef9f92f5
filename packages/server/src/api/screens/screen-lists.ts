// A filtered list of a screen → its rows, or the groups of a chart, its totals, counts of a filter, or suggested
// searches.

import { asSeen } from '@ninefold/core/contract/screens/screen-forms.ts'
import type { ListData } from '@ninefold/core/contract/wire/app.ts'
import { RECORDS, drillDown } from '@ninefold/core/contract/screens/drill-down.ts'
import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { ListBlock, Screen } from '@ninefold/core/model/screens.ts'
import type { Exchange } from '../http/exchange.ts'
import type { AskedSort } from '../http/list-query.ts'
import { FACET, facetOf } from './list-facets.ts'
import { groupsOf, TOTALS, totalsOf } from './list-groups.ts'
import { NEAR, suggestionsOf } from './search-suggestions.ts'
import { CARDS, lanesOf } from './list-lanes.ts'
import { askedPart, partOfList } from './list-parts.ts'
import { isScrolled, narrow } from './list-request.ts'
import type { Narrowed } from './narrowed-list.ts'
import { pageOf } from './screen-answers.ts'
import { pagePlan } from './screen-list-plans.ts'
import { scopeOf } from './screen-scope.ts'

export async function listBlock(
  exchange: Exchange,
  screen: Screen,
  stated: ListBlock,
  parent: RecordValue | null,
): Promise<string> {
  const block = asSeen(scopeOf(exchange), stated)
  const { [RECORDS]: records, [TOTALS]: totals, [FACET]: facet, [NEAR]: near, ...query } = exchange.query
  const asked = { ...exchange, query }
  // The records behind a chart, limited to those of one bar.
  const shown =
    records !== undefined && block.form.kind === 'chart' ? drillDown(exchange.application.model, block) : block
  if (typeof facet === 'string') return facetOf(asked, { screen, block: shown, path: facet }, parent)
  const narrowed = await narrow(asked, screen, shown)
  if (totals !== undefined) return totalsOf(asked, narrowed, parent)
  if (near !== undefined) return suggestionsOf(asked, narrowed, parent)
  const cards = query[CARDS]
  if (cards !== undefined) return lanesOf(asked, narrowed, parent, cards)
  return shown.form.kind === 'chart' ? groupsOf(asked, narrowed, parent) : rowsOf(asked, narrowed, parent)
}

async function rowsOf(exchange: Exchange, { list, bindings }: Narrowed, parent: RecordValue | null): Promise<string> {
  const { application, caller, query } = exchange
  const { block, sort, days } = list
  const order = orderInWords(sort)
  const part = isScrolled(block) ? askedPart(query, order) : null
  if (part !== null) return partOfList(exchange, { part, order, bindings: { ...bindings, parent }, list })
  const page = pageOf(query)
  // A calendar has days instead of pages.
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

/** A text that is equal for lists in the same order. */
function orderInWords(sort: readonly AskedSort[]): string {
  return sort.map(({ path, isDescending }) => `${isDescending ? '-' : ''}${path}`).join(',')
}
