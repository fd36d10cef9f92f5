// `every 5 minutes`, `every day at 02:00`, `every monday, thursday at 07:30`, `every month on day 1 at 03:00` → a
// recurrence, for schedules of point 7 and clocks of point 4.

import { diagnostic, type Sentence } from '../diagnostic/diagnostic.ts'
import { closest } from '../diagnostic/did-you-mean.ts'
import type { RecurrenceDraft } from '../draft/calls.ts'
import { WEEKDAYS, type Weekday } from '../model/time/recurrence.ts'
import { matchPhrase, sliceOf, spanOf, writtenOf, type Match, type Phrase } from '../outline/phrase.ts'
import type { Reading } from './reading.ts'

const INTERVAL = /^every (?:(?<count>\d{1,4}) )?(?<unit>minute|hour)s?$/d
const AT = '(?: at (?<hour>\\d{1,2}):(?<minute>\\d{2}))?'
const MONTHLY = new RegExp(`^every month on day (?<day>\\d{1,2})${AT}$`, 'd')
const WEEKLY = new RegExp(`^every (?<days>[A-Za-z]+(?:(?:, and |, | and )[A-Za-z]+)*)${AT}$`, 'd')

const HINT = 'Write every 5 minutes, every day at 02:00, every monday at 07:30, or every month on day 1 at 03:00.'

export function recurrenceOf(words: Phrase, reading: Reading): RecurrenceDraft | null {
  const span = spanOf(words)
  const interval = matchPhrase(words, INTERVAL)
  if (interval !== null) return intervalOf(words, interval, reading)
  const monthly = matchPhrase(words, MONTHLY)
  if (monthly !== null) {
    const time = timeOf(words, monthly, reading)
    const day = Number(monthly.written('day').text)
    if (time === null) return null
    if (day >= 1 && day <= 31) return { kind: 'monthly', day, time, span }
    return refuse(monthly.phrase('day'), reading, 'day of a month')
  }
  const weekly = matchPhrase(words, WEEKLY)
  if (weekly === null) {
    const written = writtenOf(words).text
    return written === ''
      ? refuse(words, reading, 'recurrence missing')
      : refuse(words, reading, 'no recurrence', written)
  }
  const days = daysIn(weekly.phrase('days'), reading)
  const time = days === null ? null : timeOf(words, weekly, reading)
  return days === null || time === null ? null : { kind: 'weekly', days, time, span }
}

function intervalOf(words: Phrase, match: Match, reading: Reading): RecurrenceDraft | null {
  const count = Number(match.writtenOrNull('count')?.text ?? 1)
  const minutes = count * (match.written('unit').text === 'hour' ? 60 : 1)
  if (minutes > 0) return { kind: 'interval', minutes, span: spanOf(words) }
  return refuse(match.phrase('count'), reading, 'never runs')
}

/** Minutes after midnight. A recurrence by days needs a time. */
function timeOf(words: Phrase, match: Match, reading: Reading): number | null {
  if (!match.has('hour')) return refuse(words, reading, 'no time of day', writtenOf(words).text)
  const hour = Number(match.written('hour').text)
  const minute = Number(match.written('minute').text)
  if (hour < 24 && minute < 60) return hour * 60 + minute
  const from = match.phrase('hour')
  const at = words.offsets.indexOf(from.offsets[0] ?? 0)
  return refuse(sliceOf(words, at), reading, 'time of day')
}

/** English names of days in lower case; `day` is every day, `weekday` monday to friday. */
function daysIn(words: Phrase, reading: Reading): Weekday[] | null {
  const days = new Set<Weekday>()
  for (const found of words.text.matchAll(/[A-Za-z]+/g)) {
    const word = found[0]
    if (word === 'and') continue
    const named =
      word === 'day' ? WEEKDAYS : word === 'weekday' ? WEEKDAYS.slice(0, 5) : WEEKDAYS.filter((day) => day === word)
    if (named.length === 0) {
      const known = [...WEEKDAYS, 'day', 'weekday']
      const place = spanOf(sliceOf(words, found.index, found.index + word.length))
      const problem = diagnostic('N011', place, 'no day', word)
      const nearest = known.includes(word.toLowerCase()) ? word.toLowerCase() : closest(word, known)
      reading.found.push(nearest === null ? problem.withHint(HINT) : problem.suggesting(nearest, [nearest]))
      return null
    }
    for (const day of named) days.add(day)
  }
  return WEEKDAYS.filter((day) => days.has(day))
}

function refuse(words: Phrase, reading: Reading, ...sentence: Sentence<'N011'>): null {
  reading.found.push(diagnostic('N011', spanOf(words), ...sentence).withHint(HINT))
  return null
}
