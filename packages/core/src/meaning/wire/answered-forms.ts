// The body of an answer → its text, if it is not JSON (reference/7-calls, Headers, cookies and other bodies).

import { isJsonType } from '../../model/steps/media-types.ts'
import type { AnswerOnTheWire } from '../../model/wire.ts'
import type { Datum } from '../store.ts'

const TYPES = { JSON: 'application/json', text: 'text/plain', html: 'text/html', csv: 'text/csv' } as const

/** JSON stays a value. */
export function bodyIn(form: AnswerOnTheWire['form'], body: Datum): Datum {
  if (form === 'JSON') return body
  return form === 'csv' ? tableOf((body ?? []) as readonly Rows[]) : body === null ? '' : String(body)
}

/** JSON types have no charset parameter; they are always UTF-8. */
export function mediaTypeOf({ form, mediaType }: AnswerOnTheWire): string {
  const type = mediaType ?? TYPES[form]
  return mediaType !== undefined && isJsonType(type) ? type : `${type}; charset=utf-8`
}

type Rows = Readonly<Record<string, Datum>>

/** The keys of all rows become the columns, in order of first appearance (RFC 4180). */
function tableOf(rows: readonly Rows[]): string {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [keys, ...rows.map((row) => keys.map((key) => cellOf(row[key] ?? null)))]
  return lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

const NUMBER = /^-?\d+(\.\d+)?$/

/** An apostrophe prevents formula injection. */
function cellOf(value: Datum): string {
  if (value === null) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return NUMBER.test(text) || !/^[=+\-@]/.test(text) ? text : `'${text}`
}

function quoted(cell: string): string {
  return /[",;\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
