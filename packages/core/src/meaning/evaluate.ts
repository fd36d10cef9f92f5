// An expression → its value, by reference/expression, evaluated directly. With eyes, lists contain visible records
// only, and `isShown` tells whether everything that the value depends on is visible (reference/6-roles, Permissions).

import type { Expression, ValueType } from '../expression/expression.ts'
import { type Within, withinIn } from '../expression/is-within.ts'
import { currencyPlaces } from '../model/currencies.ts'
import { entityNamed, fieldNamed } from '../model/find.ts'
import type { Sort, Through } from '../model/field-types.ts'
import type { Model } from '../model/model.ts'
import { fieldValueType } from '../model/paths.ts'
import { dayOf, momentShown, type Zone } from './values/dates.ts'
import { valueOfFunction } from './values/functions.ts'
import { later } from './values/functions-of-time.ts'
import { amountText } from './values/inputs.ts'
import { decimal, decimalQuotient, decimalText, whole, wholeQuotient, wholeRemainder } from './values/numbers.ts'
import { byCreation, type Datum, isReference, recordsAround, recordsOf, type Reference, type Store } from './store.ts'
import { isKeyOf } from './values/json.ts'
import { compared, inJson, isSame } from './values/values.ts'

/** The caller whose rights limit reads. */
export interface Eyes {
  readonly sees: (record: Reference) => boolean
  readonly seesField: (record: Reference, field: string) => boolean
}

export interface Surroundings {
  readonly model: Model
  readonly store: Store
  /** By name: `this`, `old`, `me`, `input.title`, and bindings of steps. */
  readonly names: ReadonlyMap<string, Datum>
  /** The caller's roles, including included ones. */
  readonly roles: ReadonlySet<string>
  /** Null: everything is visible. */
  readonly eyes: Eyes | null
  /** The current tenant of the user with this name. Missing: the user's own value. */
  readonly current?: { readonly of: string; readonly tenant: string | null }
  /** The former values of `old`, which the store no longer has. */
  readonly old?: Readonly<Record<string, Datum>>
}

/** A defect: the checker permits no unbound names. */
export class Unbound extends Error {
  constructor(name: string) {
    super(`Nothing is bound to "${name}".`)
  }
}

type Of<Kind extends Expression['kind']> = Extract<Expression, { readonly kind: Kind }>

export function withNames(around: Surroundings, names: Readonly<Record<string, Datum>>): Surroundings {
  return { ...around, names: new Map([...around.names, ...Object.entries(names)]) }
}

export function holds(condition: Expression | null, around: Surroundings): boolean {
  return condition === null || evaluate(condition, around) === true
}

export function evaluate(expression: Expression, around: Surroundings): Datum {
  if (expression.isOfEverything === true && around.eyes !== null) return evaluate(expression, { ...around, eyes: null })
  switch (expression.kind) {
    case 'literal':
      return literal(expression, around)
    case 'variable':
      return named(expression.name, around)
    case 'field':
      return fieldValue(expression, around)
    case 'records':
      return onlySeen(
        recordsOf(around.store, expression.entity).map(({ entity, id }) => ({ entity, id })),
        around,
      )
    case 'unary':
      return unary(expression, evaluate(expression.operand, around))
    case 'binary':
      return binary(expression, around)
    case 'conditional':
      return evaluate(holds(expression.condition, around) ? expression.then : expression.otherwise, around)
    case 'list':
      return expression.items.map((item) => evaluate(item, around))
    case 'call':
      return called(expression, around)
    case 'comprehension':
      return comprehension(expression, around)
    case 'lookup': {
      const key = evaluate(expression.of, around)
      return expression.rows.find((row) => row.key === key)?.value ?? null
    }
    case 'has role':
      return around.roles.has(expression.role)
    case 'object':
      return object(expression, around)
    case 'shape':
      return shaped(expression, around)
  }
}

/** Tells whether everything that the value depends on is visible. Without eyes, it is. */
export function isShown(expression: Expression, around: Surroundings): boolean {
  const { eyes } = around
  if (eyes === null || expression.isOfEverything === true) return true
  const all = (parts: readonly Expression[]): boolean => parts.every((part) => isShown(part, around))
  switch (expression.kind) {
    case 'literal':
    case 'variable':
    case 'has role':
    case 'records':
    // Entries of an object are left out one by one.
    case 'object':
      return true
    case 'field': {
      if (!isShown(expression.of, around)) return false
      const of = evaluate(expression.of, around)
      return !isReference(of) || eyes.seesField(of, expression.field)
    }
    case 'unary':
      return isShown(expression.operand, around)
    case 'binary':
      return all([expression.left, expression.right])
    case 'conditional':
      return (
        isShown(expression.condition, around) &&
        isShown(holds(expression.condition, around) ? expression.then : expression.otherwise, around)
      )
    case 'list':
      return all(expression.items)
    case 'call':
      return all(expression.arguments)
    case 'comprehension':
      return isShown(expression.over, around)
    case 'lookup':
      return isShown(expression.of, around)
    case 'shape': {
      const of = evaluate(expression.of, around)
      return isShown(expression.of, around) && (!isReference(of) || eyes.sees(of))
    }
  }
}

/** An amount with its currency, and a local moment, are single words in the text. */
function literal({ value, type }: Of<'literal'>, { store }: Surroundings): Datum {
  if (typeof value !== 'string') return value
  if (type.kind === 'timestamp') return momentShown(Date.parse(`${value.replace(' ', 'T')}Z`), store.zone)
  if (type.kind !== 'decimal' && type.kind !== 'money') return value
  // In the normal form of inputs, so that equal values look alike.
  if (type.kind === 'decimal' || type.currency !== null) return decimalText(decimal(value))
  const [amount = '', currency = ''] = value.split(' ')
  return { amount: amountText(amount, currencyPlaces(currency) ?? 0), currency }
}

function named(name: string, { names }: Surroundings): Datum {
  const value = names.get(name)
  if (value === undefined) throw new Unbound(name)
  return value
}

function fieldValue(expression: Of<'field'>, around: Surroundings): Datum {
  const of = evaluate(expression.of, around)
  if (!isReference(of)) return expression.type.kind === 'list' ? [] : null
  if (isCurrentTenant(expression, around)) return currentTenant(around)
  const isOld = expression.of.kind === 'variable' && expression.of.name === 'old'
  return valueOfField(of, expression.field, around, isOld ? around.old : undefined)
}

/** `me.organisation`: an address may name another tenant than the user has chosen. */
function isCurrentTenant({ of, entity, field }: Of<'field'>, { model, current }: Surroundings): boolean {
  const { tenancy } = model.entities
  const isOfUser = tenancy !== null && entity === tenancy.users && field === tenancy.field
  return isOfUser && current !== undefined && of.kind === 'variable' && of.name === current.of
}

function currentTenant({ model, current }: Surroundings): Datum {
  const { tenancy } = model.entities
  const id = current?.tenant ?? null
  return tenancy === null || id === null ? null : { entity: tenancy.tenant, id }
}

/** The value of a stored, computed or reverse field. */
export function valueOfField(
  record: Reference,
  name: string,
  around: Surroundings,
  stored: Readonly<Record<string, Datum>> | undefined = around.store.records.get(record.id)?.values,
): Datum {
  if (name === 'id') return record.id
  const { type, computed } = fieldNamed(entityNamed(around.model, record.entity), name)
  // A computed field uses all records, regardless of its reader.
  if (computed !== null) return evaluate(computed.expression, withNames({ ...around, eyes: null }, { this: record }))
  if (type.kind === 'collection') {
    const items =
      type.through !== null
        ? through(record, type.through, around)
        : type.via !== null
          ? pointingAt(record, type.entity, type.via, around)
          : ((stored?.[name] ?? []) as readonly Reference[])
    return type.sortedBy === null
      ? onlySeen(items, around).toSorted(byCreation('ascending'))
      : inOrder(onlySeen(items, around), type.entity, type.sortedBy, around)
  }
  if (type.kind === 'inverse') return pointingAt(record, type.entity, type.via, around)[0] ?? null
  return stored?.[name] ?? null
}

/** As its field states; empty values come last either way. */
function inOrder(
  records: readonly Reference[],
  of: string,
  { field, direction }: Sort,
  around: Surroundings,
): Reference[] {
  const type = fieldValueType(around.model, of, fieldNamed(entityNamed(around.model, of), field))
  const valueOf = (record: Reference): Datum => valueOfField(record, field, around)
  return [...records].sort(byCreation(direction)).sort((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return (direction === 'ascending' ? 1 : -1) * compared(type, a, b)
  })
}

function pointingAt(record: Reference, entity: string, via: string, { store }: Surroundings): Reference[] {
  return recordsAround(store, record, entity).flatMap(({ id, values }) => {
    const target = values[via]
    return isReference(target) && target.id === record.id ? [{ entity, id }] : []
  })
}

/** Each once, even if several records lead to it. */
function through(record: Reference, { entity, own, other }: Through<string>, around: Surroundings): Reference[] {
  const items = pointingAt(record, entity, own, around).flatMap(({ id }) => {
    const item = around.store.records.get(id)?.values[other]
    return isReference(item) ? [item] : []
  })
  return [...new Map(items.map((item) => [item.id, item])).values()]
}

function onlySeen(records: readonly Reference[], { eyes }: Surroundings): Reference[] {
  return records.filter((record) => eyes === null || eyes.sees(record))
}

function isExact(type: ValueType): boolean {
  return type.kind === 'decimal' || type.kind === 'money'
}

function unary({ operator, type }: Of<'unary'>, operand: Datum): Datum {
  if (operator === '!') return operand !== true
  if (operand === null) return null
  return isExact(type) ? decimalText(decimal(operand).times(-1)) : 0 - Number(operand)
}

function binary(expression: Of<'binary'>, around: Surroundings): Datum {
  const { operator } = expression
  if (operator === '&&') return holds(expression.left, around) && holds(expression.right, around)
  if (operator === '||') return holds(expression.left, around) || holds(expression.right, around)
  const [left, right] = [evaluate(expression.left, around), evaluate(expression.right, around)]
  const isNull = expression.left.kind === 'literal' && expression.left.value === null
  const type = isNull ? expression.right.type : expression.left.type
  switch (operator) {
    case '==':
      return isSame(type, left, right)
    case '!=':
      return !isSame(type, left, right)
    case 'in':
      if (expression.right.type.kind === 'map' || expression.right.type.kind === 'json') return isKeyOf(left, right)
      return left !== null && (right as readonly Datum[]).some((item) => isSame(type, left, item))
  }
  if (left === null || right === null) return ['<', '<=', '>', '>='].includes(operator) ? false : null
  switch (operator) {
    case '<':
      return compared(type, left, right) < 0
    case '<=':
      return compared(type, left, right) <= 0
    case '>':
      return compared(type, left, right) > 0
    case '>=':
      return compared(type, left, right) >= 0
    default:
      return arithmetic(expression, around.store.zone, left, right)
  }
}

function arithmetic(expression: Of<'binary'>, zone: Zone, left: Datum, right: Datum): Datum {
  const { operator, type } = expression
  const types = [expression.left.type, expression.right.type]
  if (type.kind === 'text') return `${String(left)}${String(right)}`
  if (type.kind === 'list') return [...(left as readonly Datum[]), ...(right as readonly Datum[])]
  if ((operator === '+' || operator === '-') && ['timestamp', 'date', 'duration'].includes(types[0]?.kind ?? ''))
    return later(types, [left, right], operator === '+' ? 1 : -1, zone)
  if (isExact(type)) {
    const [a, b] = [decimal(left), decimal(right)]
    if (operator === '/') return decimalQuotient(a, b)
    return decimalText(operator === '+' ? a.plus(b) : operator === '-' ? a.minus(b) : a.times(b))
  }
  const [a, b] = [Number(left), Number(right)]
  switch (operator) {
    case '+':
      return whole(BigInt(a) + BigInt(b))
    case '-':
      return whole(BigInt(a) - BigInt(b))
    case '*':
      return whole(BigInt(a) * BigInt(b))
    case '/':
      return wholeQuotient(a, b)
    default:
      return wholeRemainder(a, b)
  }
}

function called(expression: Of<'call'>, around: Surroundings): Datum {
  const within = withinIn(expression)
  if (within !== null) return isWithin(within, around)
  const values = expression.arguments.map((argument) => evaluate(argument, around))
  const [group = null] = values
  if (expression.function.startsWith('.') && expression.arguments[0]?.type.kind === 'group')
    return (group as Readonly<Record<string, Datum>> | null)?.[expression.function.slice(1)] ?? emptyOf(expression.type)
  if (expression.function === 'orElse') return values[0] ?? values[1] ?? null
  if (values.includes(null)) return emptyOf(expression.type)
  const types = expression.arguments.map(({ type }) => type)
  return valueOfFunction(expression.function, types, values, around.store.zone)
}

/** Climbs from the record as far as the caller sees the way, and never twice by one record. */
function isWithin({ record, above, steps }: Within, around: Surroundings): boolean {
  const [lower, upper] = [evaluate(record, around), evaluate(above, around)]
  const wanted = new Set([upper].flat().flatMap((each) => (isReference(each) ? [each.id] : [])))
  const seen = (evaluate(steps.over, around) as readonly Reference[]).map(({ id }) => id)
  const passed = new Set<string>()
  let at: Datum = lower
  while (isReference(at) && !passed.has(at.id)) {
    if (wanted.has(at.id)) return true
    passed.add(at.id)
    const inside = withNames(around, { [steps.variable]: at })
    at = seen.includes(at.id) && isShown(steps.body, inside) ? evaluate(steps.body, inside) : null
  }
  return false
}

/** A list in an object is never null. */
function emptyOf({ kind }: ValueType): Datum {
  return kind === 'list' ? [] : null
}

function comprehension({ operation, over, variable, body }: Of<'comprehension'>, around: Surroundings): Datum {
  const inside = (item: Datum): Surroundings => withNames(around, { [variable]: item })
  // An item with a hidden condition or value is left out.
  const items = ((evaluate(over, around) ?? []) as readonly Datum[]).filter((item) => isShown(body, inside(item)))
  const isHeld = (item: Datum): boolean => holds(body, inside(item))
  switch (operation) {
    case 'exists':
      return items.some(isHeld)
    case 'all':
      return items.every(isHeld)
    case 'exists_one':
      return items.filter(isHeld).length === 1
    case 'filter':
      return items.filter(isHeld)
    case 'map':
      return items.map((item) => evaluate(body, inside(item)))
  }
}

/** A key with a hidden value is left out, and so is one with a false condition. */
function object({ entries }: Of<'object'>, around: Surroundings): Datum {
  const shown = entries.filter(
    ({ value, condition = null, isStated }) =>
      (isStated
        ? condition === null || (isShown(condition, around) && holds(condition, around))
        : holds(condition, { ...around, eyes: null })) && isShown(value, around),
  )
  return Object.fromEntries(shown.map(({ key, value }) => [key, inJson(value.type, evaluate(value, around))]))
}

function shaped({ shape, of }: Of<'shape'>, around: Surroundings): Datum {
  const record = evaluate(of, around)
  return isReference(record) && (around.eyes === null || around.eyes.sees(record))
    ? laidOut(around, shape, record)
    : null
}

/** A record in a shape. */
export function laidOut(around: Surroundings, name: string, record: Reference): Datum {
  const shape = around.model.calls.shapes.find((candidate) => candidate.name === name)
  if (shape === undefined) throw new Error(`The model has no shape "${name}".`)
  // A former key exists until the end of its last day.
  const today = dayOf(around.store.nowMs, around.store.zone)
  const keys = shape.keys.filter(({ until }) => until === undefined || today <= until)
  const entries = keys.map(({ key, value, condition, isStated }) => ({
    key,
    value,
    ...(condition && { condition }),
    ...(isStated && { isStated }),
  }))
  const type = { kind: 'object' } as const
  const span = { start: 0, end: 0 }
  return object({ kind: 'object', entries, type, isOptional: false, span }, withNames(around, { this: record }))
}
