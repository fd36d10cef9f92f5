// Where the next page of a list begins: the sort value and the id of the last record, opaque to the client. It holds
// only values that the client has been shown, and is validated like any other input.

import { isMoment } from '@ninefold/core/contract/inputs/accept-value.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Field } from '@ninefold/core/model/entities.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Row } from '../../store/driver/rows.ts'
import { pathValue, queryValue } from '../http/bodies.ts'
import type { Query } from '../http/query.ts'

export interface CursorAfter {
  readonly isEmpty: boolean
  readonly bindings: Readonly<Record<string, Value>>
}

/** The cursor includes `sort`, so that a cursor of another order is refused instead of skipping records. */
export function nextCursor(sort: string, last: Row): string {
  return Buffer.from(JSON.stringify([sort, last['sort'], last['id']])).toString('base64url')
}

export function cursorAfter(query: Query, sort: string, field: Field, idField: Field): CursorAfter | null {
  const { after } = query
  if (after === undefined) return null
  const parts = typeof after === 'string' ? cursorParts(after) : null
  if (parts === null || parts[0] !== sort) throw refused('wrong type', 'after')
  const [, value, id] = parts
  const cursorId = pathValue(idField.type, id)
  if (cursorId === null) throw refused('wrong type', 'after')
  if (value === null) return { isEmpty: true, bindings: { 'cursor.id': cursorId } }
  const parsed = cursorValue(field, value)
  if (parsed === undefined) throw refused('wrong type', 'after')
  return { isEmpty: false, bindings: { 'cursor.id': cursorId, 'cursor.value': parsed } }
}

function cursorParts(cursor: string): readonly [string, string | null, string] | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (!Array.isArray(parts) || parts.length !== 3) return null
    const [sort, value, id] = parts as unknown[]
    const isWhole = typeof sort === 'string' && (typeof value === 'string' || value === null) && typeof id === 'string'
    return isWhole && !cursor.includes('\u0000') ? [sort, value, id] : null
  } catch {
    return null
  }
}

/** PostgreSQL's own text of the value, as the statement gave it. */
function cursorValue(field: Field, text: string): Value | undefined {
  if (text.includes('\u0000')) return undefined
  if (field.type.kind === 'date and time') {
    const moment = Date.parse(text.replace(' ', 'T').replace(/([+-][0-9]{2})$/, '$1:00'))
    return isMoment(moment) ? moment : undefined
  }
  // Choices and states are sorted by their position in the list of words.
  if (field.type.kind === 'choice' || field.type.kind === 'state')
    return /^[0-9]{1,4}$/.test(text) ? Number(text) : undefined
  if (field.type.kind === 'yes/no') return text === 'true'
  if (field.type.kind === 'money' && field.type.currency === null)
    return /^\["[A-Z]{3}", -?[0-9]{1,30}(\.[0-9]{1,20})?\]$/.test(text) ? text : undefined
  const value = ['text', 'long text', 'formatted text'].includes(field.type.kind) ? text : queryValue(field.type, text)
  return value === null ? undefined : value
}
