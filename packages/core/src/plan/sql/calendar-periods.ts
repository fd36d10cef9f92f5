// A date or moment → the first day of its day, week, month, quarter or year.

import type { CalendarUnit } from '../../model/screens.ts'
import { rawSql, sql, textLiteral, type Sql } from './sql.ts'

export interface CalendarPeriods {
  readonly unit: CalendarUnit
  readonly timeZone: string
  /** 1 is Monday, 7 is Sunday. */
  readonly firstWeekday: number
}

/** Type `date`; NULL for empty values. */
export function calendarPeriodSql(value: Sql, kind: string, { unit, timeZone, firstWeekday }: CalendarPeriods): Sql {
  const local =
    kind === 'timestamp' ? sql`(${value}) AT TIME ZONE ${textLiteral(timeZone)}` : sql`(${value})::timestamp`
  if (unit !== 'week' || firstWeekday === 1) return sql`date_trunc(${textLiteral(unit)}, ${local})::date`
  const shift = rawSql(String(firstWeekday - 1))
  // PostgreSQL's weeks begin on Monday.
  return sql`(date_trunc('week', ${local} - interval '${shift} days') + interval '${shift} days')::date`
}
