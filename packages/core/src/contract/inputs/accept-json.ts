// A sent JSON value → the value that is stored, or the refusal: limits of size and depth, and of characters that no text
// can have.

import type { Value } from '../../expression/expression.ts'
import type { BuiltInError } from '../../model/errors.ts'
import { JSON_DEPTH_MAX, JSON_LENGTH_MAX, jsonOfText } from '../../expression/json-text.ts'

/** Null: it can be stored. */
export function whyNoJson(sent: unknown): { readonly error: BuiltInError; readonly limit: number | null } | null {
  const found = mistakeIn(sent, 0)
  if (found !== null) return { error: found, limit: null }
  return JSON.stringify(sent).length > JSON_LENGTH_MAX ? { error: 'too long', limit: JSON_LENGTH_MAX } : null
}

function mistakeIn(sent: unknown, depth: number): BuiltInError | null {
  if (depth > JSON_DEPTH_MAX) return 'wrong type'
  if (typeof sent === 'string') return isStorable(sent) ? null : 'pattern'
  // JSON has no infinite numbers: `1e400` would become one.
  if (typeof sent === 'number') return Number.isFinite(sent) ? null : 'wrong type'
  if (typeof sent !== 'object' || sent === null) return sent === undefined ? 'wrong type' : null
  for (const [key, value] of Object.entries(sent)) {
    const found = isStorable(key) ? mistakeIn(value, depth + 1) : 'pattern'
    if (found !== null) return found
  }
  return null
}

/** PostgreSQL cannot store U+0000, and a lone surrogate is not a character. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && isWellFormed(text)
}

export function isWellFormed(text: string): boolean {
  return !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)
}

/** A form sends objects and lists as texts. */
export function lenientJson(sent: unknown): unknown {
  if (typeof sent !== 'string' || !/^\s*[[{]/.test(sent)) return sent
  const value: Value | undefined = jsonOfText(sent)
  return value === undefined ? sent : value
}
