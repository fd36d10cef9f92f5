// Facet counts: one filter of a list → how many records each of its choices would match under all other filters. One
// statement over a bounded number of records, limited to records that the caller may find by this filter.

import type { FacetData } from '@ninefold/core/contract/wire/charts.ts'
import { OR } from '@ninefold/core/contract/inputs/filter-groups.ts'
import { isCounted } from '@ninefold/core/contract/screens/screen-columns.ts'
import * as build from '@ninefold/core/expression/build.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import { fieldAtPath, pathFrom } from '@ninefold/core/model/paths.ts'
import type { ListBlock, Screen } from '@ninefold/core/model/screens.ts'
import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import { planGroups } from '@ninefold/core/plan/read/groups.ts'
import { refused } from '../../gate/context/refusal.ts'
import { planner } from '../../gate/context/planner.ts'
import type { Exchange } from '../http/exchange.ts'
import { filteredPlan } from '../http/list-query.ts'
import { narrow } from './list-request.ts'
import { listConditions, type NarrowedList } from './narrowed-list.ts'

/** Parameter of a list's query: the filter whose choices are counted. */
export const FACET = 'facet'

/** Above this, counting would make the filter slow to open. */
const FACET_RECORDS_MAX = 20_000

const facetPlan = planner('screen facet', (viewer, list: NarrowedList, path: string) => {
  const conditions = listConditions(viewer, list)
  const { name } = conditions.entity
  const value = pathFrom(viewer.model, build.recordVariable('this', name), name, path.split('.'))
  if (value === null) throw new Error(`Defect: a list of ${name} is filtered by "${path}", which leads nowhere.`)
  const by = { value, per: null, output: build.object([{ key: 'value', value }]) }
  return planGroups(viewer, { ...conditions, by, and: null, measure: { kind: 'count' }, recordsMax: FACET_RECORDS_MAX })
})

/** Applies all other filters of the group, because choices within one filter are alternatives. */
export async function facetOf(
  exchange: Exchange,
  { screen, block, path }: { readonly screen: Screen; readonly block: ListBlock; readonly path: string },
  parent: RecordValue | null,
): Promise<string> {
  const { application, caller } = exchange
  const entity = entityNamed(application.model, block.entity)
  const isOffered = application.planned(filteredPlan, caller, entity, block.filters).some(({ name }) => name === path)
  if (!isOffered || !isCounted(fieldAtPath(application.model, entity.name, path).field))
    throw refused('unknown input', FACET)
  const { [path]: _, page: __, sort: ___, [OR]: ____, ...others } = exchange.query
  const { list, bindings } = await narrow({ ...exchange, query: others }, screen, block)
  const statement = application.planned(facetPlan, caller, list, path)
  const rows = await application.database.run(statement, { ...bindings, parent })
  const choices = rows.map((row) => ({
    ...(JSON.parse(String(row['json'])) as { readonly value: unknown }),
    count: Number(row['records']),
  }))
  const records = choices.reduce((sum, { count }) => sum + count, 0)
  const isWhole = choices.length === Number(rows[0]?.['groups'] ?? 0)
  return JSON.stringify(
    (records > FACET_RECORDS_MAX ? { choices: null, isWhole } : { choices, isWhole }) satisfies FacetData,
  )
}
