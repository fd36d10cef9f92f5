// A typed expression → its text in the author's notation, with minimal brackets. Parsing the text in the same scope
// gives the same expression.

import type { BinaryOperator, Expression } from '../expression.ts'
import { variablesIn, visit } from '../conditions.ts'
import { IS_WITHIN, withinIn } from '../is-within.ts'
import { JSON_OF } from '../json-of.ts'
import { keyedIn } from '../keyed.ts'
import { keyIn, memberIn } from '../members.ts'
import { MAP_OF_PAIRS } from '../value-types.ts'

/** Precedence of operators. */
const BINDING: Readonly<Record<BinaryOperator, number>> = {
  '||': 2,
  '&&': 3,
  '==': 4,
  '!=': 4,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  in: 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
}
const CONDITIONAL = 1
const UNARY = 8
const POSTFIX = 9

/** `implicit`: the variable whose fields are bare names, unless something else in the expression has the name. */
export function printExpression(expression: Expression, implicit: string | null = 'this'): string {
  return print(expression, { implicit, others: otherNames(expression) }, 0)
}

function otherNames(expression: Expression): ReadonlySet<string> {
  const names = variablesIn(expression)
  visit(expression, (part) => {
    if (part.kind === 'literal' && part.constant !== undefined) names.add(part.constant)
  })
  return names
}

interface Names {
  readonly implicit: string | null
  readonly others: ReadonlySet<string>
}

function print(expression: Expression, names: Names, around: number): string {
  const inner = (part: Expression, binding = 0) => print(part, names, binding)
  const bracketed = (text: string, binding: number) => (binding < around ? `(${text})` : text)
  switch (expression.kind) {
    case 'literal':
      return expression.constant ?? printLiteral(expression)
    case 'variable':
      return expression.name
    case 'field':
      if (isBare(expression, names)) return expression.field
      return `${inner(expression.of, POSTFIX)}.${expression.field}`
    case 'records':
      return expression.entity
    case 'unary':
      return bracketed(`${expression.operator}${inner(expression.operand, UNARY)}`, UNARY)
    case 'binary': {
      const binding = BINDING[expression.operator]
      return bracketed(
        `${inner(expression.left, binding)} ${expression.operator} ${inner(expression.right, binding + 1)}`,
        binding,
      )
    }
    case 'conditional': {
      const text = `${inner(expression.condition, CONDITIONAL + 1)} ? ${inner(expression.then)} : ${inner(expression.otherwise)}`
      return bracketed(text, CONDITIONAL)
    }
    case 'list':
      return `[${expression.items.map((item) => inner(item)).join(', ')}]`
    case 'call':
      return printCall(expression, (part, binding) => inner(part, binding ?? around))
    case 'comprehension':
      return `${inner(expression.over, POSTFIX)}.${expression.operation}(${expression.variable}, ${inner(expression.body)})`
    case 'lookup':
      return `${expression.name}(${inner(expression.of)})`
    case 'has role':
      return `me.has(${JSON.stringify(expression.role)})`
    case 'object':
      return `{${expression.entries.map(({ key, value }) => `${JSON.stringify(key)}: ${inner(value)}`).join(', ')}}`
    case 'shape':
      return `${expression.shape}(${inner(expression.of)})`
  }
}

function isBare({ of, field }: Expression & { kind: 'field' }, { implicit, others }: Names): boolean {
  return of.kind === 'variable' && of.name === implicit && !others.has(field)
}

function printCall(
  expression: Expression & { kind: 'call' },
  inner: (part: Expression, binding: number | null) => string,
): string {
  const [first] = expression.arguments
  // Integers are converted to decimals implicitly, values to JSON, and the pairs of a sent map to a map.
  if (['decimal', JSON_OF].includes(expression.function) && first !== undefined) return inner(first, null)
  if (expression.function === MAP_OF_PAIRS && first !== undefined)
    return first.kind === 'list' && first.items.length === 0 ? '{}' : inner(first, null)
  const named = keyIn(expression)
  if (named !== null) return `${inner(named.of, POSTFIX)}[${inner(named.key, 0)}]`
  const keyed = keyedIn(expression)
  if (keyed !== null) {
    const { pairs, key, value } = keyed
    return `${inner(pairs.over, POSTFIX)}.keyed(${pairs.variable}, ${inner(key, 0)}, ${inner(value, 0)})`
  }
  const within = withinIn(expression)
  if (within !== null) {
    const { record, above, field } = within
    return `${inner(record, POSTFIX)}.${IS_WITHIN}(${inner(above, 0)}, ${field})`
  }
  const member = memberIn(expression)
  if (member !== null) return `${inner(member.of, POSTFIX)}.${member.name}`
  return `${expression.function}(${expression.arguments.map((argument) => inner(argument, 0)).join(', ')})`
}

function printLiteral(expression: Expression & { kind: 'literal' }): string {
  const { value, type } = expression
  if (value === null || typeof value === 'boolean') return String(value)
  if (type.kind === 'date' || type.kind === 'time') return `${type.kind}(${JSON.stringify(value)})`
  if (type.kind === 'money')
    return value === '0' || type.currency === null ? String(value) : `${value} ${type.currency}`
  if (type.kind === 'decimal') return String(value).includes('.') ? String(value) : `${value}.0`
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}
