// States of a record → the condition, over `this`, that it is in one of them.

import * as build from '../../expression/build.ts'
import type { Expression } from '../../expression/expression.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { fieldOf } from '../../model/paths.ts'

export function inState(model: Model, entityName: string, fieldName: string, from: readonly string[]): Expression {
  const entity = entityNamed(model, entityName)
  return isAmong(
    fieldOf(model, build.recordVariable('this', entityName), entityName, fieldNamed(entity, fieldName)),
    from,
  )
}

export function isAmong(state: Expression, values: readonly string[]): Expression {
  const { type, span } = state
  const items = values.map((value) => build.literal(value, type, span))
  return build.binary('in', state, build.list(items, type, span))
}
