// Shared terms of a move: a tenant, the two databases, and the reasons that stop it before anything has changed.

import { inPublic, quoted, quotedText } from '@ninefold/core/plan/schema/ddl.ts'
import { columnOfTenant, userColumn } from '@ninefold/core/plan/schema/tenant-keys.ts'
import { tableName } from '@ninefold/core/plan/sql/database-names.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import type pg from 'pg'

export type Connection = Pick<pg.Client | pg.Pool, 'query'>

export interface MovedTenant {
  readonly model: Model
  readonly schema: Schema
  /** Its id as a text. */
  readonly tenant: string
}

/** The move cannot be made. The message says why and what to do; nothing is changed that a repetition would miss. */
export class MoveRefused extends Error {
  override name = 'MoveRefused'
}

/** The tenants' own tables have to be there. */
export function tenancyOf({ entities }: Model): NonNullable<Model['entities']['tenancy']> {
  if (entities.tenancy === null) throw new MoveRefused('The specification has no tenants.')
  return entities.tenancy
}

/** SQL of the ids of its members, as texts. */
export function membersOf({ model, tenant }: MovedTenant): string {
  const tenancy = tenancyOf(model)
  return `SELECT DISTINCT m.${quoted(userColumn(tenancy))}::text FROM ${inPublic(tableName(tenancy.membership))} AS m
    WHERE m.${quoted(columnOfTenant(tenancy))} = ${quotedText(tenant)}`
}
