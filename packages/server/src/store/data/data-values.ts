// A cell of a table of records → the stored value of its field, under the rules for a caller's input.

import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { followsPattern } from '@ninefold/core/contract/inputs/patterns.ts'
import { inputOfField } from '@ninefold/core/contract/inputs/field-inputs.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import { dayOf, momentOf, relativeMoment } from '@ninefold/core/expression/relative-moments.ts'
import { fromLocal, type TimeZone } from '@ninefold/core/expression/evaluate/time-zone.ts'
import type { Field } from '@ninefold/core/model/entities.ts'
import { jsonOfText, mapOfText } from '@ninefold/core/expression/json-text.ts'
import type { BuiltInError } from '@ninefold/core/model/errors.ts'
import { keptValue, type SecretTexts } from './secret-texts.ts'

type Scalar = string | number | boolean | null

export type DataValue =
  | { readonly value: Value; readonly problem: null }
  | { readonly value: null; readonly problem: string }

/** Tells whether the value is a column of the record's own table. */
export function isOwnValue(field: Field): boolean {
  return field.type.kind !== 'reference' && field.type.kind !== 'collection'
}

/** Context for converting a cell. */
export interface DataPlace {
  readonly timeZone: TimeZone
  readonly secretTexts: SecretTexts | null
  /** The time of loading in milliseconds, for times in sample data that are relative to it. */
  readonly now: number
}

export async function dataValue(field: Field, written: Scalar, place: DataPlace): Promise<DataValue> {
  // The state was checked against its machine, because inputs have no states.
  if (field.type.kind === 'state') return { value: written, problem: null }
  const sent = sentFor(field, written, place)
  const input = inputOfField(field, [field.name], false)
  const { values, refusals } = acceptInputs([input], { [field.name]: sent }, followsPattern)
  const [refusal] = refusals
  if (refusal !== undefined)
    return { value: null, problem: `"${refusal.input}" ${problemInWords(refusal.error, refusal.limit)}.` }
  return { value: await keptValue(field, values[field.name] ?? null, place.secretTexts), problem: null }
}

function sentFor({ type }: Field, written: Scalar, place: DataPlace): unknown {
  if (type.kind === 'date and time') return momentIn(String(written), place)
  if (type.kind === 'date' && written !== null) return dayIn(String(written), place)
  if (type.kind === 'period' && written !== null) {
    const [start = '', end = ''] = String(written).split(' to ')
    const read = type.of === 'date' ? dayIn : momentIn
    return { start: read(start, place), end: read(end, place) }
  }
  if (type.kind === 'money' && type.currency === null && written !== null) {
    const [amount = '', currency] = String(written).split(' ')
    return { amount, ...(currency === undefined ? {} : { currency }) }
  }
  if (type.kind === 'json' && written !== null) return jsonOfText(String(written))
  if (type.kind === 'map' && written !== null)
    return mapOfText(String(written), (text) => mapValue(type.item.kind, text))
  return type.kind === 'choices' ? cellItems(String(written ?? '')) : written
}

/** Values in a cell are written as in columns of their own type. */
function mapValue(kind: string, text: string): Scalar {
  if (kind === 'whole number') return Number(text)
  return kind === 'yes/no' ? text === 'yes' : text
}

/** `2026-01-31 09:00` is in the specification's time zone; a time with an offset keeps its own. */
function momentIn(written: string, { timeZone, now }: DataPlace): string {
  const relative = relativeMoment(written)
  if (relative !== null) return new Date(momentOf(relative, now, timeZone)).toISOString()
  const text = written.replace(' ', 'T')
  if (/(Z|[+-]\d\d:\d\d)$/.test(text)) return text
  return new Date(fromLocal(Date.parse(`${text}Z`), timeZone)).toISOString()
}

function dayIn(written: string, { timeZone, now }: DataPlace): string {
  const relative = relativeMoment(written)
  return relative === null ? written : dayOf(relative, now, timeZone)
}

function problemInWords(error: BuiltInError, limit: number | null): string {
  switch (error) {
    case 'end before start':
      return 'ends before it starts'
    case 'blank':
      return 'is required'
    case 'too short':
      return `has fewer than ${limit} characters`
    case 'too long':
      return `has more than ${limit} characters`
    case 'too small':
      return `is less than ${limit}`
    case 'too big':
      return `is more than ${limit}`
    default:
      return 'is not written as this kind of field wants it'
  }
}

/** Several records in one cell: `Ada Admin, Ben Agent`. */
export function cellItems(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
