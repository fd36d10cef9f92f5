// Aggregates of a screen's list: groups of a chart or matrix, and totals below a list or in column heads of a board.

import type { ChartData, ChartGroup, TotalsData } from '@ninefold/core/contract/wire/charts.ts'
import { isFieldEverVisible } from '@ninefold/core/contract/screens/screen-columns.ts'
import { chartValues, totalValues } from '@ninefold/core/contract/screens/screen-forms.ts'
import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import { planGroups } from '@ninefold/core/plan/read/groups.ts'
import { planTotals } from '@ninefold/core/plan/read/totals.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Exchange } from '../http/exchange.ts'
import { listConditions, type Narrowed, type NarrowedList } from './narrowed-list.ts'
import { listed } from './screen-list-plans.ts'
import { scopeOf } from './screen-scope.ts'
import { planner } from '../../gate/context/planner.ts'

const chartPlan = planner('screen chart', (viewer, list: NarrowedList) => {
  const values = chartValues(viewer.model, list.block)
  if (values === null) throw new Error(`"${list.screen.name}" has a list that is no chart.`)
  return planGroups(viewer, { ...listed(viewer, { ...list, days: null }), ...values })
})

const totalsPlan = planner('screen totals', (viewer, list: NarrowedList, totals: readonly string[]) =>
  planTotals(viewer, {
    ...listConditions(viewer, list),
    ...totalValues(viewer.model, { ...list.block, totals }),
  }),
)

/** Parameter of a list's query: requests totals instead of rows. */
export const TOTALS = 'totals'

export async function groupsOf(
  exchange: Exchange,
  { list, bindings }: Narrowed,
  parent: RecordValue | null,
): Promise<string> {
  const { application, caller } = exchange
  const statement = application.planned(chartPlan, caller, list)
  const rows = await application.database.run(statement, { ...bindings, parent })
  const groups = rows.map((row) => ({
    ...(JSON.parse(String(row['json'])) as Pick<ChartGroup, 'value' | 'label'>),
    ...(row['series'] === null ? {} : { series: JSON.parse(String(row['series'])) as ChartGroup['series'] }),
    amount: String(row['amount'] ?? ''),
  }))
  const isWhole = groups.length === Number(rows[0]?.['groups'] ?? 0)
  return JSON.stringify({ groups: groups as readonly ChartGroup[], isWhole } satisfies ChartData)
}

export async function totalsOf(
  exchange: Exchange,
  { list, bindings }: Narrowed,
  parent: RecordValue | null,
): Promise<string> {
  const { application, caller } = exchange
  const scope = scopeOf(exchange)
  const names = list.block.totals.filter((name) => isFieldEverVisible(scope, list.block.entity, name))
  if (names.length === 0) throw refused('unknown input', TOTALS)
  const statement = application.planned(totalsPlan, caller, list, names)
  const rows = await application.database.run(statement, { ...bindings, parent })
  const lanes = rows.map((row) => ({
    value: JSON.parse(String(row['json'])) as unknown,
    count: Number(row['records']),
    sums: Object.fromEntries(
      names.map((name, index) => {
        const sum = row[`sum${index}`]
        return [name, sum === null || sum === undefined ? null : String(sum)]
      }),
    ),
  }))
  return JSON.stringify({ lanes } satisfies TotalsData)
}
