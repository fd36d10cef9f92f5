// Records that refer to a user → statements that read one entity in parts, as far as the caller may see them.

import { everythingVisible } from '@ninefold/core/contract/calls/everything-visible.ts'
import * as build from '@ninefold/core/expression/build.ts'
import { allOf, anyOf } from '@ninefold/core/expression/conditions.ts'
import type { Expression } from '@ninefold/core/expression/expression.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { fieldOf } from '@ninefold/core/model/paths.ts'
import { planWalk } from '@ninefold/core/plan/read/list-walk.ts'
import { planRecord } from '@ninefold/core/plan/read/lists.ts'
import { includes, isRecordBoundAs } from '@ninefold/core/rights/list-conditions.ts'
import { fieldVisible, seeing, type Viewer } from '@ninefold/core/rights/readable.ts'
import { planner } from '../context/planner.ts'

/** Fields by which a record refers to a user. Link records of a list are records that refer to the user themselves. */
function referencesTo(users: string, { fields }: Entity): Field[] {
  return fields.filter(
    ({ type, isHidden }) =>
      !isHidden &&
      ((type.kind === 'reference' && type.entity === users) ||
        (type.kind === 'collection' && type.entity === users && type.via === null && type.through === null)),
  )
}

/** Null: no field of the entity refers to users. */
export const ownRecordsPlan = planner('own records', (viewer, entity: Entity, users: string, isFirst: boolean) => {
  const references = referencesTo(users, entity)
  if (references.length === 0) return null
  return planWalk(viewer, {
    entity,
    conditions: [anyOf(references.map((field) => refersToMe(viewer, entity, users, field)))],
    relation: null,
    order: [],
    output: everythingVisible(viewer.model, entity),
    after: isFirst ? null : [],
  })
})

export const ownUserPlan = planner('own user', (viewer, entity: Entity) =>
  planRecord(viewer, entity, [isRecordBoundAs(entity, 'me')], everythingVisible(viewer.model, entity)),
)

/** A reference counts only if the caller may see the field. */
function refersToMe(viewer: Viewer, entity: Entity, users: string, field: Field): Expression {
  const self = build.recordVariable('this', entity.name)
  const isSeen = fieldVisible(seeing(viewer, 'this'), entity.name, field.name, self)
  if (field.type.kind === 'collection') return allOf([isSeen, includes(viewer, entity, field, 'me')])
  const value = fieldOf(viewer.model, self, entity.name, field)
  return allOf([isSeen, build.binary('==', value, build.recordVariable('me', users))])
}
