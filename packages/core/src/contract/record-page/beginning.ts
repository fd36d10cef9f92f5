// The first line of a record's page: when and by whom it was created. Over `this`, as far as its reader may see it.

import * as build from '../../expression/build.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { builtIn } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { fieldOf } from '../../model/paths.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import { namedRecords } from '../inputs/named-records.ts'

/** Null: the entity stores no time of creation. */
export function beginningExpression(model: Model, entity: Entity): Expression | null {
  const at = builtIn(entity, 'createdAt')
  if (at === null) return null
  const record = build.recordVariable('this', entity.name)
  const maker = makerOf(model, entity)
  return build.object([
    { key: 'at', value: fieldOf(model, record, entity.name, at) },
    ...(maker === null ? [] : [{ key: 'by', value: namedRecords(model, fieldOf(model, record, entity.name, maker)) }]),
  ])
}

/** The author's field: the built-in one, or one that begins with `me` and never changes. */
function makerOf(model: Model, entity: Entity): Field | null {
  const users = signInOf(model.roles)?.entity
  const own = entity.fields.find(
    ({ type, default: begins, isSetOnce, isSetByProduct }) =>
      type.kind === 'reference' &&
      type.entity === users &&
      (isSetOnce || isSetByProduct) &&
      begins?.kind === 'variable' &&
      begins.name === 'me',
  )
  return builtIn(entity, 'createdBy') ?? own ?? null
}
