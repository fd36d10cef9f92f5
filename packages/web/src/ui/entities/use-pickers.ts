// Common part of calendars and clocks: the reader's formats of days and times.

import { useMemo } from 'react'
import { wallClock } from '../../client/input/moments.ts'
import { spokenDay } from '../../client/entering/typed-moment.ts'
import { gregorian } from '../../client/input/typed-date.ts'
import { useApp } from '../app-context.ts'
import { words } from '../words/words.ts'

export interface Pickers {
  /** For a typed input. */
  readonly day: {
    readonly valueFormat: Named
    readonly dateParser: (text: string) => string | null
    readonly placeholder: string
  }
  /** For an input with day and time. */
  readonly moment: { readonly valueFormat: (moment: string) => string }
  readonly calendar: Calendar
  readonly clock: Clock
}

interface Calendar {
  readonly ariaLabels: typeof words.entities.pickers.calendar
  /** No day is highlighted. */
  readonly weekendDays: []
  readonly weekdayFormat: Named
  readonly monthLabelFormat: Named
  readonly yearLabelFormat: Named
  readonly monthsListFormat: Named
  readonly yearsListFormat: Named
  readonly decadeLabelFormat: (first: string, last: string) => string
  readonly getDayAriaLabel: Named
}

type Named = (day: string) => string

interface Clock {
  readonly format: '12h' | '24h'
  readonly amPmLabels: { readonly am: string; readonly pm: string }
}

export function usePickers(): Pickers {
  const { language, timeZone } = useApp()
  return useMemo(() => pickersIn(language, timeZone), [language, timeZone])
}

function pickersIn(language: string, timeZone: string): Pickers {
  const days = gregorian(language, { dateStyle: 'medium' })
  const time = { hour: 'numeric', minute: '2-digit' } as const
  const moments = gregorian(language, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', ...time })
  const dayFormat = (day: string): string => days.format(Date.parse(`${day.slice(0, 10)}T00:00:00Z`))
  return {
    day: {
      valueFormat: dayFormat,
      dateParser: (text) => spokenDay(text, language, wallClock(Date.now(), timeZone).slice(0, 10)),
      placeholder: dayFormat('2026-01-31'),
    },
    // Already local time of the application.
    moment: { valueFormat: (moment) => moments.format(Date.parse(`${moment.replace(' ', 'T')}Z`)) },
    calendar: calendarIn(language),
    clock: clockIn(language),
  }
}

function calendarIn(language: string): Calendar {
  const named = (options: Intl.DateTimeFormatOptions): Named => {
    const format = gregorian(language, options)
    return (day) => format.format(Date.parse(`${day.slice(0, 10)}T00:00:00Z`))
  }
  const year = named({ year: 'numeric' })
  return {
    ariaLabels: words.entities.pickers.calendar,
    weekendDays: [],
    weekdayFormat: isShort(named({ weekday: 'short' })) ? named({ weekday: 'short' }) : named({ weekday: 'narrow' }),
    monthLabelFormat: named({ month: 'long', year: 'numeric' }),
    yearLabelFormat: year,
    monthsListFormat: named({ month: 'short' }),
    yearsListFormat: year,
    decadeLabelFormat: (first, last) => `${year(first)} – ${year(last)}`,
    getDayAriaLabel: named({ dateStyle: 'long' }),
  }
}

/** Some languages have no short names of days, which would be too wide. */
function isShort(named: Named): boolean {
  return Array.from({ length: 7 }, (_, day) => named(`2001-01-0${day + 1}`)).every(({ length }) => length <= 4)
}

function clockIn(language: string): Clock {
  const hours = gregorian(language, { hour: 'numeric' })
  const half = (hour: number): string =>
    hours.formatToParts(Date.UTC(2026, 0, 1, hour)).find(({ type }) => type === 'dayPeriod')?.value ?? ''
  return {
    format: hours.resolvedOptions().hour12 === true ? '12h' : '24h',
    amPmLabels: { am: half(9), pm: half(21) },
  }
}

/** An open calendar is rendered outside of its input, but belongs to it. */
export function isInCalendar(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-dates-dropdown]') !== null
}
