// Faults to plant into one back end: one wrong operator or function each. The test must find each of them.

import type { Expression } from '@ninefold/core/expression/expression.ts'
import type { Fault } from './agreement.ts'

/** Changes each part of an expression, inner parts first. */
function everyPart(change: (part: Expression) => Expression): (expression: Expression) => Expression {
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside)
    if (typeof value !== 'object' || value === null) return value
    const copy = Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, key === 'type' || key === 'span' ? part : inside(part)]),
    )
    return 'kind' in copy && 'type' in copy ? change(copy as unknown as Expression) : copy
  }
  return (expression) => inside(expression) as Expression
}

function operator(written: string, taken: string): Fault {
  return {
    name: `JavaScript takes ${written} for ${taken}`,
    inJavaScript: everyPart((part) =>
      part.kind === 'binary' && part.operator === written ? { ...part, operator: taken as typeof part.operator } : part,
    ),
  }
}

function named(written: string, taken: string): Fault {
  return {
    name: `JavaScript takes ${written} for ${taken}`,
    inJavaScript: everyPart((part) => {
      if (part.kind === 'call' && part.function === written) return { ...part, function: taken }
      return part.kind === 'comprehension' && part.operation === written
        ? { ...part, operation: taken as typeof part.operation }
        : part
    }),
  }
}

function inSql(written: string, taken: string): Fault {
  return { name: `SQL has ${taken} in place of ${written}`, inSql: (text) => text.replaceAll(written, taken) }
}

export const FAULTS: readonly Fault[] = [
  operator('==', '!='),
  operator('!=', '=='),
  operator('<', '<='),
  operator('<=', '<'),
  operator('>', '>='),
  operator('>=', '>'),
  operator('&&', '||'),
  operator('||', '&&'),
  operator('+', '-'),
  operator('-', '+'),
  operator('*', '+'),
  operator('/', '*'),
  operator('%', '/'),
  named('lower', 'upper'),
  named('upper', 'lower'),
  named('trim', 'lower'),
  named('startsWith', 'endsWith'),
  named('endsWith', 'contains'),
  named('plus', 'minus'),
  named('minus', 'plus'),
  named('year', 'month'),
  named('day', 'weekday'),
  named('weekday', 'day'),
  named('monthsBetween', 'yearsBetween'),
  named('yearsBetween', 'monthsBetween'),
  named('startOfDay', 'startOfMonth'),
  named('min', 'max'),
  named('max', 'min'),
  named('sum', 'max'),
  named('overlaps', 'contains'),
  named('.start', '.end'),
  named('exists', 'all'),
  named('all', 'exists'),
  named('exists_one', 'exists'),
  inSql('IS NOT DISTINCT FROM', '='),
  inSql('IS DISTINCT FROM', '<>'),
  inSql('IS NOT NULL', 'IS NULL'),
  inSql('coalesce(', 'nullif('),
  inSql('COLLATE "pg_c_utf8"', 'COLLATE "und-x-icu"'),
  inSql('COLLATE "pg_unicode_fast"', 'COLLATE "C"'),
  inSql('NOT EXISTS', 'EXISTS'),
  inSql('IN (WITH RECURSIVE', 'NOT IN (WITH RECURSIVE'),
  inSql('count(*)', 'count(DISTINCT 1)'),
  inSql('starts_with(', 'text_ge('),
  inSql('char_length(', 'octet_length('),
  inSql('isodow', 'dow'),
  inSql(' && ', ' @> '),
  inSql('lower(', 'upper('),
  inSql('greatest(', 'least('),
  inSql('trim_scale', 'trunc'),
  inSql(', 9007199254740991)', ', 9007199254740990)'),
  inSql('+ interval', '- interval'),
  inSql("'P1M'", "'P30D'"),
  inSql('date_trunc(', 'date_bin('),
  inSql("'Europe/Berlin'", "'UTC'"),
  inSql('div(', '('),
  inSql('btrim(', 'ltrim('),
  inSql('right(', 'left('),
  inSql("= 'number'", "<> 'number'"),
  inSql("kept.item <> 'null'", "kept.item <> '0'"),
  named('asText', 'asYesNo'),
]
