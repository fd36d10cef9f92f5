// An expression → the condition under which a caller may see all data that its value depends on: then the value reveals
// nothing new. A field that is not certainly visible for every element of a list counts as hidden.

import * as build from '../expression/build.ts'
import { allOf, anyOf, FALSE, isFalse, partsOf, substitute, TRUE, variablesIn } from '../expression/conditions.ts'
import type { Expression } from '../expression/expression.ts'
import { entityNamed, fieldNamed } from '../model/find.ts'
import { fieldVisible, mayBeNothing, seeing, type Viewer } from './readable.ts'
import { visibleRecords } from './roles.ts'

export function everythingReadVisible(viewer: Viewer, expression: Expression): Expression {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
    case 'has role':
      return TRUE
    case 'records':
      return elementsVisible(viewer, expression)
    case 'field': {
      const of = everythingReadVisible(viewer, expression.of)
      const permitted = fieldVisible(viewer, expression.entity, expression.field, expression.of)
      // A field of a missing record is empty, and reveals nothing.
      const visible = mayBeNothing(viewer, expression.of) ? anyOf([build.isEmpty(expression.of), permitted]) : permitted
      return allOf([of, visible, elementsVisible(viewer, expression)])
    }
    case 'comprehension': {
      const { over, variable, body } = expression
      const inside = everythingReadVisible(seeing(viewer, variable), body)
      return allOf([everythingReadVisible(viewer, over), ofEach(viewer, over, variable, inside)])
    }
    default:
      return allOf(partsOf(expression).map((part) => everythingReadVisible(viewer, part)))
  }
}

const ELEMENT = 'element'

/** The membership of a hidden record in a list must not be revealed. */
function elementsVisible(viewer: Viewer, list: Expression): Expression {
  if (list.type.kind !== 'list' || list.type.of.kind !== 'record') return TRUE
  const { entity } = list.type.of
  const visible = visibleRecords(viewer.model, viewer.caller, entity)
  return ofEach(viewer, list, ELEMENT, substitute(visible, 'this', build.recordVariable(ELEMENT, entity)))
}

/** A condition on each element of a list → a condition on the list's owner that implies it for all elements. */
function ofEach(viewer: Viewer, list: Expression, element: string, condition: Expression): Expression {
  const whole = wholeOf(viewer, list)
  return regardlessOf(element, whole === null ? condition : inTermsOf(whole, element, condition))
}

export interface Whole {
  readonly of: Expression
  /** The element's field that refers to the owner. */
  readonly via: string
}

/** The owner of the list's elements, which refer to it by one field. */
export function wholeOf({ model }: Pick<Viewer, 'model'>, list: Expression): Whole | null {
  if (list.kind === 'comprehension' && list.operation === 'filter') return wholeOf({ model }, list.over)
  if (list.kind !== 'field') return null
  const { type } = fieldNamed(entityNamed(model, list.entity), list.field)
  return type.kind === 'collection' && type.via !== null ? { of: list.of, via: type.via } : null
}

export function inTermsOf({ of, via }: Whole, element: string, condition: Expression): Expression {
  const changed = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(changed)
    if (typeof part !== 'object' || part === null) return part
    const { kind, field, of: owner } = part as Partial<Extract<Expression, { kind: 'field' }>>
    if (kind === 'field' && field === via && owner?.kind === 'variable' && owner.name === element) return of
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, changed(value)]))
  }
  return changed(condition) as Expression
}

/** A condition without the variable that implies the given one. */
function regardlessOf(variable: string, condition: Expression): Expression {
  if (isFalse(condition) || !variablesIn(condition).has(variable)) return condition
  if (condition.kind !== 'binary') return FALSE
  const parts = partsOf(condition).map((part) => regardlessOf(variable, part))
  if (condition.operator === '&&') return allOf(parts)
  return condition.operator === '||' ? anyOf(parts) : FALSE
}
