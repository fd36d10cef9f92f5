// A value in a table of records → the reason why its field rejects it: length, range, pattern.

import { RE2JS } from 're2js'
import type { FieldFacts } from './facts.ts'
import type { LiteralValue } from '../expressions/literals.ts'

/** The end of a sentence about the value; null: it fits. */
export function whyRefused(value: LiteralValue, { field }: FieldFacts): string | null {
  if (value === null || typeof value === 'boolean') return null
  return outOfRange(Number(value), field) ?? (typeof value === 'string' ? wrongText(value, field) : null)
}

function outOfRange(number: number, { type, min, max }: FieldFacts['field']): string | null {
  const [typeMin, typeMax] = 'min' in type ? [type.min, type.max] : [null, null]
  if (Number.isNaN(number) || 'lengthMin' in type) return null
  const least = Math.max(min ?? -Infinity, typeMin ?? -Infinity)
  const most = Math.min(max ?? Infinity, typeMax ?? Infinity)
  if (number < least) return `is less than ${least}`
  return number > most ? `is more than ${most}` : null
}

function wrongText(text: string, { type, pattern }: FieldFacts['field']): string | null {
  if (!('lengthMin' in type)) return null
  const length = [...text].length
  if (type.lengthMin !== null && length < type.lengthMin) return `is shorter than ${type.lengthMin} characters`
  if (type.lengthMax !== null && length > type.lengthMax) return `is longer than ${type.lengthMax} characters`
  return pattern !== null && !RE2JS.compile(pattern).matches(text) ? 'does not fit the pattern' : null
}
