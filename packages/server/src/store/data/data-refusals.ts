// A refused row of a table in the text → the table, the row, the mistake in words, its position, and a way to correct
// it.

import type { RecordData, RecordDataRow } from '@ninefold/core/model/entities.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { type Constraint, constraintsOf, violatedConstraint } from '@ninefold/core/plan/schema/constraints.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import type { Span } from '@ninefold/core/text/source.ts'

export type DataKind = 'reference' | 'sample'

/** One row of one table of the text. */
export interface DataRow {
  readonly kind: DataKind
  readonly data: RecordData
  readonly row: RecordDataRow
  readonly number: number
}

/** A row that cannot be loaded, with its position in the text and a way to correct it. */
export class DataLoadError extends Error {
  override name = 'DataLoadError'
  /** `Sample data: User, row 2 ("ben@example.test")`. */
  readonly row: string
  readonly why: string
  readonly span: Span
  readonly hint: string
  constructor({ kind, data, row, number }: DataRow, why: string, { span, hint }: { span: Span; hint: string }) {
    const table = `${kind === 'reference' ? 'Reference data' : 'Sample data'}: ${data.entity}`
    const place = `${table}, row ${number} ("${String(row.values[data.key] ?? '')}")`
    super(`${place}: ${why}`)
    this.row = place
    this.why = why
    this.span = span
    this.hint = hint
  }
}

const OTHER_VALUE = 'Write another value there.'
const OTHER_ROW = 'Change the row, or take it out.'

/** `fields`: the columns whose cells are to blame. */
export function refusal(place: DataRow, why: string, fields: readonly string[] = [], cause?: unknown): DataLoadError {
  const cells = fields.flatMap((name) => place.row.cells[name]?.span ?? [])
  const [cell] = cells
  const at = cell === undefined ? { span: place.row.span, hint: OTHER_ROW } : { span: cell, hint: OTHER_VALUE }
  return caused(new DataLoadError(place, why, at), cause)
}

/** A broken rule of point 5, in the words that its code has for users. */
export function brokenRule(
  model: Model,
  place: DataRow,
  rule: { readonly name: string; readonly otherwise: string | null },
  cause?: unknown,
): DataLoadError {
  const message = model.errors.catalogue.find(({ code }) => code === rule.otherwise)?.message
  const said = message?.parts
    .map((part) => (part.kind === 'path' ? valueOf(model, place, part.path) : part.text))
    .join('')
    .trim()
  const why = `it breaks the rule "${rule.name}"${said === undefined || said === '' ? '.' : `: ${said}`}`
  const hint = 'Change the row, or what the rule says in point 5.'
  return caused(new DataLoadError(place, why, { span: place.row.span, hint }), cause)
}

/** The value in the row, or the name by which it points to another record. Other values are unknown here. */
function valueOf(model: Model, { data, row }: DataRow, [field = '', ...rest]: readonly string[]): string {
  const isInRow = rest.length === 0 || (rest.length === 1 && rest[0] === nameOfTarget(model, data.entity, field))
  const value = isInRow ? row.values[field] : undefined
  return value === undefined || value === null ? '…' : String(value)
}

/** The field that names the record to which a reference points, in tables of the text. */
function nameOfTarget({ entities }: Model, entity: string, reference: string): string | undefined {
  const type = entities.entities
    .find(({ name }) => name === entity)
    ?.fields.find(({ name }) => name === reference)?.type
  if (type?.kind !== 'reference') return undefined
  return [...entities.referenceData, ...entities.sampleData].find((data) => data.entity === type.entity)?.key
}

const WHY: Readonly<Record<Constraint['kind'], string>> = {
  unique: 'another record has it already',
  reference: 'there is no such record',
  check: 'it breaks a rule of the field',
  'not null': 'it is required',
  'several records': 'it breaks a rule over several records',
}

/** PostgreSQL's error classes for values and constraints. Other errors are not about the row. */
const ABOUT_VALUES = /^(22|23|P0|54)/

/**
 * A database error about the row; null: the error is not about the row. The database's own message is dropped, because
 * it may contain values of other records.
 */
export function refusedByDatabase(
  { model, schema }: { readonly model: Model; readonly schema: Schema },
  place: DataRow,
  cause: unknown,
): DataLoadError | null {
  if (typeof cause !== 'object' || cause === null || cause instanceof DataLoadError) return null
  const constraint = violatedConstraint(constraintsOf(schema), cause)
  const rule = (schema.rules ?? []).find(({ name, exclusion }) => [name, exclusion].includes(constraint?.name))
  if (rule !== undefined) return brokenRule(model, place, { name: rule.rule, otherwise: rule.otherwise }, cause)
  if (constraint !== null) {
    const names = constraint.fields.map((name) => `"${name}"`).join(', ')
    return refusal(place, `${names}: ${WHY[constraint.kind]}.`, constraint.fields, cause)
  }
  const { code } = cause as { readonly code?: unknown }
  return typeof code === 'string' && ABOUT_VALUES.test(code)
    ? refusal(place, `the database takes no such record (${code}).`, [], cause)
    : null
}

function caused(error: DataLoadError, cause: unknown): DataLoadError {
  if (cause !== undefined) error.cause = cause
  return error
}
