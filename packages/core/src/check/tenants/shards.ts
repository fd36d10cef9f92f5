// A model → the parts that tenants in several databases (shards) cannot have, and those that mean one database there.

import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Entity, Tenancy } from '../../model/entities.ts'
import { fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'

const WRITES: ReadonlySet<string> = new Set(['create', 'change', 'delete'])

export function refuseForShards({ entities, roles }: Model): Diagnostic[] {
  const { tenancy } = entities
  if (tenancy === null) return [diagnostic('N341', { start: 0, end: 0 }, 'no tenants')]
  const { tenant, users, belonging, address } = tenancy
  const isShared = (entity: string): boolean => ![tenant, users, ...belonging].includes(entity)
  return [
    ...(address?.by === 'host' ? [] : [noHost(tenancy)]),
    ...countedIds(entities.entities),
    ...entities.entities.flatMap((entity) => (belonging.includes(entity.name) ? [] : countedValues(entity))),
    ...roles.permissions.flatMap(({ span, entity, actions, isForbidden, isInEveryTenant }): Diagnostic[] => {
      if (isForbidden) return []
      if (isInEveryTenant)
        return [
          diagnostic('N342', span, 'every tenant', tenant).withHint(
            'It may stay: its holders see the others by the server of each database.',
          ),
        ]
      return isShared(entity) && actions.some((action) => WRITES.has(action))
        ? [
            diagnostic('N342', span, 'shared records', entity, tenant).withHint(
              `Let ${entity} belong to the ${tenant}, or write its records as reference data, which every database has.`,
            ),
          ]
        : []
    }),
  ]
}

function noHost({ span, tenant }: Tenancy): Diagnostic {
  return diagnostic('N341', span, 'no host', tenant).withHint(
    'Give the tenants a slug, and write "**Current tenant:** by host, as slug" above the parts of point 6.',
  )
}

/** One line gives ids to all entities. */
function countedIds(entities: readonly Entity[]): Diagnostic[] {
  const id = entities
    .map((entity) => fieldNamed(entity, 'id'))
    .find(({ type }) => type.kind === 'identifier' && type.form === 'counting')
  if (id === undefined) return []
  return [
    diagnostic('N341', id.span, 'counted ids').withHint('Write "id as a random identifier" behind "Every entity has".'),
  ]
}

/** Those of tenants' records are counted for each tenant. */
function countedValues({ name, fields }: Entity): Diagnostic[] {
  return fields.flatMap((field) =>
    field.type.kind === 'sequence'
      ? [
          diagnostic('N341', field.span, 'counted values', name, field.name).withHint(
            'Use a random code, or let the records belong to a tenant.',
          ),
        ]
      : [],
  )
}
