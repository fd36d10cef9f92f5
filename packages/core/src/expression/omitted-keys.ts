// `ifAny(x)` leaves a key out of its object if the value is empty, or a list without items; `onlyIf(condition, x)`, if the
// condition does not hold. Each must be the whole value of a key, and becomes a condition of that key.

import * as build from './build.ts'
import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import { allOf, anyOf, visit } from './conditions.ts'
import { isEndOfList } from './end-of-list.ts'
import type { Expression, ObjectEntry } from './expression.ts'
import { BOOLEAN, INTEGER, isAnswered } from './value-types.ts'

export const LEFT_OUT = 'ifAny'
export const ONLY_IF = 'onlyIf'

export function entryOf(key: string, value: Expression): ObjectEntry {
  if (!isLeftOut(value)) return { key, value }
  const [kept, other] = value.arguments
  if (value.function === ONLY_IF && kept !== undefined && other !== undefined)
    return { key, value: other, condition: kept, isStated: true }
  return kept === undefined ? { key, value } : { key, value: kept, condition: isThere(kept) }
}

function isLeftOut(value: Expression): value is Extract<Expression, { kind: 'call' }> {
  return value.kind === 'call' && [LEFT_OUT, ONLY_IF].includes(value.function)
}

function isThere(value: Expression): Expression {
  if (value.type.kind === 'list') return isAnswered(value.type) ? hasObjects(value) : isMoreThanNothing(sizeOf(value))
  if (value.type.kind === 'object') return isObjectThere(value)
  return build.isNotEmpty(value)
}

function sizeOf(list: Expression): Expression {
  return build.call('size', [list], INTEGER, list.span, false)
}

function isMoreThanNothing(number: Expression): Expression {
  return build.binary('>', number, build.literal(0, INTEGER, number.span), number.span)
}

/** A list of objects has no value that could be counted: the lists of which it is made are asked. */
function hasObjects(list: Expression): Expression {
  const { span } = list
  switch (list.kind) {
    case 'list':
      return build.literal(list.items.length > 0, BOOLEAN, span)
    case 'conditional':
      return build.conditional(list.condition, isThere(list.then), isThere(list.otherwise))
    case 'binary':
      return anyOf([isThere(list.left), isThere(list.right)])
    case 'comprehension':
      return isThere(list.over)
    case 'call': {
      const [of, most] = list.arguments
      if (of === undefined || most === undefined) return isMoreThanNothing(sizeOf(list))
      return allOf([isThere(of), isMoreThanNothing(most)])
    }
    default:
      return isMoreThanNothing(sizeOf(list))
  }
}

/** An object has no comparable value: it is present if its record or its branch is. */
function isObjectThere(value: Expression): Expression {
  switch (value.kind) {
    case 'shape':
      return build.isNotEmpty(value.of)
    case 'conditional':
      return build.conditional(value.condition, isObjectThere(value.then), isObjectThere(value.otherwise))
    default:
      // A branch that is not an object.
      if (value.type.kind !== 'object') return isThere(value)
      if (isEndOfList(value)) return allOf(value.arguments.map(isThere))
      return build.literal(value.kind !== 'literal' || value.value !== null, BOOLEAN, value.span)
  }
}

/** The diagnostic for any other position. `isKeyValue`: the whole expression is the value of a key. */
export function misplacedOmission(expression: Expression, isKeyValue: boolean): Diagnostic | null {
  let misplaced: Expression | null = null
  visit(expression, (part) => {
    if (isLeftOut(part) && !(isKeyValue && part === expression)) misplaced ??= part
  })
  if (misplaced === null) return null
  const { span, function: name } = misplaced as Extract<Expression, { kind: 'call' }>
  const found = diagnostic('N054', span, 'left out', name)
  return found.withHint(`Write {"key": ${name}(…)}, or ${name}(…) as the value of a key of a shape.`)
}
