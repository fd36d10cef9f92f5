// A board → the first cards of each of its lanes, and how many records each lane has. A lane that somebody scrolls through asks
// for more of its own; all lanes come in one answer, so that a card which moves is never in two of them.

import type { BoardData } from '@ninefold/core/contract/wire/app.ts'
import { rowExpression } from '@ninefold/core/contract/screens/screen-rows.ts'
import { totalValues } from '@ninefold/core/contract/screens/screen-forms.ts'
import type { ScreenScope } from '@ninefold/core/contract/screens/screen-scope.ts'
import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import { CARDS_SIZE, CARDS_WANTED, planLanes } from '@ninefold/core/plan/read/board-lanes.ts'
import { planner } from '../../gate/context/planner.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Query } from '../http/query.ts'
import type { Narrowed, NarrowedList } from './narrowed-list.ts'
import { listed } from './screen-list-plans.ts'

/** Parameter of a board's query. */
export const CARDS = 'cards'

const CARDS_AT_ONCE = 25
const CARDS_MAX = 1_000
const LANES_MAX = 200

const lanesPlan = planner('screen board', (viewer, list: NarrowedList, operations: ScreenScope['operations']) => {
  const { model, caller } = viewer
  const { lane } = totalValues(model, { ...list.block, totals: [] })
  if (lane === null) throw new Error(`"${list.screen.name}" has a list that is no board.`)
  const output = rowExpression({ model, caller, operations }, list.screen, list.block)
  return planLanes(viewer, { ...listed(viewer, list), output, lane })
})

export async function lanesOf(
  exchange: Exchange,
  { list, bindings }: Narrowed,
  parent: RecordValue | null,
  sent: Query[string],
): Promise<string> {
  const { application, caller } = exchange
  const statement = application.planned(lanesPlan, caller, list, application.operations)
  const rows = await application.database.run(statement, {
    ...bindings,
    parent,
    [CARDS_WANTED]: wantedCards(sent),
    [CARDS_SIZE]: Math.min(list.block.pageSize ?? CARDS_AT_ONCE, CARDS_MAX),
  })
  const counts = new Map(rows.map((row) => [String(row['lane']), Number(row['records'])]))
  const lanes = [...counts].map(([lane, count]) => ({ value: JSON.parse(lane) as unknown, count }))
  const total = lanes.reduce((sum, { count }) => sum + count, 0)
  const rest: Omit<BoardData, 'rows'> = { lanes, total, page: 1 }
  return `{"rows":[${rows.map((row) => String(row['json'])).join(',')}],${JSON.stringify(rest).slice(1)}`
}

function wantedCards(sent: Query[string]): Readonly<Record<string, number>> {
  const wanted = typeof sent === 'string' ? readJson(sent) : null
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) throw refused('wrong type', CARDS)
  const counts: [string, unknown][] = Object.entries(wanted)
  const isCount = (count: unknown): count is number =>
    Number.isSafeInteger(count) && Number(count) > 0 && Number(count) <= CARDS_MAX
  const known = counts.flatMap(([lane, count]) =>
    isCount(count) && !lane.includes('\u0000') ? [[lane, count] as const] : [],
  )
  if (known.length < counts.length || known.length > LANES_MAX) throw refused('wrong type', CARDS)
  return Object.fromEntries(known)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
