// A mistyped search of a list → suggested searches that find records. It looks only at records that the list shows its
// reader under all set filters, and only at searched texts that the reader may see.

import type { SearchSuggestions } from '@ninefold/core/contract/wire/charts.ts'
import * as build from '@ninefold/core/expression/build.ts'
import { planNearSearch } from '@ninefold/core/plan/read/fuzzy-search.ts'
import { sortValue } from '@ninefold/core/rights/list-conditions.ts'
import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import { planner } from '../../gate/context/planner.ts'
import { trigramSupport } from '../../store/driver/trigram-extension.ts'
import type { Exchange } from '../http/exchange.ts'
import type { FilterPlan } from '../http/list-filters.ts'
import { COMPARED_KINDS, nearest } from './fuzzy-search.ts'
import { listConditions, type Narrowed, type NarrowedList } from './narrowed-list.ts'

/** Parameter of a list's query: requests suggested searches instead of rows. */
export const NEAR = 'near'

/** More would be too much to read. */
const SEARCHES_MAX = 3

type Words = Extract<FilterPlan, { kind: 'words' }>

const suggestionsPlan = planner(
  'screen list nearly',
  (viewer, list: NarrowedList, { fields, mistyped }: Words, schema: string) => {
    const { entity, conditions, relation } = listConditions(viewer, list)
    const compared = fields.filter(({ type, computed }) => computed === null && COMPARED_KINDS.includes(type.kind))
    if (compared.length === 0) return null
    const texts = compared.map((field) => sortValue(viewer, entity, field))
    const sought = { entity, conditions, relation, texts, output: build.object([]) }
    return planNearSearch(viewer, [sought], mistyped, schema)
  },
)

export async function suggestionsOf(
  { application, caller }: Exchange,
  { list, bindings }: Narrowed,
  parent: RecordValue | null,
): Promise<string> {
  const words = list.filters.find((filter): filter is Words => filter.kind === 'words')
  const schema = words === undefined ? null : await trigramSupport(application.database)
  const others = { ...list, filters: list.filters.filter((filter) => filter !== words) }
  const statement =
    words === undefined || schema === null ? null : application.planned(suggestionsPlan, caller, others, words, schema)
  const rows = statement === null ? [] : await application.database.run(statement, { ...bindings, parent })
  const candidates = rows.map((row, index) => {
    const text = String(row['words'] ?? '')
    return { entity: list.block.entity, label: text, address: String(index), text }
  })
  const sought = (words?.variables ?? []).map((name) => String(bindings[name] ?? ''))
  const searches = [...new Set(nearest(candidates, sought).map((found) => found.words.join(' ')))]
  return JSON.stringify({ searches: searches.slice(0, SEARCHES_MAX) } satisfies SearchSuggestions)
}
