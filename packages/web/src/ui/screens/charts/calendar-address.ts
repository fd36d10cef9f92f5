// The days that a calendar shows: `view` and `day` of the address, and the query for the server.

import { useMemo } from 'react'
import type { AppList } from '@ninefold/core/contract/wire/app.ts'
import type { Search } from '../../../client/lists/list-address.ts'
import { dayAfter, daysShown, isDay, type CalendarView } from '../../../client/lists/calendar-days.ts'
import { wallClock } from '../../../client/input/moments.ts'
import { useApp } from '../../app-context.ts'
import { useReadNow } from '../../ticking.ts'

export interface ShownDays {
  readonly view: CalendarView
  readonly day: string
  readonly days: readonly string[]
  readonly today: string
}

/** Null: the list is not a calendar. */
export function useShownDays({ form }: AppList, prefix: string, search: Search): ShownDays | null {
  const { language, timeZone, firstWeekday } = useApp()
  const isCalendar = form.kind === 'calendar'
  const today = useReadNow((now) => (isCalendar ? wallClock(now, timeZone).slice(0, 10) : ''))
  const view = search[`${prefix}view`] === 'week' ? 'week' : 'month'
  const asked = search[`${prefix}day`]
  const day = isDay(asked) ? asked : today
  return useMemo(
    () =>
      isCalendar ? { view, day, days: daysShown(view, day, firstWeekday ?? firstWeekdayOf(language)), today } : null,
    [isCalendar, view, day, firstWeekday, language, today],
  )
}

export function daysToAsk(shown: ShownDays | null): Record<string, string> {
  if (shown === null) return {}
  const [first, last] = [shown.days[0] ?? shown.day, shown.days.at(-1) ?? shown.day]
  return { from: first, until: dayAfter(last, 1) }
}

/** Returns 1 (Monday) to 7 (Sunday), and Monday if the browser does not know the language's first weekday. */
export function firstWeekdayOf(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    readonly getWeekInfo?: () => { readonly firstDay: number }
    readonly weekInfo?: { readonly firstDay: number }
  }
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}
