// Conditions on a single row, which a partial index can use.

import { partsOf } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Entity, UniqueTogether } from '../entities.ts'
import { fieldNamed, isStored } from '../find.ts'

const ROW_OPERATORS: ReadonlySet<string> = new Set(['&&', '||', '==', '!=', '<', '<=', '>', '>=', 'in'])

/** Tells whether an index of the entity's table can enforce the uniqueness. */
export function isHeldByIndex(entity: Entity, { fields, countingOnly }: UniqueTogether): boolean {
  return (
    fields.every((name) => isStored(fieldNamed(entity, name))) &&
    (countingOnly === null || isRowCondition(countingOnly, entity))
  )
}

/** Over `this`: stored fields of the record, compared with each other and with constants. */
export function isRowCondition(expression: Expression, entity: Entity): boolean {
  switch (expression.kind) {
    case 'literal':
      return true
    case 'field':
      return (
        expression.of.kind === 'variable' &&
        expression.of.name === 'this' &&
        expression.entity === entity.name &&
        isStored(fieldNamed(entity, expression.field))
      )
    case 'list':
    case 'unary':
      return partsOf(expression).every((part) => isRowCondition(part, entity))
    case 'binary':
      return ROW_OPERATORS.has(expression.operator) && partsOf(expression).every((part) => isRowCondition(part, entity))
    default:
      return false
  }
}
