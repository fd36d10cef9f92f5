// "Shows: sum of total of Order, this month by paidOn" → the figure, with that of the previous period; or the records
// behind it.

import type { CountData } from '@ninefold/core/contract/wire/charts.ts'
import { RECORDS, drillDown } from '@ninefold/core/contract/screens/drill-down.ts'
import { calendarPeriod, type Days } from '@ninefold/core/contract/inputs/calendar-periods.ts'
import * as build from '@ninefold/core/expression/build.ts'
import { ofEverything } from '@ninefold/core/expression/conditions.ts'
import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import { fromLocal } from '@ninefold/core/expression/evaluate/time-zone.ts'
import type { Field } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { firstWeekdayOf } from '@ninefold/core/model/limits.ts'
import { fieldOf } from '@ninefold/core/model/paths.ts'
import type { CountBlock, Screen } from '@ninefold/core/model/screens.ts'
import { planFigure } from '@ninefold/core/plan/read/figures.ts'
import { isOnDay } from '@ninefold/core/rights/list-conditions.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { listBlock } from './screen-lists.ts'
import { relationPlan } from './narrowed-list.ts'
import { namesOfPlace, placeBindings } from './screen-values.ts'
import { planner } from '../../gate/context/planner.ts'

const figurePlan = planner('screen figure', (viewer, block: CountBlock) => {
  const { during, measure, measured } = block
  const entity = entityNamed(viewer.model, block.entity)
  const day = during === null ? null : fieldNamed(entity, during.by)
  const record = build.recordVariable('this', entity.name)
  return planFigure(viewer, {
    entity,
    conditions: block.where === null ? [] : [ofEverything(block.where)],
    relation: relationPlan(viewer.model, block),
    measure,
    of: measured === null ? null : fieldOf(viewer.model, record, entity.name, fieldNamed(entity, measured)),
    during:
      day === null
        ? null
        : {
            now: isOnDay(viewer, entity, day, 'now.from', 'now.until'),
            before: isOnDay(viewer, entity, day, 'before.from', 'before.until'),
          },
  })
})

export async function figureBlock(
  exchange: Exchange,
  screen: Screen,
  block: CountBlock,
  parent: RecordValue | null,
): Promise<string> {
  const { application, caller, query, bindings } = exchange
  if (query[RECORDS] !== undefined) {
    const { [RECORDS]: _, ...rest } = query
    return listBlock({ ...exchange, query: rest }, screen, drillDown(application.model, block), parent)
  }
  refuseOtherParameters(query, namesOfPlace(application.model, screen, query))
  const entity = entityNamed(application.model, block.entity)
  const { during, measure } = block
  const day = during === null ? null : fieldNamed(entity, during.by)
  const statement = application.planned(figurePlan, caller, block)
  const periods = during === null || day === null ? null : periodsOf(exchange, day, during.unit)
  const place = placeBindings(exchange, screen, [block.where])
  const [row] = await application.database.run(statement, { ...bindings, ...place, ...periods?.bindings, parent })
  const amountOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
  return JSON.stringify({
    count: Number(row?.['count'] ?? 0),
    ...(measure === 'count' ? {} : { amount: amountOf(row?.['amount']) }),
    ...(periods === null
      ? {}
      : { during: periods.now, before: { ...periods.before, amount: amountOf(row?.['before']) } }),
  } satisfies CountData)
}

/** Days as they are written; `until` is the last day. The statement compares with the start of the next day. */
function periodsOf({ application, bindings }: Exchange, day: Field, unit: NonNullable<CountBlock['during']>['unit']) {
  const today = { date: String(bindings['today']), firstWeekday: firstWeekdayOf(application.model) }
  const [now, before] = [calendarPeriod(unit, today, 0), calendarPeriod(unit, today, -1)]
  const bound = (date: string): Value =>
    day.type.kind === 'date' ? date : fromLocal(Date.parse(`${date}T00:00:00Z`), application.timeZone)
  const ends = (name: string, days: Days): Record<string, Value> => ({
    [`${name}.from`]: bound(days.from),
    [`${name}.until`]: bound(days.end),
  })
  const said = ({ from, until }: Days) => ({ from, until })
  return { now: said(now), before: said(before), bindings: { ...ends('now', now), ...ends('before', before) } }
}
