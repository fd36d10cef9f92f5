// Finding and loading the records of a specification's own tables → statements.
// No caller's rights are in them: it is the text itself that acts, and it answers to nobody but its rules.

import type { Entity, Field } from '../../model/entities.ts'
import { fieldNamed } from '../../model/find.ts'
import type { Viewer } from '../../rights/readable.ts'
import { columnName } from '../sql/database-names.ts'
import type { Schema } from '../schema/schema.ts'
import { identifier, joinSql, renderSql, type Sql, type Statement, sql, textLiteral, variable } from '../sql/sql.ts'
import { column, idType, table, valueType } from '../sql/statement-scope.ts'
import { givenVariable } from './record-writes.ts'

/** The id of the record whose fields have the values of the variables `key0`, `key1` …. */
export function planRecordWith(viewer: Viewer, entity: Entity, fields: readonly Field[]): Statement {
  const areSame = fields.map((field, index) => {
    const key = variable(`key${index}`, valueType(viewer, field))
    const own = column(field)
    return field.unique?.ignoringCase === true ? sql`${lowered(own)} = ${lowered(key)}` : sql`${own} = ${key}`
  })
  return renderSql(sql`SELECT "id" FROM ${table(entity)} WHERE ${joinSql(areSame, ' AND ')} ORDER BY "id" LIMIT 1`)
}

/** Is the record with the id of the variable `record` still there? */
export function planRecordThere(entity: Entity): Statement {
  return renderSql(sql`SELECT "id" FROM ${table(entity)} WHERE "id" = ${variable('record', idType(entity))}`)
}

/** Puts the bound record in states that its row names, by the variables of given values. No transition happens. */
export function planStatesOfRow(entity: Entity, fields: readonly Field[]): Statement {
  const assigned = fields.map((field) => sql`${column(field)} = ${variable(givenVariable(field.name), 'text')}`)
  return renderSql(
    sql`UPDATE ${table(entity)} SET ${joinSql(assigned, ', ')} WHERE "id" = ${variable('record', idType(entity))}`,
  )
}

/** Moves a sequence past the numbers that records were given, so that it does not give one of them again. */
export function planSequencePast(schema: Schema, entity: Entity, name: string): Statement {
  const field = fieldNamed(entity, name)
  const columnOfField = columnName(field.name, field.type)
  const found = schema.tables
    .find((candidate) => candidate.entity === entity.name && candidate.field === null)
    ?.columns.find((candidate) => candidate.name === columnOfField)
  if (found?.sequence == null) throw new Error(`"${entity.name}.${name}" has no sequence.`)
  const sequence = textLiteral(`public."${found.sequence.name}"`)
  const last = sql`SELECT max(${identifier(columnOfField)}) FROM ${table(entity)}`
  // The number that is taken here only to see where the sequence stands is the next one that it gives.
  return renderSql(sql`SELECT setval(${sequence}, greatest((${last}) + 1, nextval(${sequence})), false) AS next`)
}

function lowered(value: Sql): Sql {
  return sql`lower(${value} COLLATE "und-x-icu")`
}
