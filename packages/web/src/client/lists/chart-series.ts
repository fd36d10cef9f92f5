// Groups of a chart → rows and series in the expected order. Calendar periods are consecutive, including those without
// records.

import type { AppChart, AppDimension, ChartData, ChartGroup } from '@ninefold/core/contract/wire/charts.ts'
import { calendarPeriod } from '@ninefold/core/contract/inputs/calendar-periods.ts'
import { NO_VALUE, rangeText } from '@ninefold/core/contract/inputs/list-filters.ts'
import type { CalendarUnit } from '@ninefold/core/model/screens.ts'

/** A value of one of the two dimensions. */
export interface ChartKey {
  /** In the form of the chart's field, or the first day of a period; null: empty. */
  readonly value: unknown
  /** Label of a record; null: the value itself. */
  readonly label: string | null
}

export interface ChartTable {
  readonly rows: readonly ChartKey[]
  /** In one dimension, a single unnamed series. */
  readonly series: readonly ChartKey[]
  /** By row, then by series; null: no value. */
  readonly cells: readonly (readonly (string | null)[])[]
  /** There are earlier periods. */
  readonly isCut: boolean
}

const PERIODS_MAX = 500

export function chartTable(form: AppChart, { groups }: ChartData, firstWeekday: number): ChartTable {
  const rows = keysInOrder(
    form.by,
    groups.map(({ value, label }) => ({ value: value ?? null, label: label ?? null })),
    firstWeekday,
  )
  const series =
    form.and === null ? [{ value: null, label: null }] : keysInOrder(form.and, groups.map(seriesOf), firstWeekday)
  const shown = new Set(rows.map(({ value }) => JSON.stringify(value)))
  const amounts = new Map(groups.map((group) => [cellKey(group.value ?? null, seriesOf(group).value), group.amount]))
  return {
    rows,
    series,
    cells: rows.map((row) => series.map(({ value }) => amounts.get(cellKey(row.value, value)) ?? null)),
    isCut: groups.some(({ value }) => !shown.has(JSON.stringify(value ?? null))),
  }
}

function seriesOf({ series }: ChartGroup): ChartKey {
  return { value: series?.value ?? null, label: series?.label ?? null }
}

function cellKey(value: unknown, series: unknown): string {
  return JSON.stringify([value, series])
}

function keysInOrder({ display, per }: AppDimension, found: readonly ChartKey[], firstWeekday: number): ChartKey[] {
  const keys = [...new Map(found.map((key) => [JSON.stringify(key.value), key])).values()]
  const empty = keys.filter(({ value }) => value === null)
  const named = keys.filter(({ value }) => value !== null)
  if (per !== null) return [...periodsBetween(named, per, firstWeekday), ...empty]
  if (display.kind === 'choice' || display.kind === 'state') {
    const listed = display.values.map(({ value }) => ({ value, label: null }))
    const others = named.filter(({ value }) => !display.values.some((each) => each.value === value))
    return [...listed, ...others, ...empty]
  }
  const text = ({ value, label }: ChartKey): string => label ?? String(value)
  return [...named.toSorted((a, b) => text(a).localeCompare(text(b))), ...empty]
}

/** All periods from the first to the last, or the latest of them: one wrong year would make millions. */
function periodsBetween(found: readonly ChartKey[], unit: CalendarUnit, firstWeekday: number): ChartKey[] {
  const days = found.map(({ value }) => String(value)).sort()
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return []
  const periods: ChartKey[] = []
  for (
    let day = last;
    day >= first && periods.length < PERIODS_MAX;
    day = calendarPeriod(unit, { date: day, firstWeekday }, -1).from
  )
    periods.push({ value: day, label: null })
  return periods.toReversed()
}

function periodOf(day: string, unit: CalendarUnit, firstWeekday: number) {
  return calendarPeriod(unit, { date: day, firstWeekday }, 0)
}

/** The filter for the records of one group. */
export function filterOfKey({ per }: AppDimension, { value }: ChartKey, firstWeekday: number): string {
  if (value === null || value === '') return NO_VALUE
  if (per === null) return typeof value === 'object' ? '' : String(value)
  const { from, until } = periodOf(String(value), per, firstWeekday)
  return rangeText({ from, until })
}
