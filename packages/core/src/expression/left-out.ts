// `ifAny(x)` leaves a key out of its object if the value is empty, or a list without items; `onlyIf(condition, x)`, if the
// condition does not hold. Each must be the whole value of a key, and becomes a condition of that key.

import * as build from './build.ts'
import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import { visit } from './conditions.ts'
import type { Expression, ObjectEntry } from './expression.ts'
import { BOOLEAN, INTEGER } from './value-types.ts'

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
  const { span } = value
  if (value.type.kind === 'list')
    return build.binary('>', build.call('size', [value], INTEGER, span, false), build.literal(0, INTEGER, span), span)
  if (value.type.kind === 'object') return isObjectThere(value)
  return build.isNotEmpty(value)
}

/** An object has no comparable value: it is present if its record or its branch is. */
function isObjectThere(value: Expression): Expression {
  switch (value.kind) {
    case 'shape':
      return build.isNotEmpty(value.of)
    case 'conditional':
      return build.conditional(value.condition, isObjectThere(value.then), isObjectThere(value.otherwise))
    default:
      return build.literal(value.kind !== 'literal' || value.value !== null, BOOLEAN, value.span)
  }
}

/** The diagnostic for any other position. `isKeyValue`: the whole expression is the value of a key. */
export function misplacedLeftOut(expression: Expression, isKeyValue: boolean): Diagnostic | null {
  let misplaced: Expression | null = null
  visit(expression, (part) => {
    if (isLeftOut(part) && !(isKeyValue && part === expression)) misplaced ??= part
  })
  if (misplaced === null) return null
  const { span, function: name } = misplaced as Extract<Expression, { kind: 'call' }>
  const found = diagnostic('N054', span, 'left out', name)
  return found.withHint(`Write {"key": ${name}(…)}, or ${name}(…) as the value of a key of a shape.`)
}
