// A new record, as far as it is known before a person types → whether its caller may create it at all, as an expression
// over `this`, the page's or row's record. A person may type any value, so conditions on typed values count as true:
// only an action that is refused for every value is not offered.

import * as build from '../../expression/build.ts'
import { allOf, anyOf, FALSE, mapParts, substitute, TRUE, variablesIn } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { literalLike, simplify } from '../../expression/simplify.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { MADE_BY_PRODUCT } from '../../model/field-types.ts'
import { entityNamed, isStored, machineOf } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { fieldOf, isNeverEmpty } from '../../model/paths.ts'
import {
  bypassesPermissions,
  type CallerRoles,
  type Grant,
  grantsOf,
  isForbidden,
  performerCondition,
} from '../../rights/roles.ts'

export interface NewRecord {
  readonly entity: string
  /** Fields with known values, over `this`. */
  readonly known: ReadonlyMap<string, Expression>
  /** Fields that are typed, or computed from unknown values. */
  readonly unknown: ReadonlySet<string>
  /** Fields that the caller always gives, each of which needs its right. */
  readonly needed: readonly string[]
}

/** The new record, in conditions. */
const MADE = 'the new record'

export function creationOffered(model: Model, caller: CallerRoles, made: NewRecord): Expression {
  const { entity, needed } = made
  if (bypassesPermissions(caller)) return TRUE
  if (isForbidden(model, entity, 'create', null)) return FALSE
  const grants = grantsOf(model, caller, entity, 'create').map(({ permission, condition }) => ({
    permission,
    condition: mayHoldOf(model, made, condition),
  }))
  const covering = (field: string): Expression => {
    if (isForbidden(model, entity, 'create', field)) return FALSE
    return anyOf(
      grants.flatMap(({ permission, condition }: Grant) => (permission.fields.includes(field) ? [condition] : [])),
    )
  }
  return allOf([
    anyOf(grants.map(({ condition }) => condition)),
    ...needed.map(covering),
    ...begunBy(model, caller, made),
  ])
}

/** Rows from `nothing` say who creates a record in which state. */
function begunBy(model: Model, caller: CallerRoles, made: NewRecord): Expression[] {
  return model.states.machines.flatMap(({ entity, creations }) =>
    entity !== made.entity || creations.length === 0
      ? []
      : [
          anyOf(
            creations.flatMap(({ who }) =>
              who.map((performer) => mayHoldOf(model, made, performerCondition(model, caller, performer, entity))),
            ),
          ),
        ],
  )
}

function mayHoldOf(model: Model, made: NewRecord, condition: Expression): Expression {
  const entity = entityNamed(model, made.entity)
  const values = new Map(entity.fields.flatMap((field) => valueOf(model, entity, field, made)))
  const apart = substitute(condition, 'this', build.recordVariable(MADE, entity.name))
  const withValues = (part: Expression): Expression => {
    const value =
      part.kind === 'field' && part.of.kind === 'variable' && part.of.name === MADE ? values.get(part.field) : undefined
    return value ?? mapParts(part, withValues)
  }
  return simplify(mayHold(simplify(withValues(apart)), true))
}

/** Without a known value, the field has its stated initial value. */
function valueOf(model: Model, entity: Entity, field: Field, { known, unknown }: NewRecord): [string, Expression][] {
  const value = known.get(field.name)
  if (value !== undefined) return [[field.name, value]]
  if (unknown.has(field.name)) return []
  const read = fieldOf(model, build.recordVariable(MADE, entity.name), entity.name, field)
  const initial = field.type.kind === 'state' ? machineOf(model, entity.name, field.name) : null
  if (initial !== null) return initial.creations.length > 0 ? [] : [[field.name, literalLike(read, initial.initial)]]
  if (field.isBuiltIn || !isStored(field) || MADE_BY_PRODUCT.includes(field.type.kind)) return []
  if (field.default !== null) {
    const isPlain =
      field.default.kind === 'literal' || (field.default.kind === 'variable' && field.default.name === 'me')
    return isPlain ? [[field.name, field.default]] : []
  }
  return field.isRequired || isNeverEmpty(field.type) ? [] : [[field.name, literalLike(read, null)]]
}

/** `isWanted`: unknown parts count as true, otherwise as false. */
function mayHold(condition: Expression, isWanted: boolean): Expression {
  if (!variablesIn(condition).has(MADE)) return condition
  if (condition.kind === 'binary' && condition.operator === '&&')
    return allOf([mayHold(condition.left, isWanted), mayHold(condition.right, isWanted)])
  if (condition.kind === 'binary' && condition.operator === '||')
    return anyOf([mayHold(condition.left, isWanted), mayHold(condition.right, isWanted)])
  if (condition.kind === 'unary' && condition.operator === '!')
    return { ...condition, operand: mayHold(condition.operand, !isWanted) }
  return isWanted ? TRUE : FALSE
}
