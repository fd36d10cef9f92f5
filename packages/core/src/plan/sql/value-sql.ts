// Values in SQL: types, literals, and guards that keep arithmetic total. Integers and moments have the same limits as
// in JavaScript (expression/evaluate/arithmetic.ts, expression/calendar.ts).

import type { ValueType } from '../../expression/expression.ts'
import { identifierForm } from './identifier-form.ts'
import { rawSql, type Sql, sql, textLiteral } from './sql.ts'
import type { SqlContext } from './sql-context.ts'

/** PostgreSQL's type of a value, the same for columns, parameters and results. */
export function databaseType(type: ValueType, context: SqlContext): string {
  switch (type.kind) {
    case 'text':
    case 'choice':
    case 'secret':
    case 'empty':
      return 'text'
    case 'integer':
    case 'duration':
      return 'bigint'
    case 'decimal':
      return 'numeric'
    case 'money':
      return type.currency === null ? 'jsonb' : 'numeric'
    case 'period':
      return type.of === 'date' ? 'daterange' : 'tstzrange'
    case 'calendar period':
      return 'interval'
    case 'working time':
    case 'calendar':
      return 'text'
    case 'file':
      return 'jsonb'
    case 'timestamp':
      return 'timestamptz(3)'
    case 'boolean':
    case 'date':
    case 'time':
      return type.kind
    case 'record':
      return identifierForm(type.entity, context) === 'counting' ? 'bigint' : 'uuid'
    case 'list':
      return `${databaseType(type.of, context)}[]`
    case 'object':
    case 'group':
    case 'json':
    case 'map':
      return 'jsonb'
    case 'unknown':
      throw new Error('Defect: an expression of unknown type reached the database.')
  }
}

export function literalSql(value: string | number | boolean | null, type: ValueType, context: SqlContext): Sql {
  if (value === null) return rawSql(`NULL::${databaseType(type, context)}`)
  if (typeof value === 'boolean') return rawSql(value ? 'TRUE' : 'FALSE')
  switch (type.kind) {
    case 'timestamp':
      // A text without an offset is in the application's time zone.
      return typeof value === 'string'
        ? sql`(${textLiteral(value)}::timestamp AT TIME ZONE ${textLiteral(context.timeZone)})`
        : sql`(timestamptz 'epoch' + ${intervalLiteral(Number(value))})`
    case 'integer':
    case 'duration':
      return rawSql(Number(value) < 0 ? `(${Number(value)})::bigint` : `${Number(value)}::bigint`)
    case 'money':
      return type.currency === null
        ? sql`${textLiteral(amountJson(String(value)))}::jsonb`
        : sql`${textLiteral(String(value))}::numeric`
    case 'decimal':
      return sql`${textLiteral(String(value))}::numeric`
    default:
      return sql`${textLiteral(String(value))}::${rawSql(databaseType(type, context))}`
  }
}

/** `9.90 EUR` → the stored form of amounts in any currency. */
export function amountJson(text: string): string {
  const [amount = '', currency = ''] = text.split(' ')
  return JSON.stringify({ amount, currency })
}

/** Exact: PostgreSQL parses whole milliseconds exactly, but multiplies intervals as floats. */
export function intervalLiteral(milliseconds: number): Sql {
  return rawSql(`interval '${milliseconds} milliseconds'`)
}

const INTEGER_MAX = Number.MAX_SAFE_INTEGER

/** An integer (bigint or numeric) → bigint within the safe range. */
export function safeInteger(value: Sql): Sql {
  return sql`least(greatest(${value}, ${rawSql(`-${INTEGER_MAX}`)}), ${rawSql(String(INTEGER_MAX))})::bigint`
}

/** Divides decimals to twenty places, truncated, without trailing zeros. PostgreSQL's own `/` varies its precision. */
export function decimalQuotient(dividend: Sql, divisor: Sql): Sql {
  return sql`trim_scale(div((${dividend}) * 100000000000000000000, ${divisor}) * 0.00000000000000000001)`
}

const FIRST_MOMENT = `timestamptz '0001-01-01 00:00:00+00'`
const LAST_MOMENT = `timestamptz '9999-12-31 23:59:59.999+00'`

export function clampedMoment(moment: Sql): Sql {
  return sql`least(greatest(${moment}, ${rawSql(FIRST_MOMENT)}), ${rawSql(LAST_MOMENT)})`
}

export function millisecondsOf(moment: Sql): Sql {
  return sql`(extract(epoch FROM ${moment}) * 1000)::bigint`
}

/**
 * Milliseconds since 1970 → a moment. Seconds and milliseconds are separate, because together they would exceed a
 * float's precision.
 */
export function momentOf(milliseconds: Sql): Sql {
  const kept = sql`least(greatest(${milliseconds}, -62135596800000), 253402300799999)`
  return sql`(timestamptz 'epoch' + (${kept} / 1000) * interval '1 second' + (${kept} % 1000) * interval '1 millisecond')`
}

/** Compares texts by code points, whatever their collation. */
export function byCodePoint(text: Sql): Sql {
  return sql`(${text} COLLATE "pg_c_utf8")`
}
