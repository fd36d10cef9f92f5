// Rows of a file ↔ the inputs of a form: the column of each input, the values of cells, and the body of a call.

import { sentPath } from '../../model/wire.ts'
import type { InputField } from '../wire/inputs.ts'
import type { Value } from '../../expression/expression.ts'
import { jsonOfText, mapOfText } from '../../expression/json-text.ts'
import { durationOfText, textOfCsv } from './csv.ts'

/** A value as a form's control has it. A text of the wrong kind is refused later. */
export type CellValue = string | number | boolean | readonly string[] | null

function nameOf({ path }: InputField): string {
  return path.join('.')
}

/** The column of each input; null: none. */
export type ColumnChoice = Readonly<Record<string, number | null>>

/** Matches a column by an input's name or label, ignoring case, spaces and punctuation. */
export function matchColumns(fields: readonly InputField[], headings: readonly string[]): ColumnChoice {
  const known = headings.map(plain)
  return Object.fromEntries(
    fields.map((field) => {
      const place = [field.label, nameOf(field)].map((name) => known.indexOf(plain(name))).find((index) => index >= 0)
      return [nameOf(field), place ?? null]
    }),
  )
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** A record that cells refer to by its label. */
export type Found = { readonly value: string } | 'none' | 'several' | 'looking'
export type FoundRecords = ReadonlyMap<string, Found>

export function foundKey({ entity, by }: NonNullable<InputField['reference']>, text: string): string {
  return JSON.stringify([entity, by, text])
}

/** The labels in a cell of an input that names records. */
export function namesIn(field: InputField, cell: string): string[] {
  const text = textOfCsv(cell).trim()
  if (field.reference === null || text === '') return []
  return field.reference.isList ? partsOf(text) : [text]
}

export type EnteredCell =
  | { readonly value: CellValue }
  /** The named record does not exist, or is ambiguous. */
  | { readonly missing: string; readonly isSeveral: boolean }

/** A text of the wrong kind stays as it is: the form reports the mistake. */
export function enteredCell(
  field: InputField,
  cell: string,
  found: FoundRecords,
  hasDecimalCommas = false,
): EnteredCell {
  const { reference } = field
  if (reference === null) return { value: enteredText(field, hasDecimalCommas ? withPoint(field, cell) : cell) }
  const values: string[] = []
  for (const name of namesIn(field, cell)) {
    const record = found.get(foundKey(reference, name)) ?? 'looking'
    if (record === 'none' && reference.isMadeWhenMissing) values.push(name)
    else if (record === 'none' || record === 'several') return { missing: name, isSeveral: record === 'several' }
    else values.push(record === 'looking' ? name : record.value)
  }
  return { value: reference.isList ? values : (values[0] ?? null) }
}

function enteredText(field: InputField, cell: string): CellValue {
  const raw = textOfCsv(cell)
  const text = raw.trim()
  if (text === '') return field.kind === 'choices' || field.isList === true ? [] : null
  if (field.kind === 'choices') return partsOf(text).map((part) => choiceOf(field, part))
  if (field.isList === true) return partsOf(text)
  if (field.money !== undefined) return moneyOf(text)
  switch (field.kind) {
    case 'yes/no':
      return YES.test(text) ? true : NO.test(text) ? false : text
    case 'choice':
    case 'state':
      return choiceOf(field, text)
    case 'date':
      return dateOf(text)
    case 'date and time':
      return text
    case 'period':
      return periodOf(text)
    case 'duration':
      return durationOfText(text) ?? text
    case 'long text':
    case 'formatted text':
    case 'password':
    case 'secret text':
      return raw
    default:
      return text
  }
}

/** `-12,50` and `12,50 EUR`; other notations are unchanged. */
function withPoint({ kind, money }: InputField, cell: string): string {
  const isNumber = money !== undefined || kind === 'decimal' || kind === 'percent' || kind === 'whole number'
  return isNumber ? cell.replace(/^(\s*-?[0-9]+),([0-9]+(?:\s*[A-Z]{3})?\s*)$/, '$1.$2') : cell
}

const YES = /^(true|yes|y|1|x|ja|wahr|✓)$/i
const NO = /^(false|no|n|0|nein|falsch)$/i

function choiceOf({ choices }: InputField, text: string): string {
  const isMeant = (word: string): boolean => word.toLowerCase() === text.toLowerCase()
  return choices.find(({ value, label }) => isMeant(value) || isMeant(label))?.value ?? text
}

/** `31.1.2026`, which is unambiguous, and `2026-01-31`. */
function dateOf(text: string): string {
  const [, day, month, year] = /^([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})$/.exec(text) ?? []
  return day === undefined ? text : `${year}-${month?.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function moneyOf(text: string): CellValue {
  const [, amount = text, currency = ''] = /^(.*?)\s*([A-Z]{3})$/.exec(text) ?? []
  return [amount, currency]
}

function periodOf(text: string): CellValue {
  const [start = '', end = ''] = text.split('/')
  return [start.trim(), end.trim()]
}

function partsOf(text: string): string[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** A row of a file as the body of a call. `instantAt`: the moment at which the application's clock shows `2026-01-31 12:30`. */
export function sentRow(
  cells: readonly { readonly field: InputField; readonly value: CellValue }[],
  instantAt: (clock: string) => number | null,
): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  // A blank cell keeps the default value, which a file does not show.
  for (const { field, value } of cells)
    if (!isBlank(value)) put(body, sentPath(field), sentCell(field, value, instantAt))
  return body
}

function isBlank(value: CellValue): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.every((item) => item === ''))
}

function sentCell(field: InputField, value: CellValue, instantAt: (clock: string) => number | null): unknown {
  const moment = (text: string): string => {
    const instant = instantAt(text)
    return instant === null ? text : new Date(instant).toISOString()
  }
  if (Array.isArray(value)) {
    const [first = '', second = ''] = value as readonly string[]
    if (field.money !== undefined) return { amount: first || null, ...(second === '' ? {} : { currency: second }) }
    if (field.kind !== 'period') return (value as readonly string[]).map((item) => sentCell(field, item, instantAt))
    const end = (text: string): string | null => (text === '' ? null : field.periodOf === 'date' ? text : moment(text))
    return { start: end(first), end: end(second) }
  }
  if (typeof value !== 'string') return value
  if (field.kind === 'json') return jsonOfText(value) ?? value
  if (field.kind === 'map') return mapOfCell(field, value)
  if (field.kind === 'date and time') return moment(value)
  const isNumber = ['whole number', 'duration', 'sequence', 'version'].includes(field.kind)
  return isNumber && Number.isFinite(Number(value)) ? Number(value) : value
}

/** `main: 3, west: 1`, or an object of JSON. Any other text stays as it is, and is refused. */
export function mapOfCell({ objects }: InputField, text: string): Value {
  const of = objects?.fields.at(-1)
  const valueOf = (item: string): Value =>
    of === undefined || item === '' ? item : (sentCell(of, enteredText(of, item), () => null) as Value)
  return mapOfText(text, valueOf) ?? text
}

export function put(body: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let part = body
  for (const name of path.slice(0, -1)) part = (part[name] ??= {}) as Record<string, unknown>
  const last = path.at(-1)
  if (last !== undefined) part[last] = value
}
