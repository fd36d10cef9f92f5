// Values of a row ↔ cells of a CSV file (RFC 4180). Cells can be imported again: dates, moments and amounts have the
// form of calls, choices that of people.

import type { Display } from '../wire/display.ts'

/** The byte order mark makes spreadsheets read the file as UTF-8. */
export const CSV_BEGIN = '\uFEFF'
const LINE_END = '\r\n'

/** The format of a file, because spreadsheets expect that of their user's region. */
export interface CsvDialect {
  readonly separator: ',' | ';'
  readonly decimal: '.' | ','
}

export const WITH_COMMAS: CsvDialect = { separator: ',', decimal: '.' }
/** Where decimals have a comma, spreadsheets separate cells by semicolons. */
export const WITH_SEMICOLONS: CsvDialect = { separator: ';', decimal: ',' }

/** The parameter that selects the second dialect: `between-cells=semicolon`. */
export const BETWEEN_CELLS = 'between-cells'
const BETWEEN_VALUES = '; '

export function csvLine(cells: readonly string[], { separator }: CsvDialect = WITH_COMMAS): string {
  return cells.map(quotedCell).join(separator) + LINE_END
}

function quotedCell(cell: string): string {
  return /[",;\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/**
 * Formula injection: a spreadsheet takes a text that begins like this for a formula, so an apostrophe is put before it.
 * A text with its own apostrophe there gets another one, so that every text survives a round trip. The signs also have
 * full-width forms. A program that separates by semicolons or tabs ignores quotes, and starts a cell after each of
 * these and after each line end.
 */
const BEGIN_OF_A_CELL = String.raw`(?<=^|[;\t\r\n])([ "]*)`
const SIGN_OF_A_FORMULA = String.raw`(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])`
const LIKE_A_FORMULA = new RegExp(`${BEGIN_OF_A_CELL}('*)${SIGN_OF_A_FORMULA}`, 'g')
const GUARDED = new RegExp(`${BEGIN_OF_A_CELL}'('*)${SIGN_OF_A_FORMULA}`, 'g')

export function csvText(text: string): string {
  return text.replace(LIKE_A_FORMULA, "$1'$2")
}

export function textOfCsv(cell: string): string {
  return cell.replace(GUARDED, '$1$2')
}

/** Kinds whose texts every program reads as values. */
const COMPUTED_WITH: readonly Display['kind'][] = [
  'number',
  'money',
  'yes/no',
  'date',
  'time',
  'date and time',
  'duration',
  'period',
]

/** Empty for empty values, hidden values and secrets. */
export function csvCell(display: Display, value: unknown, dialect: CsvDialect = WITH_COMMAS): string {
  const text = withDecimals(display, textOfValue(display, value), dialect)
  return COMPUTED_WITH.includes(display.kind) && !Array.isArray(value) ? text : csvText(text)
}

function withDecimals({ kind }: Display, text: string, { decimal }: CsvDialect): string {
  return kind === 'number' || kind === 'money' ? text.replace('.', decimal) : text
}

function textOfValue(display: Display, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && display.kind !== 'json') {
    const of = display.kind === 'list' ? display.of : display
    return value.map((item) => textOfValue(of, item)).join(BETWEEN_VALUES)
  }
  switch (display.kind) {
    case 'money':
      return moneyText(value)
    case 'duration':
      return durationText(Number(value))
    case 'period':
      return isObject(value) ? `${String(value['start'])}/${String(value['end'])}` : String(value)
    case 'choice':
    case 'state':
      return display.values.find((choice) => choice.value === value)?.label ?? String(value)
    case 'file':
      return isObject(value) ? String(value['name']) : String(value)
    case 'secret':
      return ''
    case 'json':
    case 'map':
      return JSON.stringify(value)
    case 'list':
      return textOfValue(display.of, value)
    default:
      return String(value)
  }
}

/** With a single currency, the heading names it. */
function moneyText(value: unknown): string {
  return isObject(value) ? `${String(value['amount'])} ${String(value['currency'])}` : String(value)
}

/** `26:30:00`, a form that spreadsheets know. */
export function durationText(milliseconds: number): string {
  const whole = Math.floor(Math.abs(milliseconds) / 1000)
  const rest = Math.abs(milliseconds) % 1000
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const text = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return (milliseconds < 0 ? '-' : '') + text + (rest === 0 ? '' : `.${String(rest).padStart(3, '0')}`)
}

/** Null: not a duration. */
export function durationOfText(text: string): number | null {
  const match = /^(-?)([0-9]{1,9}):([0-5][0-9])(?::([0-5][0-9])(?:\.([0-9]{1,3}))?)?$/.exec(text)
  if (match === null) return null
  const [, sign, hours, minutes, seconds = '0', rest = '0'] = match
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return (sign === '-' ? -1 : 1) * (whole * 1000 + Number(rest.padEnd(3, '0')))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** The line end after the first line of a file. */
export function lineEndOf(text: string): '\r\n' | '\n' | '\r' {
  const behind = text.slice(headingsOf(text).length)
  return behind.startsWith('\r\n') ? '\r\n' : behind.startsWith('\r') ? '\r' : '\n'
}

function headingsOf(text: string): string {
  return /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? ''
}

/** The most frequent separator in the first line. */
export function delimiterOf(text: string): string {
  const headings = headingsOf(text).replace(/"(?:[^"]|"")*"/g, '')
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: headings.split(sign).length }))
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).sign
}
