// The kind of ids of an entity: a random uuid, or a number.

import type { Entity } from '../../model/entities.ts'
import type { SqlContext } from './sql-context.ts'

export function entityIn(context: SqlContext, name: string): Entity {
  const entity = context.entities.get(name)
  if (entity === undefined) throw new Error(`Defect: no entity "${name}".`)
  return entity
}

export function idType(entity: Entity): string {
  const id = entity.fields.find(({ type }) => type.kind === 'identifier')
  return id?.type.kind === 'identifier' && id.type.form === 'counting' ? 'bigint' : 'uuid'
}

export function identifierForm(entity: string, context: SqlContext): 'random' | 'counting' {
  const id = entityIn(context, entity).fields.find(({ type }) => type.kind === 'identifier')
  return id?.type.kind === 'identifier' ? id.type.form : 'random'
}
