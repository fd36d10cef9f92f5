// A partly filled form → the records that its call would write, as far as they are known. Reading a value that is not
// known throws `NotKnown`, so that a rule is judged only by values that the server will have as well.

import { visit } from '../../expression/conditions.ts'
import { compileExpression, type Evaluate } from '../../expression/evaluate/evaluate.ts'
import type { TimeZone } from '../../expression/evaluate/time-zone.ts'
import type { Expression, ObjectValue, RecordValue, Value, ValueType } from '../../expression/expression.ts'
import { sentVariable } from '../../expression/sent-inputs.ts'
import { groupOf } from '../../model/steps/sent-groups.ts'
import { placeOfKeys, sentPath } from '../../model/wire.ts'
import { acceptInputs } from '../inputs/accept-inputs.ts'
import { valueOfAnswer } from '../inputs/answer-values.ts'
import type { FormRecord, FormRows } from './form-rule.ts'
import type { InputField } from '../wire/inputs.ts'

/** The present time in milliseconds since 1970, and the day in the application's time zone. */
export interface Clock {
  readonly zone: TimeZone
  readonly now: number
  readonly today: string
}

export interface FormContent {
  /** The record's present values by field, as the server has sent them; null for a new record. */
  readonly before: Readonly<Record<string, unknown>> | null
  /** Accepted values by input. One that is missing was not entered, or is not valid. */
  readonly now: Readonly<Record<string, Value>>
  /** Lists of objects by input, each object with its accepted values. Missing: the form has none. */
  readonly rows?: Readonly<Record<string, readonly EnteredObject[]>>
  /** Inputs with values that are not valid, or that are missing although they are needed. */
  readonly refused?: ReadonlySet<string>
  /** Uploads by their id. */
  readonly files?: ReadonlyMap<string, FileFacts>
  readonly clock: Clock
  /** Id of the caller; null: a guest. */
  readonly me: string | null
  /** The form is as it would be sent: inputs that were left out are empty. */
  readonly isWhole?: boolean
}

export interface EnteredObject {
  readonly now: Readonly<Record<string, Value>>
  readonly refused: ReadonlySet<string>
}

export interface FileFacts {
  readonly name: string
  readonly size: number
  readonly type: string
}

/** The values of a body as the server would accept them. */
export function enteredValues(
  fields: readonly InputField[],
  body: unknown,
): Pick<FormContent, 'now' | 'rows' | 'refused'> & Pick<ReturnType<typeof acceptInputs>, 'refusals'> {
  const { values, refusals } = acceptInputs(fields, body)
  const lists = fields.flatMap((field) => {
    const { objects } = field
    if (objects === undefined || objects.isMap === true || field.kind === 'map') return []
    const sent = partOf(body, sentPath(field))
    if (!Array.isArray(sent)) return []
    return [[field.path.join('.'), sent.map((item: unknown) => enteredObject(objects.fields, item))] as const]
  })
  return { now: values, rows: Object.fromEntries(lists), refused: namesOf(fields, refusals), refusals }
}

function enteredObject(fields: readonly InputField[], item: unknown): EnteredObject {
  const { values, refusals } = acceptInputs(fields, item)
  return { now: values, refused: namesOf(fields, refusals) }
}

function namesOf(fields: readonly InputField[], refusals: readonly { readonly input: string }[]): Set<string> {
  const names = new Map(fields.map((field) => [placeOfKeys(sentPath(field)) || 'body', field.path.join('.')]))
  // A refused value of a list, `choices[1]`, refuses the list.
  const listOf = (input: string): string => input.replace(/\[\d+\]$/, '') || 'body'
  return new Set(refusals.flatMap(({ input }) => names.get(input) ?? names.get(listOf(input)) ?? []))
}

function partOf(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (part, key) => (typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[key] : undefined),
    body,
  )
}

/** Thrown when an expression reads a value that is not known yet. */
export class NotKnown extends Error {}

/** The object of a list that a record is made of. */
export interface Row {
  readonly input: string
  readonly as: string
  readonly index: number
}

export interface Filling {
  readonly content: FormContent
  /** Types of the fields of the record that the rule is about, and of those in its lists. */
  readonly types: ReadonlyMap<string, ValueType>
  readonly itemTypes: ReadonlyMap<string, ValueType>
  /** The object that the rule is about; null: none. */
  readonly row: Row | null
  /** The inputs are those of the form, although the rule is about a row. */
  readonly isOfWhole?: true
}

/** `isNew` false: fields without an input are those of the record that the server knows. */
export function filledRecord(
  shape: FormRecord,
  filling: Filling,
  isNew: boolean,
  old: RecordValue | null,
): RecordValue {
  const { row } = filling
  const record = emptyRecord(!isNew ? null : row === null ? 'new' : `${row.input}[${row.index}]`)
  const names = [shape.fields, shape.otherwise, shape.sets].flatMap((each) => Object.keys(each))
  for (const name of new Set(names)) give(record, name, () => valueOf(name, shape, filling, { record, old, isNew }))
  for (const [name, rows] of Object.entries(shape.lists ?? {})) give(record, name, () => itemsOf(rows, filling))
  for (const [name, whole] of Object.entries(shape.wholes ?? {})) {
    const types = filling.itemTypes
    give(record, name, () => ({
      id: 'new',
      fields: filledRecord(whole, { ...filling, types, isOfWhole: true }, true, null).fields,
    }))
  }
  return record
}

/** The record that the server knows. */
export function toldRecord({ content: { before }, types }: Filling): RecordValue {
  const record = emptyRecord(null)
  for (const name of Object.keys(before ?? {})) give(record, name, () => told(before, name, types))
  return record
}

/** Fields that it is not given are not known. `id` null: the server alone knows it. */
function emptyRecord(id: string | null): RecordValue {
  const record = { fields: withUnknownParts({}) }
  Object.defineProperty(record, 'id', { get: () => id ?? notKnown(), enumerable: true })
  return record as RecordValue
}

/** An object with every key. Reading one that it does not have throws. */
function withUnknownParts(object: ObjectValue): ObjectValue {
  return new Proxy(object, {
    getOwnPropertyDescriptor: (target, name) =>
      Reflect.getOwnPropertyDescriptor(target, name) ?? { get: notKnown, enumerable: true, configurable: true },
    get: (target, name): Value => (Object.hasOwn(target, name) ? (target[String(name)] ?? null) : notKnown()),
  })
}

function notKnown(): never {
  throw new NotKnown()
}

function give({ fields }: RecordValue, name: string, value: () => Value): void {
  Object.defineProperty(fields, name, { get: value, enumerable: true, configurable: true })
}

interface Own {
  readonly record: RecordValue
  readonly old: RecordValue | null
  readonly isNew: boolean
}

function valueOf(name: string, shape: FormRecord, filling: Filling, { record, old, isNew }: Own): Value {
  const { content, types } = filling
  const row = filling.isOfWhole === true ? null : filling.row
  const set = shape.sets[name]
  if (set !== undefined) return evaluated(set, filling, { this: record, old })
  const input = shape.fields[name] ?? null
  if (input !== null) {
    const { now, refused } = enteredIn(content, row)
    const value = now[input]
    if (value !== undefined) return withFacts(value, typeOf(types, name), content)
    if (refused?.has(input) === true) return notKnown()
    if (isNew && content.isWhole !== true) return notKnown()
  }
  const otherwise = shape.otherwise[name]
  if (otherwise !== undefined) return evaluated(otherwise, filling, { this: record, old })
  if (isNew) return notKnown()
  if (old !== null) return old.fields[name] ?? null
  return told(content.before, name, types)
}

function typeOf(types: ReadonlyMap<string, ValueType>, name: string): ValueType {
  return types.get(name) ?? { kind: 'unknown' }
}

function told(before: FormContent['before'], name: string, types: ReadonlyMap<string, ValueType>): Value {
  const value = before?.[name]
  return value === undefined ? notKnown() : valueOfAnswer(value, typeOf(types, name))
}

/** The inputs of the form, or those of an object. */
function enteredIn(content: FormContent, row: Row | null): Pick<FormContent, 'now' | 'refused'> {
  return row === null ? content : (content.rows?.[row.input]?.[row.index] ?? notKnown())
}

/** An upload is sent as its id. */
function withFacts(value: Value, type: ValueType, content: Pick<FormContent, 'files'>): Value {
  if (type.kind === 'list' && type.of.kind === 'file' && Array.isArray(value))
    return (value as readonly Value[]).map((item) => withFacts(item, type.of, content))
  if (type.kind !== 'file' || typeof value !== 'string') return value
  const facts = content.files?.get(value)
  return facts === undefined ? withUnknownParts({}) : { name: facts.name, size: facts.size, type: facts.type }
}

function itemsOf({ input, as, isUpToRow, reached, record }: FormRows, filling: Filling): readonly RecordValue[] {
  const { content, row } = filling
  if (content.refused?.has(input) === true) notKnown()
  const rows = content.rows?.[input]
  if (rows === undefined) return content.isWhole === true ? [] : notKnown()
  const until = isUpToRow === true && row !== null ? row.index + 1 : rows.length
  return rows
    .slice(0, until)
    .map((_, index): Filling => {
      const types = filling.itemTypes
      return { content, types, itemTypes: types, row: { input, as, index } }
    })
    .filter((each) => reached === undefined || evaluated(reached, each, {}) === true)
    .map((each) => filledRecord(record, each, true, null))
}

interface Compiled {
  readonly evaluate: Evaluate
  readonly variables: ReadonlyMap<string, ValueType>
}

const compiled = new WeakMap<Expression, Compiled>()

function compiledOnce(expression: Expression): Compiled {
  const known = compiled.get(expression)
  if (known !== undefined) return known
  const variables = new Map<string, ValueType>()
  visit(expression, (part) => {
    if (part.kind === 'variable') variables.set(part.name, part.type)
  })
  const made = { evaluate: compileExpression(expression), variables }
  compiled.set(expression, made)
  return made
}

/** `names`: beside those that every form has. */
export function evaluated(expression: Expression, filling: Filling, names: Readonly<Record<string, Value>>): Value {
  const { evaluate, variables } = compiledOnce(expression)
  return evaluate({
    variables: new FormVariables(filling, names, variables),
    roles: new Set(),
    timeZone: filling.content.clock.zone,
  })
}

const WAS_SENT = sentVariable('')

/** Names of a form in expressions: its inputs, the present object, the clock and the caller. */
class FormVariables extends Map<string, Value> {
  private readonly filling: Filling
  private readonly names: Readonly<Record<string, Value>>
  private readonly types: ReadonlyMap<string, ValueType>

  constructor(filling: Filling, names: Readonly<Record<string, Value>>, types: ReadonlyMap<string, ValueType>) {
    super()
    this.filling = filling
    this.names = names
    this.types = types
  }

  override get(name: string): Value {
    const { content, row } = this.filling
    if (Object.hasOwn(this.names, name)) return this.names[name] ?? null
    if (name === 'now') return content.clock.now
    if (name === 'today') return content.clock.today
    if (name === 'me') return content.me
    if (row !== null && name === row.as) return objectOf(content, row)
    if (!name.startsWith('input.')) return notKnown()
    const input = name.slice('input.'.length)
    return input.endsWith(WAS_SENT)
      ? wasSent(content, input.slice(0, -WAS_SENT.length))
      : inputOf(content, input, typeOf(this.types, name))
  }
}

function wasSent({ now, refused, isWhole }: FormContent, input: string): boolean {
  if (now[input] !== undefined) return true
  return isWhole === true && refused?.has(input) !== true ? false : notKnown()
}

/** A list that was not sent is an empty list. */
function inputOf(content: FormContent, input: string, type: ValueType): Value {
  if (content.refused?.has(input) === true) return notKnown()
  const rows = content.rows?.[input]
  if (rows !== undefined) return rows.map((_, index) => objectOf(content, { input, as: '', index }))
  const value = content.now[input]
  if (value !== undefined) return withFacts(value, type, content)
  if (content.isWhole !== true) return notKnown()
  return type.kind === 'list' ? [] : null
}

/** A part that is not known yet is not empty. */
function objectOf(content: FormContent, row: Row): ObjectValue {
  const { now, refused } = enteredIn(content, row)
  const isKnown = content.isWhole === true && (refused === undefined || refused.size === 0)
  return isKnown ? groupOf(now) : withUnknownParts(groupOf(now))
}
