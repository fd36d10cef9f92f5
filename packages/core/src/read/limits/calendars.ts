// `### Calendar: office` with `Day | Open` → draft.
//
//   | Monday to Friday | 09:00 to 12:00, 13:00 to 17:00 |
//   | 25 December      | closed                         |

import { dateOf, dayNumberOf, isValidDate } from '../../expression/calendar.ts'
import type { CalendarDayDraft, CalendarDraft } from '../../draft/limits.ts'
import { MONTHS } from '../../text/month-names.ts'
import { TABLES } from '../../grammar/tables.ts'
import { WEEKDAYS } from '../../model/limits.ts'
import { matchPhrase, spanOf, splitPhrase, type Phrase } from '../../outline/phrase.ts'
import { readBlocks } from '../blocks.ts'
import type { TableReader } from '../expected.ts'
import { declaredName, shown, unreadable, type Reading } from '../reading.ts'
import type { Part } from '../sections.ts'
import { table } from '../tables.ts'

type Expected = Parameters<typeof readBlocks>[1]

export function calendarOf(part: Part, ofPoint: Expected, reading: Reading): CalendarDraft {
  const rows: CalendarDraft['rows'][number][] = []
  const own: TableReader = table(
    TABLES.calendar,
    ({ cells }) => {
      const open = openIn(cells.Open, reading)
      rows.push({ days: daysIn(cells.Day, reading), open, openSpan: spanOf(cells.Open) })
    },
    [{ header: /^Means$/, unsupported: null }],
  )
  readBlocks(part.blocks, { ...ofPoint, tables: [own, ...(ofPoint.tables ?? [])] }, reading)
  return { name: declaredName(part.name, reading), rows }
}

const DAY_HINT = 'Write Monday, Monday to Friday, 25 December, 2026-12-24 or 2026-12-24 to 2027-01-01.'

function daysIn(cell: Phrase, reading: Reading): CalendarDayDraft[] {
  const words = shown(cell, 'A day of this calendar', reading)
  if (words === null) return []
  return splitPhrase(words, ',').flatMap((part) => {
    const keys = keysOf(part)
    if (keys !== null) return [{ keys, span: spanOf(part) }]
    unreadable(part, 'a day of a calendar', DAY_HINT, reading)
    return []
  })
}

const RANGE = /^(?<from>.+) to (?<to>.+)$/d

/** A calendar of one year has fewer days. */
const RANGE_MAX = 366

function keysOf(words: Phrase): string[] | null {
  const range = matchPhrase(words, RANGE)
  if (range === null) {
    const key = keyOf(words.text)
    return key === null ? null : [key]
  }
  const [from, to] = [range.written('from').text, range.written('to').text]
  const [first, last] = [WEEKDAYS.findIndex((day) => day === from), WEEKDAYS.findIndex((day) => day === to)]
  if (first >= 0 && last >= 0)
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, step) => String(((first + step) % 7) + 1))
  if (!isValidDate(from) || !isValidDate(to)) return null
  const length = dayNumberOf(to) - dayNumberOf(from) + 1
  return length < 1 || length > RANGE_MAX ? null : Array.from({ length }, (_, step) => dateOf(dayNumberOf(from) + step))
}

const OF_YEAR = /^(?<day>\d{1,2}) (?<month>[A-Z][a-z]+)$/

function keyOf(text: string): string | null {
  const weekday = WEEKDAYS.findIndex((day) => day === text)
  if (weekday >= 0) return String(weekday + 1)
  if (isValidDate(text)) return text
  const { day = '', month = '' } = OF_YEAR.exec(text)?.groups ?? {}
  const key = `${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
  // A leap year has all days.
  return isValidDate(`2024-${key}`) ? key : null
}

const HOURS = /^(?<from>\d{1,2}:\d\d) to (?<until>\d{1,2}:\d\d)$/

function openIn(cell: Phrase, reading: Reading): CalendarDraft['rows'][number]['open'] {
  const words = shown(cell, 'When this calendar is open', reading)
  if (words === null) return null
  if (words.text === 'closed') return []
  if (words.text === 'all day') return [{ from: 0, until: 1440 }]
  const openings = splitPhrase(words, ',').map((part) => {
    const { from = '', until = '' } = HOURS.exec(part.text)?.groups ?? {}
    const [opens, closes] = [minuteOf(from), minuteOf(until)]
    if (opens !== null && closes !== null && opens < closes) return { from: opens, until: closes }
    const hint = 'Write 09:00 to 17:00, several with commas between, all day, or closed.'
    return unreadable(part, 'the hours of a day', hint, reading)
  })
  if (openings.some((opening) => opening === null)) return null
  return openings.flatMap((opening) => opening ?? []).sort((a, b) => a.from - b.from)
}

/** 24:00 is the end of the day. */
function minuteOf(text: string): number | null {
  const [hour = Number.NaN, minute = Number.NaN] = text === '' ? [] : text.split(':').map(Number)
  const minutes = hour * 60 + minute
  return minute < 60 && minutes <= 1440 ? minutes : null
}
