// A list of a screen → what is worked out of all its records: the groups of a chart or a matrix, and the totals below a list
// or in the heads of a board.

import type { ChartData, ChartGroup, TotalsData } from '@ninefold/core/contract/wire/charts.ts'
import { isFieldEverVisible } from '@ninefold/core/contract/screens/screen-columns.ts'
import { chartValues, totalValues } from '@ninefold/core/contract/screens/screen-forms.ts'
import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { ListBlock, Screen } from '@ninefold/core/model/screens.ts'
import { planGroups } from '@ninefold/core/plan/read/groups.ts'
import { planTotals } from '@ninefold/core/plan/read/totals.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Exchange } from '../http/exchange.ts'
import { conditionsOf, relationPlan, type Narrowed } from './narrowed-list.ts'
import { scopeOf } from './screen-scope.ts'

/** Parameter of a list's query: its totals are asked for, and not its rows. */
export const TOTALS = 'totals'

export async function groupsOf(
  exchange: Exchange,
  screen: Screen,
  block: ListBlock,
  { entity, parsed, bindings, key }: Narrowed,
  parent: RecordValue | null,
): Promise<string> {
  const { application, caller } = exchange
  const statement = application.planned(caller, `chart ${screen.name} ${key}`, (own) => {
    const values = chartValues(own.model, block)
    if (values === null) throw new Error(`"${screen.name}" has a list that is no chart.`)
    return planGroups(own, {
      entity,
      conditions: conditionsOf(own, entity, block, parsed, null),
      relation: relationPlan(own.model, block),
      ...values,
    })
  })
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
  block: ListBlock,
  { entity, parsed, days, bindings, key }: Narrowed,
  parent: RecordValue | null,
): Promise<string> {
  const { application, caller } = exchange
  const scope = scopeOf(exchange)
  const names = block.totals.filter((name) => isFieldEverVisible(scope, entity.name, name))
  if (names.length === 0) throw refused('unknown input', TOTALS)
  const statement = application.planned(caller, `totals ${key}`, (own) =>
    planTotals(own, {
      entity,
      conditions: conditionsOf(own, entity, block, parsed, days),
      relation: relationPlan(own.model, block),
      ...totalValues(own.model, { ...block, totals: names }),
    }),
  )
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
