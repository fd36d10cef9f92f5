// `ifAny(x)`: a key whose value is empty, or a list without items, is left out of its object. It stands as the whole value of
// a key and nowhere else; from then on the key has a condition.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import { visit } from './conditions.ts'
import type { Expression, ObjectEntry } from './expression.ts'
import { BOOLEAN, EMPTY, INTEGER } from './value-types.ts'

export const LEFT_OUT = 'ifAny'

export function entryOf(key: string, value: Expression): ObjectEntry {
  if (!isLeftOut(value)) return { key, value }
  const [kept] = value.arguments
  return kept === undefined ? { key, value } : { key, value: kept, condition: isThere(kept) }
}

function isLeftOut(value: Expression): value is Extract<Expression, { kind: 'call' }> {
  return value.kind === 'call' && value.function === LEFT_OUT
}

function isThere(value: Expression): Expression {
  const { span } = value
  const common = { isOptional: false, span } as const
  if (value.type.kind === 'list') {
    const size: Expression = { kind: 'call', function: 'size', arguments: [value], type: INTEGER, ...common }
    const none: Expression = { kind: 'literal', value: 0, type: INTEGER, ...common }
    return { kind: 'binary', operator: '>', left: size, right: none, type: BOOLEAN, ...common }
  }
  const asked = value.kind === 'shape' ? value.of : value
  const nothing: Expression = { kind: 'literal', value: null, type: EMPTY, isOptional: true, span }
  return { kind: 'binary', operator: '!=', left: asked, right: nothing, type: BOOLEAN, ...common }
}

/** The diagnostic for one that stands anywhere else. `isKeyValue`: the whole expression is the value of a key. */
export function misplacedLeftOut(expression: Expression, isKeyValue: boolean): Diagnostic | null {
  let misplaced: Expression | null = null
  visit(expression, (part) => {
    if (isLeftOut(part) && !(isKeyValue && part === expression)) misplaced ??= part
  })
  if (misplaced === null) return null
  const { span } = misplaced as Expression
  const found = diagnostic('N054', span, `"${LEFT_OUT}" leaves a key out: it is the whole value of one.`)
  return found.withHint('Write {"key": ifAny(…)}, or ifAny(…) as the value of a key of a shape.')
}
