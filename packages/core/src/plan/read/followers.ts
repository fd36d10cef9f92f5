// Followers of a record → the statements that read them from the record: ids of users.

import * as build from '../../expression/build.ts'
import { EACH, eachOf } from '../../expression/check/each-of.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Entity } from '../../model/entities.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { fieldOf } from '../../model/paths.ts'
import { equals } from '../../rights/list-conditions.ts'
import type { Viewer } from '../../rights/readable.ts'
import type { Statement } from '../sql/sql.ts'
import { planList } from './lists.ts'

/**
 * For the record with the id `key`. Each row contains ids of users and lists of them, as JSON. Null: the record names
 * no followers.
 */
export function planOwnFollowers(viewer: Viewer, entity: Entity): Statement | null {
  const fields = fieldsOf(entity, null)
  if (fields.length === 0) return null
  const conditions = [equals(viewer, entity, fieldNamed(entity, 'id'), 'key')]
  return planUsers(viewer, entity, fields, { relation: null, conditions })
}

/** The followers that records in a list of the bound `record` name. */
export function planFollowersInList(viewer: Viewer, entity: Entity, list: string): Statement {
  const { model } = viewer
  const field = fieldNamed(entity, list)
  if (field.type.kind !== 'collection') throw new Error(`"${list}" of "${entity.name}" is no list of records.`)
  const relation = { of: entity, field, record: 'record' }
  return planUsers(viewer, entityNamed(model, field.type.entity), fieldsOf(entity, list), { relation, conditions: [] })
}

/** The record whose list `list` contains the record of `part` bound as `key`; as JSON. */
export function planWhole(viewer: Viewer, part: Entity, via: string): Statement {
  const whole = fieldOf(viewer.model, build.recordVariable('this', part.name), part.name, fieldNamed(part, via))
  return planList(viewer, {
    entity: part,
    relation: null,
    conditions: [equals(viewer, part, fieldNamed(part, 'id'), 'key')],
    order: [],
    output: build.object([{ key: 'whole', value: idOf(viewer.model, whole) }]),
    page: { kind: 'all' },
  })
}

/** Lists of the record that contain further followers. */
export function followedLists({ followers }: Entity): readonly string[] {
  return [...new Set(followers?.paths.flatMap(({ list }) => list ?? []))]
}

function fieldsOf({ followers }: Entity, of: string | null): readonly string[] {
  return followers?.paths.filter(({ list }) => list === of).map(({ field }) => field) ?? []
}

function planUsers(
  viewer: Viewer,
  entity: Entity,
  fields: readonly string[],
  where: Pick<Parameters<typeof planList>[1], 'relation' | 'conditions'>,
): Statement {
  const { model } = viewer
  const record = build.recordVariable('this', entity.name)
  const entries = fields.map((name) => ({
    key: name,
    value: idOf(model, fieldOf(model, record, entity.name, fieldNamed(entity, name))),
  }))
  return planList(viewer, { entity, ...where, order: [], output: build.object(entries), page: { kind: 'all' } })
}

/** The id of a record, or of each in a list. */
function idOf(model: Model, value: Expression): Expression {
  const one = value.type.kind === 'list' ? value.type.of : value.type
  if (one.kind !== 'record') throw new Error('Followers are records.')
  const entity = entityNamed(model, one.entity)
  const id = (of: Expression): Expression => fieldOf(model, of, entity.name, fieldNamed(entity, 'id'))
  return value.type.kind === 'list' ? eachOf(value, id(build.recordVariable(EACH, entity.name)), value.span) : id(value)
}
