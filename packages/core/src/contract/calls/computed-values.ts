// A partly filled form → the values of its computed fields that are known so far.

import { visit } from '../../expression/conditions.ts'
import { compileExpression, type Evaluate } from '../../expression/evaluate/evaluate.ts'
import { UTC } from '../../expression/evaluate/time-zone.ts'
import type { Expression, RecordValue, Value } from '../../expression/expression.ts'
import { acceptInputs } from '../inputs/accept-inputs.ts'
import type { ComputedRecord, ComputedWhole, FormComputing } from '../wire/computed.ts'
import type { InputField } from '../wire/inputs.ts'

export interface Filled {
  readonly fields: readonly InputField[]
  /** The body as it would be sent. */
  readonly body: unknown
  /** Present values of the record that the form changes. */
  readonly record: Readonly<Record<string, unknown>> | null
  /** Fields of the record that an input names by this value; null: not known yet. */
  readonly linked: (field: InputField, value: Value) => Readonly<Record<string, unknown>> | null
  /**
   * The record that will contain the new one, and its present items, as their reader sees them; null: not known yet.
   */
  readonly whole?: WholeRecord | null
}

export interface WholeRecord {
  readonly record: Readonly<Record<string, unknown>>
  readonly items: readonly Readonly<Record<string, unknown>>[]
}

/** By field name. A value that is not known yet is missing. */
export type ComputedValues = Readonly<Record<string, Value>>

export interface ComputedForm {
  readonly values: ComputedValues
  /** By list of objects: the values of each object, in the order of the list. */
  readonly rows: Readonly<Record<string, readonly ComputedValues[]>>
  /** Values of the record that will contain the new one. */
  readonly whole: ComputedValues
}

export function computedValues(computing: FormComputing, filled: Filled): ComputedForm {
  const evaluate = evaluatorOf(computing)
  const lists = computing.lists.map((list) => {
    const objects = filled.fields.find((field) => nameOf(field) === list.input)?.objects
    const sent: unknown = partOf(filled.body, list.input)
    const rows = (Array.isArray(sent) ? sent : []).map((body: unknown) => ({
      record: recordOf(list, computing, { ...filled, fields: objects?.fields ?? [], body, record: null }),
      refusals: acceptInputs(objects?.fields ?? [], body).refusals.map(({ error }) => error),
    }))
    return { list, rows }
  })
  const record = recordOf(computing, computing, filled)
  // Blank rows are ignored. With an invalid row the total is unknown.
  for (const { list, rows } of lists)
    give(record, list.relation, () => {
      if (rows.some(({ refusals }) => refusals.some((error) => error !== 'blank'))) throw new NotKnown()
      return rows.filter(({ refusals }) => refusals.length === 0).map((row) => row.record)
    })
  return {
    values: valuesOf(computing, record, evaluate),
    rows: Object.fromEntries(
      lists.map(({ list, rows }) => [list.input, rows.map((row) => valuesOf(list, row.record, evaluate))]),
    ),
    whole: wholeValues(computing, record, filled, evaluate),
  }
}

/**
 * Includes the new record among the present ones. A value is shown only if the visible items reproduce its present
 * value, because the server computes it from all items.
 */
function wholeValues(
  { whole }: FormComputing,
  made: RecordValue,
  { fields, body, whole: found }: Filled,
  evaluate: Computing,
): ComputedValues {
  if (whole === undefined || found == null) return {}
  const errors = acceptInputs(fields, body).refusals.map(({ error }) => error)
  // An invalid input makes the result unknown; a blank form adds nothing.
  if (errors.some((error) => error !== 'blank')) return {}
  const there = found.items.map((item): RecordValue => toldRecord(whole.items, item))
  const now = valuesOf(whole, wholeOf(whole, found, there), evaluate)
  const all = errors.length > 0 ? there : [...there, made]
  const values = valuesOf(whole, wholeOf(whole, found, all), evaluate)
  return Object.fromEntries(Object.entries(values).filter(([key]) => isSame(now[key], found.record[key])))
}

function wholeOf(whole: ComputedWhole, { record }: WholeRecord, items: readonly RecordValue[]): RecordValue {
  const made = toldRecord(whole.present, record)
  give(made, whole.relation, () => items)
  return made
}

/** Values that the server has sent. */
function toldRecord(names: readonly string[], told: Readonly<Record<string, unknown>>): RecordValue {
  const record: RecordValue = { id: '', fields: {} }
  for (const name of names) give(record, name, () => known(told[name]) as Value)
  return record
}

/** `22.5` and `22.50` are equal. */
function isSame(computed: Value | undefined, told: unknown): boolean {
  if (computed === undefined || told === undefined) return false
  return computed === told || (computed !== null && told !== null && Number(computed) === Number(told))
}

/** Thrown when an expression reads a value that is not known yet. */
class NotKnown extends Error {}

function valuesOf(
  { entity, values }: Pick<ComputedRecord, 'entity' | 'values'>,
  record: RecordValue,
  evaluate: Computing,
): ComputedValues {
  return Object.fromEntries(
    values.flatMap(({ key }) => {
      try {
        return [[key, evaluate(entity, key, record)]]
      } catch (thrown) {
        if (thrown instanceof NotKnown) return []
        throw thrown
      }
    }),
  )
}

/** Inputs as a record; a field without an input uses its formula. */
function recordOf(
  { entity, inputs, links }: ComputedRecord,
  { formulas, present }: FormComputing,
  { fields, body, record, linked }: Filled,
): RecordValue {
  const made: RecordValue = { id: '', fields: {} }
  const { values } = acceptInputs(fields, body)
  // Inputs that are not sent keep their values.
  for (const name of present === undefined ? [] : [...present, ...Object.keys(inputs)])
    give(made, name, () => known(record?.[name]) as Value)
  for (const [name, input] of Object.entries(inputs)) {
    const field = fields.find((each) => nameOf(each) === input)
    const accepted = values[input]
    const isGiven = accepted !== undefined || partOf(body, input) !== undefined
    if (!isGiven && (Object.hasOwn(formulas, `${entity}.${name}`) || Object.hasOwn(made.fields, name))) continue
    const needed = links[name]
    if (field === undefined || needed === undefined || accepted === null) give(made, name, () => known(accepted))
    else give(made, name, () => linkedRecord(known(accepted), needed, linked(field, known(accepted))))
  }
  return made
}

function linkedRecord(
  value: Value,
  names: readonly string[],
  found: Readonly<Record<string, unknown>> | null,
): RecordValue {
  return { ...toldRecord(names, found ?? {}), id: String(value) }
}

function give({ fields }: RecordValue, name: string, value: () => Value): void {
  Object.defineProperty(fields, name, { get: value, enumerable: true, configurable: true })
}

function known<Read>(value: Read | undefined): Read {
  if (value === undefined) throw new NotKnown()
  return value
}

type Computing = (entity: string, field: string, record: RecordValue) => Value

const compiled = new WeakMap<FormComputing, Computing>()

function evaluatorOf(computing: FormComputing): Computing {
  const made = compiled.get(computing) ?? compiledFormulas(computing)
  compiled.set(computing, made)
  return made
}

function compiledFormulas({ formulas }: FormComputing): Computing {
  const formulaOf = (entity: string, field: string): Expression | null => formulas[`${entity}.${field}`] ?? null
  const shown = new Map<string, Evaluate>()
  return (entity, field, record) => {
    const key = `${entity}.${field}`
    const formula = formulaOf(entity, field)
    if (formula === null) throw new NotKnown()
    const evaluate = shown.get(key) ?? compileExpression(formula, { computed: formulaOf })
    shown.set(key, evaluate)
    return evaluate({ variables: new Map<string, Value>([['this', record]]), roles: new Set(), timeZone: UTC })
  }
}

function nameOf(field: InputField): string {
  return field.path.join('.')
}

/** Computed fields that depend on the rows of a list. `relation`: the field that will contain them. */
export function totalsOver({ entity, values, formulas }: FormComputing, relation: string): ComputedRecord['values'] {
  const readsRows = (field: string, seen: ReadonlySet<string>): boolean => {
    const formula = formulas[`${entity}.${field}`]
    if (field === relation) return true
    return (
      formula !== undefined &&
      !seen.has(field) &&
      ownFields(formula).some((each) => readsRows(each, new Set([...seen, field])))
    )
  }
  return values.filter(({ key }) => readsRows(key, new Set()))
}

function ownFields(formula: Expression): string[] {
  const fields: string[] = []
  visit(formula, (part) => {
    if (part.kind === 'field' && part.of.kind === 'variable' && part.of.name === 'this') fields.push(part.field)
  })
  return fields
}

/** A value by the dotted name of its input; undefined: not sent. */
export function partOf(body: unknown, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>(
      (part, key) => (typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[key] : undefined),
      body,
    )
}
