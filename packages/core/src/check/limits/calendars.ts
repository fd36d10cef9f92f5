// Calendars of point 9, and amounts of working time: `2 working days`, `8 working hours of office`.

import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CalendarDraft } from '../../draft/limits.ts'
import {
  type BusinessCalendar,
  calendarOf as calendarOfText,
  calendarText,
  daysAround,
  type Opening,
  workingTimeText,
} from '../../expression/business-calendar.ts'
import { CALENDAR, WORKING_TIME } from '../../expression/value-types.ts'
import type { Calendar } from '../../model/limits.ts'
import type { Span, Written } from '../../text/source.ts'
import type { Amount } from './amounts.ts'

export interface Calendars {
  readonly known: readonly Calendar[]
  /** Names of those with a mistake, or with hours that are not shown. */
  readonly absent: readonly string[]
}

export function typeCalendars(drafts: readonly CalendarDraft[], found: Diagnostic[]): Calendars {
  const first = drafts.filter(({ name }, index) => drafts.findIndex((one) => one.name.text === name.text) === index)
  const absent: string[] = []
  const known = first.flatMap((draft) => {
    const calendar = calendarOf(draft, found)
    const { text, span } = draft.name
    if (calendar !== null) return [{ name: text, type: CALENDAR, value: calendarText(calendar), span }]
    absent.push(text)
    return []
  })
  return { known, absent }
}

/** Null after a diagnostic, or if hours are not shown. */
function calendarOf({ name, rows }: CalendarDraft, found: Diagnostic[]): BusinessCalendar | null {
  const openings = new Map<string, readonly Opening[]>()
  const stated = new Map<string, Span>()
  const before = found.length
  let isShown = rows.every(({ days }) => days.length > 0)
  for (const { days, open, openSpan } of rows) {
    if (open === null) isShown = false
    if (open?.some((opening, index) => (open[index - 1]?.until ?? 0) > opening.from) === true)
      found.push(diagnostic('N915', openSpan, 'hours overlap'))
    for (const { keys, span } of days)
      for (const key of keys) {
        const first = stated.get(key)
        if (first !== undefined) {
          found.push(diagnostic('N915', span, 'day twice').because(first, 'The first row.'))
          break
        }
        stated.set(key, span)
        openings.set(key, open ?? [])
      }
  }
  if (found.length > before || !isShown) return null
  const calendar = new Map([...openings].sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)))
  const isOpen = [...calendar].some(([key, all]) => key.length === 1 && all.length > 0)
  if (isOpen && daysAround({ amount: 1, unit: 'days', calendar }) !== null) return calendar
  found.push(diagnostic('N915', name.span, 'never open', name.text))
  return null
}

const WORKING = /^(?<amount>\d{1,6}) (?<kind>working|business) (?<unit>day|hour|minute)s?(?: of (?<name>\w+))?$/i

/** Null: no working time. */
export function workingAmount(
  written: Written,
  { known, absent }: Calendars,
  found: Diagnostic[],
): Amount | 'refused' | null {
  const groups = WORKING.exec(written.text)?.groups
  if (groups === undefined) return null
  const { amount = '', kind, unit = '', name } = groups
  if (kind !== 'working') {
    const told = diagnostic('N011', written.span, 'no value', written.text)
    found.push(told.meaning(written.text.replace(/business/i, 'working')))
    return 'refused'
  }
  if (name === undefined ? absent.length > 0 : absent.includes(name)) return 'refused'
  const named = known.filter((calendar) => name === undefined || calendar.name === name)
  const [calendar] = named
  if (calendar === undefined || named.length > 1) {
    found.push(whichCalendar(written, name ?? null, known))
    return 'refused'
  }
  const time = {
    amount: Number(amount) * (unit === 'hour' ? 60 : 1),
    unit: unit === 'day' ? ('days' as const) : ('minutes' as const),
    calendar: calendarOfText(calendar.value),
  }
  const within = daysAround(time)
  if (time.amount > 0 && within !== null && within <= DAYS_MAX)
    return { type: WORKING_TIME, value: workingTimeText(time), unit: null }
  found.push(diagnostic('N916', written.span, time.amount > 0 ? 'too long' : 'nothing'))
  return 'refused'
}

function whichCalendar({ text, span }: Written, name: string | null, known: Calendars['known']): Diagnostic {
  const names = known.map((each) => each.name)
  const [first] = names
  return name === null && first !== undefined
    ? diagnostic('N916', span, 'several').withHint(`Write "${text} of ${first}", or another one.`)
    : diagnostic('N916', span, 'none', name).suggesting(name ?? '', names)
}

/** A statement looks at each of these days. */
const DAYS_MAX = 4000
