// The library's functions in SQL. Each is total: it never raises an error for any value of its types.
// expression/evaluate/evaluate-functions.ts has the same functions in JavaScript. Closed table: exempt from the size
// limit. Functions of lists are in list-sql.ts, orElse is in expression-sql.ts.

import { ISO_PATTERN, timeTemplate } from '../../expression/written-times.ts'
import { DAY_MS } from '../../expression/calendar.ts'
import { WHITE_SPACE } from '../../expression/evaluate/evaluate-functions.ts'
import type { Expression, ValueType } from '../../expression/expression.ts'
import { WRITTEN_NUMBER } from '../../expression/members.ts'
import { isExact, MAP_OF_PAIRS } from '../../expression/value-types.ts'
import { JSON_FUNCTIONS, mapOfPairsSql, numberOfText } from './json-sql.ts'
import { rawSql, type Sql, sql, textLiteral } from './sql.ts'
import { isOpenSql, isWorkingDaySql, movedByWorkingTimeSql } from './working-time-sql.ts'
import {
  byCodePoint,
  clampedMoment,
  decimalQuotient,
  intervalLiteral,
  millisecondsOf,
  momentOf,
  safeInteger,
} from './value-sql.ts'

type Write = (used: readonly Sql[], expressions: readonly Expression[], timeZone: string) => Sql

const NOTHING = rawSql('NULL')
const first = (used: readonly Sql[]): Sql => used[0] ?? NOTHING
const second = (used: readonly Sql[]): Sql => used[1] ?? NOTHING
const third = (used: readonly Sql[]): Sql => used[2] ?? NOTHING
const kindOf = (expressions: readonly Expression[], index = 0) => expressions[index]?.type.kind

/** A literal shifts a moment by a fixed interval; other values are computed in milliseconds, within the limits. */
function shifted(direction: 1 | -1): Write {
  const operator = rawSql(direction === 1 ? ' + ' : ' - ')
  return (used, expressions, timeZone) => {
    const [a, b] = [first(used), second(used)]
    const moved = expressions[1]
    if (moved?.type.kind === 'working time')
      return movedByWorkingTimeSql(a, kindOf(expressions), literalText(moved), direction, timeZone)
    if (moved?.type.kind === 'calendar period') return movedByCalendar(kindOf(expressions), a, operator, b, timeZone)
    switch (kindOf(expressions)) {
      case 'date': {
        const kept = moved?.kind === 'literal' ? daysOf(direction * Number(moved.value)) : daysIn(b, direction)
        return sql`(date '1970-01-01' + least(greatest((${a}) - date '1970-01-01' + ${kept}, -719162), 2932896))`
      }
      case 'timestamp':
        if (kindOf(expressions, 1) === 'timestamp')
          return sql`((extract(epoch FROM ${a}) - extract(epoch FROM ${b})) * 1000)::bigint`
        if (moved?.kind === 'literal' && Math.abs(Number(moved.value)) < 100_000_000_000_000) {
          return clampedMoment(sql`(${a})${operator}${intervalLiteral(Number(moved.value))}`)
        }
        return momentOf(sql`(${millisecondsOf(a)}${operator}(${b}))`)
      default:
        return safeInteger(sql`(${a})${operator}(${b})`)
    }
  }
}

/** The checker leaves only literals of working time and of calendars here. */
function literalText(expression: Expression | undefined): string {
  if (expression?.kind === 'literal') return String(expression.value)
  throw new Error('Defect: a calendar that is not written out reached the database.')
}

/** More days than the calendar has; larger numbers are clamped. */
const DAYS_MAX = 4_000_000

function daysOf(milliseconds: number): Sql {
  return rawSql(String(Math.min(Math.max(milliseconds / DAY_MS, -DAYS_MAX), DAYS_MAX)))
}

function daysIn(milliseconds: Sql, direction: 1 | -1): Sql {
  const [day, most] = [rawSql(String(direction * DAY_MS)), rawSql(String(DAYS_MAX))]
  return sql`least(greatest((${milliseconds}) / ${day}, -${most}), ${most})::integer`
}

/** Adds months and days in the specification's time zone: a moment keeps its local time. */
function movedByCalendar(kind: string | undefined, value: Sql, operator: Sql, period: Sql, timeZone: string): Sql {
  if (kind === 'date')
    return sql`least(greatest(((${value})${operator}${period})::date, date '0001-01-01'), date '9999-12-31')`
  const zone = textLiteral(timeZone)
  return clampedMoment(sql`((((${value}) AT TIME ZONE ${zone})${operator}${period}) AT TIME ZONE ${zone})`)
}

/** Complete years, months and days from the first local day to the second. */
function ageOf(used: readonly Sql[], expressions: readonly Expression[], timeZone: string): Sql {
  const [from = NOTHING, until = NOTHING] = [first(used), second(used)].map((value, index) =>
    localDay(value, kindOf(expressions, index), timeZone),
  )
  return sql`age((${until})::timestamp, (${from})::timestamp)`
}

const member =
  (name: string, type: string | null = null): Write =>
  (used) =>
    type === null
      ? sql`((${first(used)}) ->> ${textLiteral(name)})`
      : sql`((${first(used)}) ->> ${textLiteral(name)})::${rawSql(type)}`

/** For money in a fixed currency, the amount is the value itself. */
const moneyMember =
  (name: 'amount' | 'currency'): Write =>
  (used, expressions, timeZone) => {
    const type = expressions[0]?.type
    if (type?.kind !== 'money' || type.currency === null)
      return member(name, name === 'amount' ? 'numeric' : null)(used, expressions, timeZone)
    if (name === 'amount') return first(used)
    return sql`CASE WHEN ${first(used)} IS NOT NULL THEN ${textLiteral(type.currency)} END`
  }

/** The calendar day of a moment in the specification's time zone, or the date itself. */
function localDay(value: Sql, kind: string | undefined, timeZone: string): Sql {
  if (kind !== 'timestamp') return sql`(${value})`
  return sql`least(greatest(((${value}) AT TIME ZONE ${textLiteral(timeZone)})::date, date '0001-01-01'), date '9999-12-31')`
}

const part =
  (name: string): Write =>
  (used, expressions, timeZone) =>
    sql`extract(${rawSql(name)} FROM ${localDay(first(used), kindOf(expressions), timeZone)})::bigint`

const startOf =
  (unit: 'day' | 'month'): Write =>
  (used, expressions, timeZone) => {
    const zone = textLiteral(timeZone)
    if (kindOf(expressions) !== 'date')
      return clampedMoment(sql`date_trunc(${textLiteral(unit)}, ${first(used)}, ${zone})`)
    const midnight = sql`(${first(used)})::timestamp`
    return unit === 'day'
      ? clampedMoment(sql`(${midnight} AT TIME ZONE ${zone})`)
      : sql`date_trunc('month', ${midnight})::date`
  }

/** A part of a sent object in its JavaScript form: a record is its id, a moment its milliseconds. */
export function groupPartSql(
  group: Sql,
  name: string,
  type: ValueType,
  databaseTypeOf: (type: ValueType) => string,
): Sql {
  return valueOfJson(sql`(${group} -> ${textLiteral(name)})`, type, databaseTypeOf)
}

function valueOfJson(json: Sql, type: ValueType, databaseTypeOf: (type: ValueType) => string): Sql {
  const text = sql`(${json} #>> '{}')`
  switch (type.kind) {
    case 'group':
    case 'file':
    case 'json':
    case 'map':
      return sql`nullif(${json}, 'null'::jsonb)`
    case 'money':
      return type.currency === null ? sql`nullif(${json}, 'null'::jsonb)` : sql`${text}::numeric`
    case 'record':
      return sql`(${json} ->> 'id')::${rawSql(databaseTypeOf(type))}`
    // The first moment takes the place of NULL in `momentOf`.
    case 'timestamp':
      return sql`CASE WHEN ${text} IS NOT NULL THEN ${momentOf(sql`${text}::bigint`)} END`
    case 'period': {
      const [from, to] = ['start', 'end'].map((end) =>
        type.of === 'date'
          ? sql`(${json} ->> ${textLiteral(end)})::date`
          : momentOf(sql`(${json} ->> ${textLiteral(end)})::bigint`),
      )
      const range = sql`${rawSql(databaseTypeOf(type))}(${from ?? sql``}, ${to ?? sql``})`
      return sql`CASE WHEN jsonb_typeof(${json}) = 'object' THEN ${range} END`
    }
    case 'list': {
      const item = valueOfJson(rawSql('sent.item'), type.of, databaseTypeOf)
      const items = sql`jsonb_array_elements(CASE WHEN jsonb_typeof(${json}) = 'array' THEN ${json} ELSE '[]' END)`
      return sql`ARRAY(SELECT ${item} FROM ${items} WITH ORDINALITY AS sent (item, place) ORDER BY sent.place)`
    }
    default:
      return sql`${text}::${rawSql(databaseTypeOf(type))}`
  }
}

function momentText(moment: Sql, pattern: string): Sql {
  return sql`to_char(((${moment}) AT TIME ZONE 'UTC')::timestamp(3), ${textLiteral(timeTemplate(pattern))})`
}

const FUNCTION_TEXTS: Readonly<Record<string, Write>> = {
  // Unicode's case rules from PostgreSQL's own tables, the same as in JavaScript; an ICU version may be years old.
  lower: (used) => byCodePoint(sql`lower((${first(used)}) COLLATE "pg_unicode_fast")`),
  upper: (used) => byCodePoint(sql`upper((${first(used)}) COLLATE "pg_unicode_fast")`),
  trim: (used) => sql`btrim(${first(used)}, ${textLiteral(WHITE_SPACE)})`,
  startsWith: (used) => sql`starts_with(${byCodePoint(first(used))}, ${second(used)})`,
  endsWith: (used) => sql`(right(${first(used)}, char_length(${second(used)})) = ${byCodePoint(second(used))})`,
  first: (used) => sql`(${first(used)})[1:least(greatest(${second(used)}, 0), 1000000)::integer]`,
  last: (used) =>
    sql`(SELECT whole.list[greatest(cardinality(whole.list) - least(greatest(${second(used)}, 0), 1000000) + 1, 1)::integer:] FROM (SELECT ${first(used)} AS list) AS whole)`,
  // Keeps the unreserved characters of RFC 3986, and the others that JavaScript's encodeURIComponent keeps.
  encode: (used, [value]) => {
    const encoded = sql`(SELECT coalesce(string_agg(CASE WHEN byte.at BETWEEN 33 AND 126 AND chr(byte.at) ~ '[A-Za-z0-9_.!~*''()-]' THEN chr(byte.at) ELSE '%' || upper(lpad(to_hex(byte.at), 2, '0')) END, '' ORDER BY byte.place), '') FROM (SELECT place, get_byte(convert_to(${first(used)}, 'UTF8'), place) AS at FROM generate_series(0, octet_length(${first(used)}) - 1) AS place) AS byte)`
    // No bytes would be an empty text.
    return value?.isOptional === true ? sql`CASE WHEN ${first(used)} IS NOT NULL THEN ${encoded} END` : encoded
  },
  // An empty text occurs nowhere.
  replace: (used) => sql`replace(${byCodePoint(first(used))}, ${second(used)}, ${third(used)})`,
  format: (used, expressions) => {
    const [, pattern] = expressions
    const said = pattern?.kind === 'literal' ? String(pattern.value) : ISO_PATTERN
    if (kindOf(expressions) !== 'date') return momentText(first(used), said)
    return sql`to_char(${first(used)}, ${textLiteral(timeTemplate(said))})`
  },
  overlaps: (used) => sql`((${first(used)}) && (${second(used)}))`,
  '.start': (used) => sql`lower(${first(used)})`,
  '.end': (used) => sql`upper(${first(used)})`,
  '.amount': moneyMember('amount'),
  '.currency': moneyMember('currency'),
  '.name': member('name'),
  '.size': member('size', 'bigint'),
  '.type': member('type'),
  '.url': member('url'),
  contains: (used, expressions) =>
    kindOf(expressions) === 'period'
      ? sql`((${first(used)}) @> (${second(used)}))`
      : sql`(strpos(${byCodePoint(first(used))}, ${second(used)}) > 0)`,
  [MAP_OF_PAIRS]: (used) => mapOfPairsSql(first(used)),
  asText: (used) => JSON_FUNCTIONS.asText(first(used)),
  asNumber: (used, expressions) =>
    kindOf(expressions) === 'json' ? JSON_FUNCTIONS.asNumber(first(used)) : numberOfText(first(used)),
  [WRITTEN_NUMBER]: (used) => JSON_FUNCTIONS.writtenNumber(first(used)),
  asYesNo: (used) => JSON_FUNCTIONS.asYesNo(first(used)),
  asList: (used) => JSON_FUNCTIONS.asList(first(used)),
  pairs: (used) => JSON_FUNCTIONS.pairs(first(used)),
  size: (used, expressions) =>
    kindOf(expressions) === 'map' ? JSON_FUNCTIONS.size(first(used)) : sql`char_length(${first(used)})::bigint`,
  string: (used, expressions) => {
    const value = first(used)
    switch (kindOf(expressions)) {
      case 'decimal':
        return sql`trim_scale(${value})::text`
      case 'date':
        return sql`to_char(${value}, 'YYYY-MM-DD')`
      case 'time':
        return sql`to_char(${value}, 'HH24:MI:SS')`
      case 'timestamp':
        return momentText(value, ISO_PATTERN)
      default:
        return sql`(${value})::text`
    }
  },
  decimal: (used) => sql`(${first(used)})::numeric`,
  number: (used) => sql`trim_scale(${first(used)})`,
  unixSeconds: (used) => sql`floor(extract(epoch FROM ${first(used)}))::bigint`,
  unixMilliseconds: (used) => millisecondsOf(first(used)),
  join: (used) => sql`array_to_string(${first(used)}, ${second(used)})`,
  round: (used) =>
    used.length === 1
      ? safeInteger(sql`round(${first(used)})`)
      : sql`round(${first(used)}, (${second(used)})::integer)`,
  abs: (used) => sql`abs(${first(used)})`,
  div: (used, expressions) => {
    const divisor = sql`NULLIF(${second(used)}, 0)`
    return expressions[0] !== undefined && isExact(expressions[0].type)
      ? decimalQuotient(first(used), divisor)
      : sql`((${first(used)}) / ${divisor})`
  },
  min: (used) => sql`least(${first(used)}, ${second(used)})`,
  max: (used) => sql`greatest(${first(used)}, ${second(used)})`,
  plus: shifted(1),
  minus: shifted(-1),
  year: part('year'),
  month: part('month'),
  day: part('day'),
  weekday: part('isodow'),
  hour: (used, _, timeZone) => sql`extract(hour FROM (${first(used)}) AT TIME ZONE ${textLiteral(timeZone)})::bigint`,
  minute: (used, _, timeZone) =>
    sql`extract(minute FROM (${first(used)}) AT TIME ZONE ${textLiteral(timeZone)})::bigint`,
  isWorkingDay: (used, expressions, timeZone) =>
    isWorkingDaySql(localDay(first(used), kindOf(expressions), timeZone), literalText(expressions[1])),
  isOpen: (used, expressions, timeZone) => isOpenSql(first(used), literalText(expressions[1]), timeZone),
  startOfDay: startOf('day'),
  startOfMonth: startOf('month'),
  daysBetween: (used, expressions, timeZone) => {
    const [from, to] = [first(used), second(used)].map((value, index) =>
      localDay(value, kindOf(expressions, index), timeZone),
    )
    return sql`(${to ?? NOTHING} - ${from ?? NOTHING})::bigint`
  },
  monthsBetween: (used, expressions, timeZone) =>
    sql`(SELECT extract(year FROM passed.age) * 12 + extract(month FROM passed.age) FROM (SELECT ${ageOf(used, expressions, timeZone)} AS age) AS passed)::bigint`,
  yearsBetween: (used, expressions, timeZone) => sql`extract(year FROM ${ageOf(used, expressions, timeZone)})::bigint`,
  date: (used, expressions, timeZone) => localDay(first(used), kindOf(expressions), timeZone),
}

export function functionSql(expression: Expression & { kind: 'call' }, used: readonly Sql[], timeZone: string): Sql {
  const write = FUNCTION_TEXTS[expression.function]
  if (write === undefined) throw new Error(`Defect: no function "${expression.function}" in SQL.`)
  return write(used, expression.arguments, timeZone)
}
