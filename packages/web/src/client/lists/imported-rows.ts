// Rows of a file ↔ the inputs of a form: the column of each input, and the values of cells.

import { durationOfText, textOfCsv } from '@ninefold/core/contract/inputs/csv.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { nameOf, type EnteredValue } from '../input/form-values.ts'

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
  | { readonly value: EnteredValue }
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

function enteredText(field: InputField, cell: string): EnteredValue {
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

function moneyOf(text: string): EnteredValue {
  const [, amount = text, currency = ''] = /^(.*?)\s*([A-Z]{3})$/.exec(text) ?? []
  return [amount, currency]
}

function periodOf(text: string): EnteredValue {
  const [start = '', end = ''] = text.split('/')
  return [start.trim(), end.trim()]
}

function partsOf(text: string): string[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
