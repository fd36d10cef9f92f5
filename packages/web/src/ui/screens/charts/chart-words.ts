// Values of a chart → text: the names of its groups and periods, and its amounts.

import { currencyPlaces } from '@ninefold/core/model/currencies.ts'
import { useMemo } from 'react'
import type { AppMeasure } from '@ninefold/core/contract/wire/display.ts'
import type { AppChart, AppDimension } from '@ninefold/core/contract/wire/charts.ts'
import type { CalendarUnit } from '@ninefold/core/model/screens.ts'
import { calendarPeriod } from '@ninefold/core/contract/inputs/calendar-periods.ts'
import type { ChartKey } from '../../../client/lists/chart-series.ts'
import { useApp } from '../../app-context.ts'
import { useFormats, type Formats } from '../../formats.ts'
import { words } from '../../words/words.ts'

export function useFirstWeekday(): number {
  return useApp().firstWeekday ?? 1
}

/** `rows`: the rows of the chart. Days and weeks of several years are named with their year. */
export function useKeyName(rows: readonly ChartKey[]): (dimension: AppDimension, key: ChartKey) => string {
  const { language } = useApp()
  const firstWeekday = useFirstWeekday()
  const formats = useFormats()
  return useMemo(() => {
    const years = new Set(rows.flatMap(({ value }) => (typeof value === 'string' ? value.slice(0, 4) : [])))
    return (dimension, key) =>
      dimension.per !== null && typeof key.value === 'string'
        ? periodName(dimension.per, key.value, language, { firstWeekday, hasYear: years.size > 1 })
        : keyName(dimension, key, formats)
  }, [rows, language, firstWeekday, formats])
}

interface PeriodNaming {
  readonly firstWeekday: number
  /** Days and weeks have their year. */
  readonly hasYear?: boolean
}

/** Names a period as people call it: a week by its days, a quarter by its number. */
export function periodName(
  unit: CalendarUnit,
  day: string,
  language: string,
  { firstWeekday, hasYear = false }: PeriodNaming,
): string {
  const dayAndMonth: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    ...(hasYear ? { year: 'numeric' } : {}),
  }
  const at = (date: string): number => Date.parse(`${date}T00:00:00Z`)
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  switch (unit) {
    case 'day':
      return format(dayAndMonth).format(at(day))
    case 'week': {
      const { until } = calendarPeriod('week', { date: day, firstWeekday }, 0)
      return format(dayAndMonth).formatRange(at(day), at(until))
    }
    case 'month':
      return format({ month: 'short', year: 'numeric' }).format(at(day))
    case 'quarter':
      return words.charts.quarter((Number(day.slice(5, 7)) + 2) / 3, day.slice(0, 4))
    case 'year':
      return day.slice(0, 4)
  }
}

function keyName({ display }: AppDimension, { value, label }: ChartKey, formats: Formats): string {
  if (label !== null) return label
  if (value === null || value === '') return words.tables.lists.noValue
  if (value === true || value === false) return value ? words.yes : words.no
  if (display.kind === 'choice' || display.kind === 'state')
    return display.values.find((each) => each.value === value)?.label ?? String(value)
  if (display.kind === 'date') return formats.date(String(value))
  if (display.kind === 'text' && display.names !== undefined) return formats.codeName(String(value), display.names)
  return String(value)
}

/**
 * Formats a sum or an average like the number that it measures. An average has as many decimal places as its values.
 */
export function amountWords(amount: string | number, of: AppMeasure | null, formats: Formats): string {
  const display = of?.display
  if (display?.kind === 'duration') return formats.duration(Math.round(Number(amount)))
  if (display?.kind === 'money' && display.currency !== null) {
    const places = currencyPlaces(display.currency) ?? 2
    return formats.money(roundedTo(String(amount), places), display.currency)
  }
  const places = display?.kind === 'number' ? display.places : undefined
  const number = formats.number(roundedTo(String(amount), 2), places)
  return formats.withUnit(number, display?.kind === 'number' ? display.unit : undefined)
}

function roundedTo(amount: string, places: number): string {
  return (amount.split('.')[1]?.length ?? 0) > places ? Number(amount).toFixed(places) : amount
}

/** A shorter form for axes and for the cells of a matrix: whole amounts, and those from 100 on, have no cents. */
export function shortAmount(amount: number, of: AppMeasure | null, formats: Formats): string {
  const display = of?.display
  if (display?.kind !== 'money' || display.currency === null) return amountWords(amount, of, formats)
  const isWhole = Number.isInteger(amount) || Math.abs(amount) >= 100
  return isWhole ? formats.wholeMoney(amount, display.currency) : amountWords(amount, of, formats)
}

/** Heading above the figures of a chart. */
export function measureWords({ measure, of }: Pick<AppChart, 'measure' | 'of'>): string {
  if (of === null) return words.screens.howMany
  return measure === 'average' ? words.charts.averageOf(of.label) : of.label
}
