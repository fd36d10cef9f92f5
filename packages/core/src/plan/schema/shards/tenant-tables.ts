// A schema with tenants → its tables whose rows belong to one tenant, and those that tenants share, each with the
// condition for its rows.

import type { Model } from '../../../model/model.ts'
import { tableName } from '../../sql/database-names.ts'
import { inPublic, quoted } from '../ddl.ts'
import type { Schema, Table } from '../schema.ts'
import { PAIR_TENANT, tenantColumn } from '../tenant-keys.ts'

export interface TenantTable {
  readonly table: Table
  /** The column with the tenant. Null: a table of links whose other end has no tenant, which follow their owner. */
  readonly column: string | null
  /** Of links without a tenant of their own. */
  readonly owner: OwnerOfLinks | null
}

export interface OwnerOfLinks {
  /** The column of the link table, and table and tenant column of its owner. */
  readonly column: string
  readonly table: string
  readonly tenantColumn: string
}

/** In the order of the schema. The table of tenants is one of them. */
export function tenantTables(model: Model, { tables }: Schema): TenantTable[] {
  if (model.entities.tenancy === null) return []
  return tables.flatMap((table): TenantTable[] => {
    const ofOwner = tenantColumn(model, table.entity)
    if (table.field === null) return ofOwner === null ? [] : [{ table, column: ofOwner, owner: null }]
    if (table.columns.some(({ name }) => name === PAIR_TENANT)) return [{ table, column: PAIR_TENANT, owner: null }]
    const column = ownerColumn(table)
    if (ofOwner === null || column === null) return []
    return [{ table, column: null, owner: { column, table: tableName(table.entity), tenantColumn: ofOwner } }]
  })
}

/** Tables of users and of excepted entities, without their tables of links. */
export function sharedTables(model: Model, { tables }: Schema): Table[] {
  return tables.filter(({ entity, field }) => field === null && tenantColumn(model, entity) === null)
}

/** Tables of links between shared records. */
export function sharedLinks(model: Model, schema: Schema): { readonly table: Table; readonly owner: string }[] {
  const ofTenants = new Set(tenantTables(model, schema).map(({ table }) => table.name))
  return schema.tables.flatMap((table) => {
    const owner = ofTenants.has(table.name) ? null : ownerColumn(table)
    return owner === null ? [] : [{ table, owner }]
  })
}

/** SQL of the condition that a row of the table belongs to the tenant. `tenant`: SQL of its id as a text. */
export function belongsTo({ table, column, owner }: TenantTable, alias: string, tenant: string): string {
  if (column !== null) return `${alias}.${quoted(column)} = (${tenant})::${typeOf(table, column)}`
  if (owner === null) throw new Error(`Defect: ${table.name} has neither a tenant nor an owner.`)
  return `${alias}.${quoted(owner.column)} IN (SELECT o."id" FROM ${inPublic(owner.table)} AS o WHERE o.${quoted(owner.tenantColumn)} = ${tenant})`
}

function typeOf({ columns }: Table, column: string): string {
  return columns.find(({ name }) => name === column)?.type ?? 'text'
}

/** The first column of a table of links is that of their owner. Null: a table of records. */
function ownerColumn({ field, columns }: Table): string | null {
  return field === null ? null : (columns[0]?.name ?? null)
}
