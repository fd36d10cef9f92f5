// The subject of a plan: one model and one set of roles. The SQL context distinguishes rows, parameters and records
// about to be created.

import type { Entity } from '../../model/entities.ts'
import { builtIn, entityNamed, isStored } from '../../model/find.ts'
import type { Field } from '../../model/entities.ts'
import type { Viewer } from '../../rights/readable.ts'
import { currentTenantSql, TENANT_OF_ADDRESS, tenantToTell } from './current-tenant.ts'
import { columnName, tableName } from './database-names.ts'
import { identifier, joinSql, parameter, renderSql, type Sql, type Statement, sql } from './sql.ts'
import type { SqlContext, SqlVariable } from './sql-context.ts'
import { columnType } from './columns.ts'
import { idType } from './identifier-form.ts'

export { idType } from './identifier-form.ts'

/** Variables that are not parameters here; every other name is one. */
export function sqlContext(viewer: Viewer, variables: Readonly<Record<string, SqlVariable>>): SqlContext {
  return {
    entities: new Map(viewer.model.entities.entities.map((entity) => [entity.name, entity])),
    timeZone: viewer.model.limits.timeZone,
    variables: new Map(Object.entries(variables)),
    hasRole: (role) => viewer.caller.roles.has(role),
    ...(viewer.isBehindWall === true ? { reach: 'caller' } : {}),
    ...currentTenantOf(viewer),
  }
}

/** As bindings of every statement. */
function currentTenantOf({ model }: Viewer): Pick<SqlContext, 'currentTenant'> {
  const { tenancy } = model.entities
  if (tenancy === null) return {}
  const me = parameter({ kind: 'variable', name: 'me' }, idType(entityNamed(model, tenancy.users)))
  const named = parameter({ kind: 'variable', name: TENANT_OF_ADDRESS }, idType(entityNamed(model, tenancy.tenant)))
  const currentTenant = currentTenantSql(model, { me, named })
  return currentTenant === undefined ? {} : { currentTenant }
}

export function row(entity: string, alias: string): SqlVariable {
  return { kind: 'row', entity, alias }
}

/** A record whose stored fields are parameters of a bound record: `old`. */
export function boundRecord(viewer: Viewer, entity: Entity, name: string): SqlVariable {
  return {
    kind: 'fields',
    entity: entity.name,
    id: parameter({ kind: 'variable', name }, idType(entity)),
    field: (field) => parameter({ kind: 'variable field', name, field }, fieldColumnType(viewer, entity, field)),
  }
}

/** PostgreSQL's type of a stored field, without a collation: for casts of parameters. */
function fieldColumnType(viewer: Viewer, entity: Entity, name: string): string {
  const field = entity.fields.find((candidate) => candidate.name === name)
  if (field === undefined) throw new Error(`Entity "${entity.name}" has no field "${name}".`)
  return valueType(viewer, field)
}

export function valueType(viewer: Viewer, field: Field): string {
  const { type } = field
  const target =
    type.kind === 'reference' ? viewer.model.entities.entities.find(({ name }) => name === type.entity) : undefined
  const column = columnType(type, target === undefined ? null : idType(target))
  if (column === null) throw new Error(`"${field.name}" is a to-many field and has no column.`)
  return column.replace(/ COLLATE .*/, '')
}

export function table(entity: { readonly name: string }): Sql {
  return identifier(tableName(entity.name))
}

export function column(field: Field): Sql {
  return identifier(columnName(field.name, field.type))
}

/** Stored fields that are loaded into memory: a password's hash is not among them. */
export function loadedFields(entity: Entity): Field[] {
  return entity.fields.filter((field) => isStored(field) && !field.isHidden)
}

/** The row's version, if the entity has versions and the caller may see it. */
export function visibleVersion(entity: Entity, visible: (field: string) => Sql): Sql {
  return builtIn(entity, 'version') !== null
    ? sql`CASE WHEN ${visible('version')} THEN t."version" END`
    : sql`NULL::bigint`
}

/** `t."category_id" AS "category", …`: the columns of a loaded record. `alias` null: without a table name. */
export function loadedColumns(entity: Entity, alias: string | null): Sql {
  const prefix = alias === null ? sql`` : sql`${identifier(alias)}.`
  return joinSql(
    loadedFields(entity).map((field) => sql`${prefix}${column(field)} AS ${identifier(field.name)}`),
    ', ',
  )
}

/**
 * A statement for an answer: it reads only what its caller may see. `isPlannedOnce`: one generic plan for all values.
 * Planning for each value takes several times as long as reading a page. A statement that reads all records of a set is planned for its values.
 */
export function renderForCaller(viewer: Viewer, fragment: Sql, isPlannedOnce = true): Statement {
  if (viewer.isBehindWall !== true) return renderSql(fragment)
  const tenant = tenantToTell(viewer.model)
  return {
    ...renderSql(fragment),
    isForCaller: true,
    ...(isPlannedOnce ? { isPlannedOnce } : {}),
    ...(tenant === null ? {} : { tenant }),
  }
}
