// A deleted record → the records that its deletion cascades to, because their fields say "deleted together".

import type { Entity, Field } from '../../model/entities.ts'
import { entityNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { renderSql, type Statement, sql, variable } from '../sql/sql.ts'
import { column, idType, loadedColumns, table } from '../sql/statement-scope.ts'

/** Records of `entity` whose field refers to the deleted record. */
export interface Going {
  readonly entity: Entity
  readonly field: Field
}

/** Cascades that lead to an entity with a rule about deletions, directly or indirectly. */
export function goingUnderRules(model: Model, name: string): readonly Going[] {
  return going(model, name).filter(({ entity }) => areRulesAsked(model, entity.name, new Set()))
}

function going(model: Model, name: string): Going[] {
  return model.entities.entities.flatMap((entity) =>
    entity.fields.flatMap((field) =>
      field.type.kind === 'reference' && field.type.entity === name && field.onDeletion === 'deleted together'
        ? [{ entity: entityNamed(model, entity.name), field }]
        : [],
    ),
  )
}

function areRulesAsked(model: Model, name: string, seen: Set<string>): boolean {
  if (seen.has(name)) return false
  seen.add(name)
  return (
    model.validation.rules.some(({ entity, when }) => entity === name && when.kind === 'delete') ||
    going(model, name).some(({ entity }) => areRulesAsked(model, entity.name, seen))
  )
}

/** Reads and locks the records, so that checks of them stay true until the end of the transaction. */
export function planGoing(model: Model, { entity, field }: Going): Statement {
  const owner = field.type.kind === 'reference' ? entityNamed(model, field.type.entity) : entity
  const whole = variable('whole', idType(owner))
  return renderSql(
    sql`SELECT ${loadedColumns(entity, 't')} FROM ${table(entity)} AS t WHERE t.${column(field)} = ${whole} ORDER BY t."id" FOR UPDATE`,
  )
}
