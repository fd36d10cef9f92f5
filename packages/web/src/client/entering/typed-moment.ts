// Typed text for a day, a time, or both → day and time: "tomorrow 14", "1430", "9:30", "930a", "next Monday", "5 Nov
// 9.15", "übermorgen 8 Uhr". In English and in the reader's language. Null if it is not valid yet.

import { gregorian, typedDate } from '../input/typed-date.ts'

const DAY_MS = 86_400_000

/** `14:30`, from the text of a time. */
export function typedTime(text: string, language: string): string | null {
  const plain = text.trim().toLocaleLowerCase(language)
  const named = NAMED_TIMES.get(plain)
  if (named !== undefined) return named
  const { bare, half } = withoutHalf(plain, language)
  const match = /^(\d{1,2})(?:\s*(?::|\.|h|\s)\s*(\d{2}))?(?::\d{2})?$/.exec(bare) ?? /^(\d{1,2})(\d{2})$/.exec(bare)
  if (match === null) return null
  const [, hours = '', minutes = '0'] = match
  return timeOf(Number(hours), Number(minutes), half)
}

const NAMED_TIMES: ReadonlyMap<string, string> = new Map([
  ['noon', '12:00'],
  ['midnight', '00:00'],
  ['mittag', '12:00'],
  ['mittags', '12:00'],
  ['mitternacht', '00:00'],
])

type Half = 'am' | 'pm' | null

/** Removes words and letters around the digits: `am`, `p`, `Uhr`, `o’clock`. */
function withoutHalf(text: string, language: string): { readonly bare: string; readonly half: Half } {
  const halves: readonly (readonly [Half, RegExp])[] = [
    ['am', /\s*(?:a|am|a\.m\.|vorm\.?|vormittags)$/],
    ['pm', /\s*(?:p|pm|p\.m\.|nachm\.?|nachmittags)$/],
  ]
  const own = dayPeriods(language)
  const bare = text.replace(/\s*(?:uhr|h|o['’]?clock)$/, '').replaceAll(/[\u202f\u00a0]/g, ' ')
  for (const [half, pattern] of halves) if (pattern.test(bare)) return { bare: bare.replace(pattern, ''), half }
  for (const half of ['am', 'pm'] as const)
    if (own[half] !== '' && bare.endsWith(own[half])) return { bare: bare.slice(0, -own[half].length).trim(), half }
  return { bare, half: null }
}

function dayPeriods(language: string): { readonly am: string; readonly pm: string } {
  const format = gregorian(language, { hour: 'numeric', hour12: true })
  const at = (hour: number): string =>
    (
      format.formatToParts(Date.UTC(2026, 0, 1, hour)).find(({ type }) => type === 'dayPeriod')?.value ?? ''
    ).toLowerCase()
  return { am: at(9), pm: at(21) }
}

function timeOf(hours: number, minutes: number, half: Half): string | null {
  const isOfHalf = half !== null && hours >= 1 && hours <= 12
  const hour = isOfHalf ? (hours % 12) + (half === 'pm' ? 12 : 0) : hours
  if (hour > 23 || minutes > 59) return null
  return `${String(hour).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** `2026-11-05`. `today` in the same form: relative days start from it. */
export function spokenDay(text: string, language: string, today: string): string | null {
  const plain = text.trim().toLocaleLowerCase(language).replaceAll(/\s+/g, ' ')
  if (plain === '') return null
  return (
    relativeDay(plain, language, today) ??
    weekdayAhead(plain, language, today) ??
    typedDate(text, language) ??
    withoutYear(plain, language, today) ??
    afterItsWeekday(plain, language, today)
  )
}

const SPOKEN: readonly (readonly [days: number, words: readonly string[]])[] = [
  [0, ['today', 'heute', 'now', 'jetzt']],
  [1, ['tomorrow', 'tmr', 'morgen']],
  [-1, ['yesterday', 'gestern']],
  [2, ['übermorgen', 'uebermorgen']],
  [-2, ['vorgestern']],
]
const SHORTEST = 3

function relativeDay(text: string, language: string, today: string): string | null {
  const own = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  for (const [days, names] of SPOKEN) {
    const known = [...names, own.format(days, 'day').toLocaleLowerCase(language)]
    if (known.some((name) => name === text || (text.length >= SHORTEST && name.startsWith(text))))
      return daysAfter(today, days)
  }
  const ahead = /^(?:in |\+ ?)(\d{1,3}) ?(?:d|days?|tage?n?)$/.exec(text)
  if (ahead !== null) return daysAfter(today, Number(ahead[1]))
  const weeks = /^(?:in |\+ ?)(\d{1,2}) ?(?:w|weeks?|wochen?)$/.exec(text)
  if (weeks !== null) return daysAfter(today, 7 * Number(weeks[1]))
  const ago = /^(\d{1,3}) days? ago$/.exec(text) ?? /^vor (\d{1,3}) tage?n?$/.exec(text)
  return ago === null ? null : daysAfter(today, -Number(ago[1]))
}

/** The next day of that name, never today. */
function weekdayAhead(text: string, language: string, today: string): string | null {
  const name = text.replace(/^(?:next|on|am|nächste[rn]?) /, '').replace(/\.$/, '')
  const meant = weekdayCalled(name, language)
  if (meant === null) return null
  const from = new Date(`${today}T00:00:00Z`).getUTCDay()
  return daysAfter(today, (meant - from + 7) % 7 || 7)
}

/** Sunday is 0. */
function weekdayCalled(name: string, language: string): number | null {
  if (name.length < 2) return null
  const isMeant = (names: readonly string[]): boolean =>
    names.includes(name) || (name.length >= SHORTEST && names.some((each) => each.startsWith(name)))
  for (const spoken of [language, 'en']) {
    const day = weekdaysOf(spoken).findIndex(isMeant)
    if (day >= 0) return day
  }
  return null
}

const WEEKDAYS = new Map<string, readonly (readonly string[])[]>()

function weekdaysOf(language: string): readonly (readonly string[])[] {
  const known = WEEKDAYS.get(language)
  if (known !== undefined) return known
  const formats = [gregorian(language, { weekday: 'long' }), gregorian(language, { weekday: 'short' })]
  const names = Array.from({ length: 7 }, (_, day) =>
    // 4 January 2026 is a Sunday.
    formats.map((format) =>
      format
        .format(Date.UTC(2026, 0, 4 + day))
        .toLocaleLowerCase(language)
        .replace(/\.$/, ''),
    ),
  )
  WEEKDAYS.set(language, names)
  return names
}

/** The nearest one: the next, or a recent one. */
function withoutYear(text: string, language: string, today: string): string | null {
  const year = Number(today.slice(0, 4))
  const bare = text.replace(/[./\s-]+$/, '')
  const isOfNumbers = /^\d{1,2}[./ -]\d{1,2}$/.test(bare)
  const isNamed = (bare.match(/\d+/g) ?? []).length === 1 && /\p{L}/u.test(bare)
  if (!isOfNumbers && !isNamed) return null
  const withYear = (of: number): string | null => {
    if (!isOfNumbers) return typedDate(`${bare} ${of}`, language) ?? typedDate(`${of} ${bare}`, language)
    const separator = /\D/.exec(bare)?.[0] ?? '/'
    return typedDate(`${bare}${separator}${of}`, language) ?? typedDate(`${of}${separator}${bare}`, language)
  }
  const near = withYear(year)
  if (near === null) return null
  const isLongAgo = Date.parse(near) < Date.parse(today) - 60 * DAY_MS
  return isLongAgo ? withYear(year + 1) : near
}

/** Removes the weekday of a formatted date: "Thu, Nov 5, 2026". */
function afterItsWeekday(text: string, language: string, today: string): string | null {
  const match = /^([\p{L}\p{M}]+)\.?,?\s+(.+)$/u.exec(text)
  if (match === null || weekdayCalled(match[1] ?? '', language) === null) return null
  const rest = match[2] ?? ''
  return typedDate(rest, language) ?? withoutYear(rest, language, today)
}

export interface Surroundings {
  readonly language: string
  /** `2026-11-05 14:05:00`, local time. */
  readonly now: string
  /** The day for a time alone; null: today. */
  readonly day: string | null
  /** The time for a day alone: `09:00`. */
  readonly time: string
}

/** `2026-11-05 14:30:00`, local time. */
export function typedMoment(text: string, { language, now, day, time }: Surroundings): string | null {
  const today = now.slice(0, 10)
  const plain = text.trim()
  if (/^(?:now|jetzt)$/i.test(plain)) return `${now.slice(0, 16)}:00`
  const written = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})/.exec(plain)
  if (written !== null && typedDate(written[1] ?? '', language) !== null) return `${written[1]} ${written[2]}:00`
  const parts = plain.split(/[\s,]+/u).filter((part) => part !== '' && !BETWEEN.has(part.toLowerCase()))
  // Tries the day first with as many words as possible, then the time first.
  for (let at = parts.length; at >= 0; at -= 1) {
    const found = together(parts.slice(0, at), parts.slice(at))
    if (found !== null) return found
  }
  for (let at = 1; at < parts.length; at += 1) {
    const found = together(parts.slice(at), parts.slice(0, at))
    if (found !== null) return found
  }
  return null

  function together(ofDay: readonly string[], ofTime: readonly string[]): string | null {
    if (ofDay.length === 0 && ofTime.length === 0) return null
    const onDay = ofDay.length === 0 ? (day ?? today) : spokenDay(ofDay.join(' '), language, today)
    const atTime = ofTime.length === 0 ? time : typedTime(ofTime.join(' '), language)
    return onDay === null || atTime === null ? null : `${onDay} ${atTime}:00`
  }
}

/** Words between a day and a time. */
const BETWEEN: ReadonlySet<string> = new Set(['at', 'um', 'à', '@', 'kl', 'kl.', 'a', 'las', 'alle', 'ore'])

export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Default start of an appointment: the next full hour. `now` is local time. */
export function nextFullHour(now: string): string {
  return minutesAfter(`${now.slice(0, 13)}:00:00`, 60)
}

/** Both in local time. */
export function minutesAfter(moment: string, minutes: number): string {
  const at = Date.parse(`${moment.replace(' ', 'T')}Z`) + minutes * 60_000
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}
