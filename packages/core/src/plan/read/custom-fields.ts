// The definitions that describe values: those for one record, which judge a write, and those that a caller may see.

import * as build from '../../expression/build.ts'
import { DEFINITION_FIELDS } from '../../model/custom-fields/definitions.ts'
import type { Entity } from '../../model/entities.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { fieldOf } from '../../model/paths.ts'
import type { Viewer } from '../../rights/readable.ts'
import type { SortKey } from '../sql/list-order.ts'
import { joinSql, identifier, renderSql, type Statement, sql, variable } from '../sql/sql.ts'
import { column, idType, table } from '../sql/statement-scope.ts'
import { planList } from './lists.ts'

/** An organisation with more fields of its own needs another model. */
const DEFINITIONS_MAX = 500

/**
 * Rows with the fields of definitions, for the bound record of `entity`: those of its tenant. Rights do not matter,
 * because a rule holds for all.
 */
export function planDefinitionsFor(viewer: Viewer, entity: Entity, definedBy: string, record: string): Statement {
  const definitions = entityNamed(viewer.model, definedBy)
  const columns = stated(definitions).map((name) => {
    const field = fieldNamed(definitions, name)
    return sql`d.${column(field)} AS ${identifier(name)}`
  })
  const { tenancy } = viewer.model.entities
  const own = (of: Entity) => column(fieldNamed(of, tenancy?.field ?? ''))
  const isOwn =
    tenancy?.belonging.includes(definitions.name) === true
      ? sql` WHERE d.${own(definitions)} = (SELECT t.${own(entity)} FROM ${table(entity)} AS t WHERE t."id" = ${variable(record, idType(entity))})`
      : sql``
  return renderSql(sql`SELECT ${joinSql(columns, ', ')} FROM ${table(definitions)} AS d${isOwn} ORDER BY d."id"`)
}

/** Column `json`: each definition that the caller may see, in the order by hand, or by name. */
export function planDefinitions(viewer: Viewer, definedBy: string): Statement {
  const entity = entityNamed(viewer.model, definedBy)
  const valueOf = (name: string) =>
    fieldOf(viewer.model, build.recordVariable('this', entity.name), entity.name, fieldNamed(entity, name))
  const rank = entity.fields.find(({ type }) => type.kind === 'rank')?.name ?? 'name'
  const order: SortKey[] = [{ value: valueOf(rank), direction: 'ascending' }]
  return planList(viewer, {
    entity,
    conditions: [],
    relation: null,
    order,
    output: build.object(stated(entity).map((key) => ({ key, value: valueOf(key) }))),
    page: { kind: 'bounded', take: DEFINITIONS_MAX, isFirst: true },
  })
}

function stated({ fields }: Entity): string[] {
  return DEFINITION_FIELDS.filter((name) => fields.some((field) => field.name === name))
}
