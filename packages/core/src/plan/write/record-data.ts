// Finding and loading the records of a specification's own tables → statements without rights: the text itself acts,
// and only rules apply.

import type { Entity, Field } from '../../model/entities.ts'
import { fieldNamed } from '../../model/find.ts'
import type { Viewer } from '../../rights/readable.ts'
import { columnName } from '../sql/database-names.ts'
import type { Schema } from '../schema/schema.ts'
import { identifier, joinSql, renderSql, type Sql, type Statement, sql, textLiteral, variable } from '../sql/sql.ts'
import { column, idType, table, valueType } from '../sql/statement-scope.ts'
import { givenVariable } from './record-writes.ts'

/** The id of the record whose fields have the values `key0`, `key1` …. */
export function planRecordWith(viewer: Viewer, entity: Entity, fields: readonly Field[]): Statement {
  const areSame = fields.map((field, index) => {
    const key = variable(`key${index}`, valueType(viewer, field))
    const own = column(field)
    return field.unique?.ignoringCase === true ? sql`${lowered(own)} = ${lowered(key)}` : sql`${own} = ${key}`
  })
  return renderSql(sql`SELECT "id" FROM ${table(entity)} WHERE ${joinSql(areSame, ' AND ')} ORDER BY "id" LIMIT 1`)
}

/** Tells whether the record with the id `record` still exists. */
export function planRecordThere(entity: Entity): Statement {
  return renderSql(sql`SELECT "id" FROM ${table(entity)} WHERE "id" = ${variable('record', idType(entity))}`)
}

/** Sets the states that the row names, without transitions. */
export function planStatesOfRow(entity: Entity, fields: readonly Field[]): Statement {
  const assigned = fields.map((field) => sql`${column(field)} = ${variable(givenVariable(field.name), 'text')}`)
  return renderSql(
    sql`UPDATE ${table(entity)} SET ${joinSql(assigned, ', ')} WHERE "id" = ${variable('record', idType(entity))}`,
  )
}

/** Moves a sequence past the numbers in loaded records, so that no number is given twice. */
export function planSequencePast(schema: Schema, entity: Entity, name: string): Statement {
  const field = fieldNamed(entity, name)
  const columnOfField = columnName(field.name, field.type)
  const found = schema.tables
    .find((candidate) => candidate.entity === entity.name && candidate.field === null)
    ?.columns.find((candidate) => candidate.name === columnOfField)
  if (found?.sequence == null) throw new Error(`"${entity.name}.${name}" has no sequence.`)
  const sequence = textLiteral(`public."${found.sequence.name}"`)
  const last = sql`SELECT max(${identifier(columnOfField)}) FROM ${table(entity)}`
  // `nextval` is called only to read the position of the sequence, which returns that number next.
  return renderSql(sql`SELECT setval(${sequence}, greatest((${last}) + 1, nextval(${sequence})), false) AS next`)
}

function lowered(value: Sql): Sql {
  return sql`lower(${value} COLLATE "und-x-icu")`
}
