// A record that is deleted → the records that go with it, because a field of theirs says "deleted together".

import type { Entity, Field } from '../../model/entities.ts'
import { entityNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { renderSql, type Statement, sql, variable } from '../sql/sql.ts'
import { column, idType, loadedColumns, table } from '../sql/statement-scope.ts'

/** Those of `entity` whose field points to the record. */
export interface Going {
  readonly entity: Entity
  readonly field: Field
}

/** Records that go with one of the entity, as far as a rule about deletions is asked of it or of what goes with it in turn. */
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

/** The records, held until the end of the transaction: what is asked of them is then still so. */
export function planGoing(model: Model, { entity, field }: Going): Statement {
  const owner = field.type.kind === 'reference' ? entityNamed(model, field.type.entity) : entity
  const whole = variable('whole', idType(owner))
  return renderSql(
    sql`SELECT ${loadedColumns(entity, 't')} FROM ${table(entity)} AS t WHERE t.${column(field)} = ${whole} ORDER BY t."id" FOR UPDATE`,
  )
}
