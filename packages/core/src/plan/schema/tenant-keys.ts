// Tenants → foreign keys that include the tenant, so that PostgreSQL itself refuses references across tenants, for every writer.

import type { Entity, Field, Tenancy } from '../../model/entities.ts'
import { builtIn, entityNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { columnName, compositeName, linkColumns, linkTableName, tableName } from '../sql/database-names.ts'
import { inPublic, quoted, quotedText } from './ddl.ts'
import type { Column, Counter, History, Index, Reference } from './schema.ts'

/** The tenant column; null: the entity's records have no tenant. A tenant belongs to itself. */
export function tenantColumn({ entities: { tenancy } }: Model, entity: string): string | null {
  if (tenancy === null) return null
  if (entity === tenancy.tenant) return 'id'
  return tenancy.belonging.includes(entity) ? columnOfTenant(tenancy) : null
}

export function columnOfTenant({ tenant, field }: Tenancy): string {
  return columnName(field, { kind: 'reference', entity: tenant })
}

/** The tenant columns of both ends of a reference. Null: one end has no tenant. */
export function tenantOfBoth(model: Model, source: string, target: string): Required<Reference>['tenant'] | null {
  const { tenancy } = model.entities
  if (tenancy === null || target === tenancy.tenant) return null
  const [own, other] = [tenantColumn(model, source), tenantColumn(model, target)]
  return own === null || other === null ? null : { column: own, target: other }
}

/** A user's current tenant must be one of the user's memberships; when the membership ends, it is cleared. */
export function currentTenantReference(model: Model, { name }: Entity, { name: field }: Field): Reference[] {
  const { tenancy } = model.entities
  if (tenancy === null || name !== tenancy.users || field !== tenancy.field) return []
  const column = columnOfTenant(tenancy)
  return [
    {
      name: compositeName(name, field, 'membership'),
      column,
      field,
      table: tableName(name),
      target: { table: tableName(tenancy.membership), column, entity: tenancy.membership },
      tenant: { column: 'id', target: userColumn(tenancy) },
      onDelete: 'SET NULL',
    },
  ]
}

/** The column of memberships with their user. */
export function userColumn({ user, users }: Tenancy): string {
  return columnName(user, { kind: 'reference', entity: users })
}

/** The unique key by which other tables reference a record together with its tenant. */
export function tenantIndexes(model: Model, { name }: Entity): Index[] {
  const { tenancy } = model.entities
  if (tenancy === null || !tenancy.belonging.includes(name)) return []
  const column = columnOfTenant(tenancy)
  return [
    {
      name: compositeName(name, tenancy.field, 'id', 'tenant'),
      keys: [quoted(column), '"id"'],
      columns: [column, 'id'],
      fields: ['id', tenancy.field],
      unique: { ignoringCase: false, within: [tenancy.field] },
    },
  ]
}

/** A user's first tenant becomes the current one, and another membership replaces a current one that ends. */
export function currentTenants(model: Model): History[] {
  const { tenancy } = model.entities
  if (tenancy === null) return []
  const { membership, users, tenant: of } = tenancy
  const [tenant, user] = [quoted(columnOfTenant(tenancy)), quoted(userColumn(tenancy))]
  const [onMemberships, onUsers] = [inPublic(tableName(membership)), inPublic(tableName(users))]
  const order = builtIn(entityNamed(model, membership), 'createdAt') === null ? '"id"' : '"created_at", "id"'
  const first = `(SELECT m.${tenant} FROM ${onMemberships} AS m WHERE m.${user} = u."id" ORDER BY ${order} LIMIT 1)`
  const body = `
BEGIN
UPDATE ${onUsers} AS u SET ${tenant} = ${first} WHERE u."id" = coalesce(NEW.${user}, OLD.${user}) AND u.${tenant} IS NULL;
RETURN NULL;
END
`
  const { create, drop } = triggerOf(compositeName('~', membership, 'current'), onMemberships, {
    body,
    event: `AFTER INSERT OR DELETE OR UPDATE OF ${user}, ${tenant}`,
    fill: [],
  })
  return [
    {
      about: `The current ${of} of each ${users} follows from ${membership}.`,
      entity: membership,
      field: tenancy.field,
      tables: [tableName(membership), tableName(users)],
      columns: ['id', columnOfTenant(tenancy), userColumn(tenancy)],
      create: [...create, `UPDATE ${onUsers} AS u SET ${tenant} = ${first} WHERE u.${tenant} IS NULL`],
      drop,
    },
  ]
}

/** Links of a list have the tenant of the list's owner. */
export function tenantOfPairs(
  model: Model,
  entity: Entity,
  field: Field,
  target: Entity,
  idType: (entity: Entity) => string,
): Column | null {
  const { tenancy } = model.entities
  const both = tenantOfBoth(model, entity.name, target.name)
  if (tenancy === null || both === null) return null
  const type = idType(entityNamed(model, tenancy.tenant))
  const { owner } = linkColumns(entity.name, field.name, target.name)
  const table = inPublic(linkTableName(entity.name, field.name))
  const column = quoted(PAIR_TENANT)
  const of = (alias: string): string =>
    `(SELECT o.${quoted(both.column)} FROM ${inPublic(tableName(entity.name))} AS o WHERE o."id" = ${alias}.${quoted(owner)})`
  return {
    name: PAIR_TENANT,
    field: field.name,
    kind: 'reference',
    type,
    isRequired: true,
    default: null,
    isIdentity: false,
    sequence: null,
    isOwn: true,
    fill: null,
    counter: triggerOf(compositeName(entity.name, field.name, 'tenant'), table, {
      body: `\nBEGIN\nNEW.${column} := ${of('NEW')};\nRETURN NEW;\nEND\n`,
      event: 'BEFORE INSERT OR UPDATE',
      fill: [`UPDATE ${table} SET ${column} = NULL`],
    }),
  }
}

/** A name that no field can have. */
export const PAIR_TENANT = 'tenant$id'

interface Trigger {
  readonly body: string
  readonly event: string
  readonly fill: readonly string[]
}

function triggerOf(name: string, table: string, { body, event, fill }: Trigger): Counter {
  const functionName = `ninefold.${quoted(name)}`
  return {
    name,
    create: [
      `CREATE FUNCTION ${functionName}() RETURNS trigger LANGUAGE plpgsql SET search_path TO pg_catalog, public AS ${quotedText(body)}`,
      `CREATE TRIGGER ${quoted(name)} ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${functionName}()`,
    ],
    fill,
    drop: [`DROP TRIGGER IF EXISTS ${quoted(name)} ON ${table}`, `DROP FUNCTION IF EXISTS ${functionName}()`],
  }
}
