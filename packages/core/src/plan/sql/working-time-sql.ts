// Working time in SQL: expression/business-calendar.ts has the same in JavaScript. A statement has the calendar as literals, so
// it reads no table; the days that it looks at are as many as the working time certainly needs.

import {
  type BusinessCalendar,
  calendarOf,
  daysAround,
  type WorkingTime,
  workingTimeOf,
} from '../../expression/business-calendar.ts'
import { joinSql, rawSql, type Sql, sql, textLiteral } from './sql.ts'
import { clampedMoment, millisecondsOf, momentOf } from './value-sql.ts'

/** `date`: the day of `day`, with that many working days between. */
function movedDay(day: Sql, time: WorkingTime, direction: 1 | -1): Sql {
  const sign = rawSql(direction === 1 ? '+' : '-')
  const last = rawSql(String(daysAround(time) ?? 0))
  const place = rawSql(String(time.amount - 1))
  return sql`(SELECT days.day FROM (SELECT given.day ${sign} step.number AS day, step.number FROM (SELECT ${day} AS day) AS given, generate_series(1, ${last}) AS step(number)) AS days WHERE ${isWorkingDay(time.calendar, rawSql('days.day'))} ORDER BY days.number LIMIT 1 OFFSET ${place})`
}

/** A date, or a moment that keeps its local time; working minutes move moments only. */
export function movedByWorkingTimeSql(
  value: Sql,
  kind: string | undefined,
  text: string,
  direction: 1 | -1,
  timeZone: string,
): Sql {
  const time = workingTimeOf(text)
  if (kind === 'date') return clampedDay(movedDay(sql`(${value})`, time, direction))
  const zone = textLiteral(timeZone)
  if (time.unit === 'minutes') return movedByMinutes(value, time, direction, zone)
  const moved = movedDay(rawSql('own.local::date'), time, direction)
  return clampedMoment(
    sql`(SELECT (${moved} + (own.local - own.local::date::timestamp)) AT TIME ZONE ${zone} FROM (SELECT (${value}) AT TIME ZONE ${zone} AS local) AS own)`,
  )
}

function clampedDay(day: Sql): Sql {
  return sql`least(greatest(${day}, date '0001-01-01'), date '9999-12-31')`
}

/**
 * Openings of the days around, cut off at the moment, in their order; the running sum of their lengths says in which one the
 * time ends. In milliseconds, because days of a clock change have other lengths.
 */
function movedByMinutes(value: Sql, time: WorkingTime, direction: 1 | -1, zone: Sql): Sql {
  const isLater = direction === 1
  const sign = rawSql(isLater ? '+' : '-')
  const last = rawSql(String(daysAround(time) ?? 0))
  const needed = rawSql(`${time.amount * 60_000}::bigint`)
  const opens = atMinute('opening.from_minute', zone)
  const closes = atMinute('opening.until_minute', zone)
  const cut = isLater
    ? sql`SELECT greatest(${opens}, days.at) AS opens, ${closes} AS closes`
    : sql`SELECT ${opens} AS opens, least(${closes}, days.at) AS closes`
  const days = sql`SELECT given.at, (given.at AT TIME ZONE ${zone})::date ${sign} step.number AS day FROM (SELECT ${value} AS at) AS given, generate_series(0, ${last}) AS step(number)`
  const spans = sql`SELECT ${millisecondsOf(rawSql('cut.opens'))} AS opens, ${millisecondsOf(rawSql('cut.closes'))} AS closes FROM (${cut} FROM (${days}) AS days, ${openings(time.calendar)} WHERE opening.key = ${keyOf(time.calendar, rawSql('days.day'))}) AS cut WHERE cut.closes > cut.opens`
  const order = rawSql(isLater ? 'span.opens' : 'span.opens DESC')
  const summed = sql`SELECT span.opens, span.closes, sum(span.closes - span.opens) OVER (ORDER BY ${order}) AS done FROM (${spans}) AS span`
  const result = isLater
    ? sql`passed.closes - (passed.done - ${needed})::bigint`
    : sql`passed.opens + (passed.done - ${needed})::bigint`
  return sql`(SELECT ${momentOf(result)} FROM (${summed}) AS passed WHERE passed.done >= ${needed} ORDER BY passed.done LIMIT 1)`
}

function atMinute(minute: string, zone: Sql): Sql {
  return sql`((days.day::timestamp + make_interval(mins => ${rawSql(minute)})) AT TIME ZONE ${zone})`
}

/** `opening(key, from_minute, until_minute)` */
function openings(calendar: BusinessCalendar): Sql {
  const rows = [...calendar].flatMap(([key, all]) =>
    all.map(({ from, until }) => sql`(${textLiteral(key)}, ${rawSql(String(from))}, ${rawSql(String(until))})`),
  )
  return sql`(VALUES ${joinSql(rows, ', ')}) AS opening(key, from_minute, until_minute)`
}

/** The key of the calendar that decides about a day. */
function keyOf(calendar: BusinessCalendar, day: Sql): Sql {
  const keys = [...calendar.keys()]
  const asked = (length: number, format: string): Sql[] => {
    const listed = keys.filter((key) => key.length === length).map((key) => textLiteral(key))
    const written = sql`to_char(${day}, ${textLiteral(format)})`
    return listed.length === 0 ? [] : [sql`WHEN ${written} IN (${joinSql(listed, ', ')}) THEN ${written}`]
  }
  const weekday = sql`extract(isodow FROM ${day})::text`
  const cases = [...asked(10, 'YYYY-MM-DD'), ...asked(5, 'MM-DD')]
  return cases.length === 0 ? weekday : sql`(CASE ${joinSql(cases, ' ')} ELSE ${weekday} END)`
}

function isWorkingDay(calendar: BusinessCalendar, day: Sql): Sql {
  const open = [...calendar].filter(([, all]) => all.length > 0).map(([key]) => textLiteral(key))
  return sql`(${keyOf(calendar, day)} IN (${joinSql(open, ', ')}))`
}

export function isWorkingDaySql(day: Sql, calendar: string): Sql {
  return isWorkingDay(calendarOf(calendar), sql`(${day})`)
}

export function isOpenSql(moment: Sql, text: string, timeZone: string): Sql {
  const calendar = calendarOf(text)
  const zone = textLiteral(timeZone)
  const days = sql`SELECT given.at, (given.at AT TIME ZONE ${zone})::date AS day FROM (SELECT ${moment} AS at) AS given`
  return sql`EXISTS (SELECT FROM (${days}) AS days, ${openings(calendar)} WHERE opening.key = ${keyOf(calendar, rawSql('days.day'))} AND days.at >= ${atMinute('opening.from_minute', zone)} AND days.at < ${atMinute('opening.until_minute', zone)})`
}
