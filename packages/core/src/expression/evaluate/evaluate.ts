// A checked expression → a JavaScript function that returns its value. It is total: values of the right types never
// make it throw. A throw is a defect: an unbound variable, or a field that was not loaded (needs-database.ts decides
// that beforehand).

import { decimalText, divideDecimals, divideIntegers, exact, safeInteger } from './arithmetic.ts'
import { compareText, equality, order } from './comparison.ts'
import { FUNCTION_VALUES } from './evaluate-functions.ts'
import type { Expression, ObjectValue, RecordValue, Value, ValueType } from '../expression.ts'
import { type Within, withinIn } from '../is-within.ts'
import { memberIn } from '../members.ts'
import { hasKey, itemsOfJson, pairsOf } from './json-values.ts'
import { fromLocal, type TimeZone } from './time-zone.ts'
import { isExact } from '../value-types.ts'

export interface EvaluationContext {
  /** By name, including dotted ones (`input.body`). */
  readonly variables: ReadonlyMap<string, Value>
  /** The caller's roles, including included ones. */
  readonly roles: ReadonlySet<string>
  readonly timeZone: TimeZone
}

/** Declarations of the model with expressions of their own. */
export interface EvaluationLibrary {
  /** The expression of a computed field, over `this`. Used if the record does not contain the field's value. */
  readonly computed?: (entity: string, field: string) => Expression | null
  /** The keys of a shape, over `this`. */
  readonly shape?: (name: string) => readonly { readonly key: string; readonly value: Expression }[] | null
  /** Every record of an entity. Without it, such an expression needs the database. */
  readonly records?: (entity: string) => readonly RecordValue[]
}

export type Evaluate = (context: EvaluationContext) => Value

/** Values of bound item variables, by slot. */
type Local = (context: EvaluationContext, locals: Value[]) => Value

interface Compiling {
  readonly library: EvaluationLibrary
  readonly slots: ReadonlyMap<string, number>
  /** Expressions of computed fields and shapes, compiled once. */
  readonly shared: Map<string, Evaluate>
}

export function compileExpression(expression: Expression, library: EvaluationLibrary = {}): Evaluate {
  return start(expression, library, new Map())
}

function start(expression: Expression, library: EvaluationLibrary, shared: Map<string, Evaluate>): Evaluate {
  const run = compile(expression, { library, slots: new Map(), shared })
  return (context) => run(context, [])
}

function compile(expression: Expression, compiling: Compiling): Local {
  const inner = (part: Expression) => compile(part, compiling)
  switch (expression.kind) {
    case 'literal':
      return compileLiteral(expression)
    case 'variable':
      return compileVariable(expression.name, compiling)
    case 'field':
      return compileField(expression, compiling)
    case 'records': {
      const { records } = compiling.library
      const { entity } = expression
      return () => records?.(entity) ?? defect(`the records of ${entity} are not at hand`)
    }
    case 'unary': {
      const operand = inner(expression.operand)
      if (expression.operator === '!') return (context, locals) => operand(context, locals) !== true
      return negation(expression.type, operand)
    }
    case 'binary':
      return compileBinary(expression, inner(expression.left), inner(expression.right))
    case 'conditional': {
      const [condition, then, otherwise] = [
        inner(expression.condition),
        inner(expression.then),
        inner(expression.otherwise),
      ]
      return (context, locals) =>
        condition(context, locals) === true ? then(context, locals) : otherwise(context, locals)
    }
    case 'list': {
      const items = expression.items.map(inner)
      return (context, locals) => items.map((item) => item(context, locals))
    }
    case 'call':
      return callOrWithin(expression, compiling)
    case 'comprehension':
      return compileComprehension(expression, compiling)
    case 'lookup': {
      const of = inner(expression.of)
      const values = new Map<Value, Value>(expression.rows.map((row) => [row.key, row.value]))
      return (context, locals) => values.get(of(context, locals)) ?? null
    }
    case 'has role': {
      const { role } = expression
      return (context) => context.roles.has(role)
    }
    case 'object': {
      const entries = expression.entries.map(({ key, value, condition }) => ({
        key,
        value: inner(value),
        isThere: condition === undefined ? null : inner(condition),
      }))
      return (context, locals) =>
        Object.fromEntries(
          entries
            .filter(({ isThere }) => isThere === null || isThere(context, locals) === true)
            .map(({ key, value }) => [key, value(context, locals)]),
        )
    }
    case 'shape':
      return compileShape(expression.shape, inner(expression.of), compiling)
  }
}

function defect(what: string): never {
  throw new Error(`Defect: ${what}.`)
}

/** An amount with its currency, and a local moment, are single words in the text. */
function compileLiteral({ value, type }: Expression & { kind: 'literal' }): Local {
  if (typeof value !== 'string') return () => value
  if (type.kind === 'money' && type.currency === null) {
    const [amount = '', currency = ''] = value.split(' ')
    return () => ({ amount, currency })
  }
  if (type.kind !== 'timestamp') return () => value
  const shownMs = Date.parse(`${value.replace(' ', 'T')}Z`)
  return (context) => fromLocal(shownMs, context.timeZone)
}

function compileVariable(name: string, compiling: Compiling): Local {
  const slot = compiling.slots.get(name)
  if (slot !== undefined) return (_, locals) => locals[slot] ?? null
  return (context) => {
    const value = context.variables.get(name)
    return value === undefined ? defect(`nothing is bound to "${name}"`) : value
  }
}

function compileField(expression: Expression & { kind: 'field' }, compiling: Compiling): Local {
  const of = compile(expression.of, compiling)
  const { entity, field } = expression
  const emptyValue: Value = expression.type.kind === 'list' ? [] : null
  let computed: Evaluate | null | undefined
  return (context, locals) => {
    const record = of(context, locals) as RecordValue | null
    if (record === null) return emptyValue
    if (Object.hasOwn(record.fields, field)) return record.fields[field] ?? null
    if (field === 'id') return record.id
    computed ??= sharedExpression(`${entity}.${field}`, compiling.library.computed?.(entity, field) ?? null, compiling)
    if (computed === null) return defect(`the field "${field}" of ${entity} is not at hand`)
    return computed(withThis(context, record))
  }
}

function sharedExpression(key: string, expression: Expression | null, compiling: Compiling): Evaluate | null {
  const known = compiling.shared.get(key)
  if (known !== undefined || expression === null) return known ?? null
  const made = start(expression, compiling.library, compiling.shared)
  compiling.shared.set(key, made)
  return made
}

function withThis(context: EvaluationContext, record: RecordValue): EvaluationContext {
  return { ...context, variables: new Map(context.variables).set('this', record) }
}

function compileShape(name: string, of: Local, compiling: Compiling): Local {
  let keys: readonly (readonly [string, Evaluate])[] | undefined
  return (context, locals) => {
    const record = of(context, locals) as RecordValue | null
    if (record === null) return null
    keys ??= (compiling.library.shape?.(name) ?? defect(`the shape ${name} is not at hand`)).map(
      ({ key, value }) => [key, sharedExpression(`${name}(${key})`, value, compiling) ?? defect(name)] as const,
    )
    const inside = withThis(context, record)
    return Object.fromEntries(keys.map(([key, value]) => [key, value(inside)])) satisfies ObjectValue
  }
}

function negation(type: ValueType, operand: Local): Local {
  if (isExact(type)) return (context, locals) => decimalText(exact(operand(context, locals)).times(-1))
  return (context, locals) => -Number(operand(context, locals)) + 0
}

function compileBinary(expression: Expression & { kind: 'binary' }, left: Local, right: Local): Local {
  const { operator } = expression
  switch (operator) {
    case '&&':
      return (context, locals) => left(context, locals) === true && right(context, locals) === true
    case '||':
      return (context, locals) => left(context, locals) === true || right(context, locals) === true
    case '==':
    case '!=': {
      const isNull = (side: Expression) => side.kind === 'literal' && side.value === null
      const equal = equality(isNull(expression.left) ? expression.right.type : expression.left.type)
      const wanted = operator === '=='
      return (context, locals) => equal(left(context, locals), right(context, locals)) === wanted
    }
    case 'in': {
      if (expression.right.type.kind === 'map' || expression.right.type.kind === 'json')
        return (context, locals) => hasKey(right(context, locals), left(context, locals))
      const equal = equality(expression.left.type)
      return (context, locals) => {
        const value = left(context, locals)
        return value !== null && (right(context, locals) as readonly Value[]).some((item) => equal(value, item))
      }
    }
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compileOrder(operator, order(expression.left.type), left, right)
    default:
      return arithmetic(operator, expression.type, left, right)
  }
}

function compileOrder(
  operator: '<' | '<=' | '>' | '>=',
  compare: (a: Value, b: Value) => number,
  left: Local,
  right: Local,
): Local {
  const holds = {
    '<': (difference: number) => difference < 0,
    '<=': (difference: number) => difference <= 0,
    '>': (difference: number) => difference > 0,
    '>=': (difference: number) => difference >= 0,
  }[operator]
  return (context, locals) => {
    const [a, b] = [left(context, locals), right(context, locals)]
    return a !== null && b !== null && holds(compare(a, b))
  }
}

function arithmetic(operator: '+' | '-' | '*' | '/' | '%', type: ValueType, left: Local, right: Local): Local {
  if (type.kind === 'list')
    return (context, locals) => [...itemsOf(left(context, locals)), ...itemsOf(right(context, locals))]
  const combine =
    type.kind === 'text' ? joinTexts : isExact(type) ? DECIMAL_OPERATIONS[operator] : INTEGER_OPERATIONS[operator]
  return (context, locals) => {
    const [a, b] = [left(context, locals), right(context, locals)]
    return a === null || b === null ? null : combine(a, b)
  }
}

const itemsOf = (value: Value): readonly Value[] => (Array.isArray(value) ? (value as readonly Value[]) : [])

type Combine = (a: Value, b: Value) => Value

const joinTexts: Combine = (a, b) => `${String(a)}${String(b)}`

const DECIMAL_OPERATIONS: Readonly<Record<'+' | '-' | '*' | '/' | '%', Combine>> = {
  '+': (a, b) => decimalText(exact(a).plus(exact(b))),
  '-': (a, b) => decimalText(exact(a).minus(exact(b))),
  '*': (a, b) => decimalText(exact(a).times(exact(b))),
  '/': (a, b) => {
    const quotient = divideDecimals(exact(a), exact(b))
    return quotient === null ? null : decimalText(quotient)
  },
  '%': () => null,
}

const INTEGER_OPERATIONS: Readonly<Record<'+' | '-' | '*' | '/' | '%', Combine>> = {
  '+': (a, b) => safeInteger(Number(a) + Number(b)),
  '-': (a, b) => safeInteger(Number(a) - Number(b)),
  '*': (a, b) => safeInteger(Number(a) * Number(b)),
  '/': (a, b) => divideIntegers(Number(a), Number(b)),
  '%': (a, b) => (Number(b) === 0 ? null : (Number(a) % Number(b)) + 0),
}

function callOrWithin(expression: Expression & { kind: 'call' }, compiling: Compiling): Local {
  const within = withinIn(expression)
  if (within !== null) return compileWithin(within, compiling)
  return compileCall(
    expression,
    expression.arguments.map((part) => compile(part, compiling)),
  )
}

function compileCall(expression: Expression & { kind: 'call' }, used: readonly Local[]): Local {
  if (expression.function === 'orElse') {
    const [value, otherwise] = used
    if (value === undefined || otherwise === undefined) return defect('orElse has two arguments')
    return (context, locals) => value(context, locals) ?? otherwise(context, locals)
  }
  const [of] = expression.arguments
  const list = LISTS_OF_JSON[expression.function]
  if (list !== undefined) return (context, locals) => list(used[0]?.(context, locals) ?? null)
  if (of?.type.kind === 'group') return compileGroupPart(expression, used[0])
  const run = FUNCTION_VALUES[expression.function]?.(expression.arguments.map((argument) => argument.type))
  if (run === undefined) return defect(`no function "${expression.function}"`)
  return (context, locals) => {
    const values = used.map((argument) => argument(context, locals))
    return values.includes(null) ? null : run(values, context.timeZone)
  }
}

/** Of an empty value they are lists without items. */
const LISTS_OF_JSON: Readonly<Record<string, (value: Value) => Value>> = {
  asList: itemsOfJson,
  pairs: (map) => pairsOf(map, compareText),
}

/** A part that was not sent is empty; a list that was not sent has no items. */
function compileGroupPart(expression: Expression & { kind: 'call' }, of: Local | undefined): Local {
  const name = memberIn(expression)?.name
  if (of === undefined || name === undefined) return defect(`"${expression.function}" of a group`)
  const nothing: Value = expression.type.kind === 'list' ? [] : null
  return (context, locals) => {
    const group = of(context, locals) as ObjectValue | null
    return group === null || !Object.hasOwn(group, name) ? nothing : (group[name] ?? nothing)
  }
}

/** A circle of records ends where it began. */
function compileWithin({ record, above, steps }: Within, compiling: Compiling): Local {
  const [lower, upper, all] = [compile(record, compiling), compile(above, compiling), compile(steps.over, compiling)]
  const slot = compiling.slots.size
  const inside = { ...compiling, slots: new Map([...compiling.slots, [steps.variable, slot]]) }
  const next = compile(steps.body, inside)
  return (context, locals) => {
    const from = lower(context, locals) as RecordValue | null
    const to = [upper(context, locals)].flat() as (RecordValue | null)[]
    const ways = new Map<Value, RecordValue | null>()
    for (const each of all(context, locals) as readonly RecordValue[]) {
      locals[slot] = each
      ways.set(each.id, next(context, locals) as RecordValue | null)
    }
    const passed = new Set<Value>()
    for (let at = from; at !== null && !passed.has(at.id); at = ways.get(at.id) ?? null) passed.add(at.id)
    return to.some((each) => each !== null && passed.has(each.id))
  }
}

function compileComprehension(expression: Expression & { kind: 'comprehension' }, compiling: Compiling): Local {
  const over = compile(expression.over, compiling)
  const slot = compiling.slots.size
  const body = compile(expression.body, {
    ...compiling,
    slots: new Map([...compiling.slots, [expression.variable, slot]]),
  })
  const ask = (context: EvaluationContext, locals: Value[]) => (item: Value) => {
    locals[slot] = item
    return body(context, locals)
  }
  const items = (context: EvaluationContext, locals: Value[]) => (over(context, locals) ?? []) as readonly Value[]
  switch (expression.operation) {
    case 'exists':
      return (context, locals) => items(context, locals).some((item) => ask(context, locals)(item) === true)
    case 'all':
      return (context, locals) => items(context, locals).every((item) => ask(context, locals)(item) === true)
    case 'exists_one':
      return (context, locals) =>
        items(context, locals).filter((item) => ask(context, locals)(item) === true).length === 1
    case 'filter':
      return (context, locals) => items(context, locals).filter((item) => ask(context, locals)(item) === true)
    case 'map':
      return (context, locals) => items(context, locals).map(ask(context, locals))
  }
}
