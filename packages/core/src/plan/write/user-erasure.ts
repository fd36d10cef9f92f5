// Erasing a user → statements that empty the identifying fields of their record and its parts. The records stay, so
// that other people's views stay complete. Rules of point 5 do not apply, as for expired personal data.

import { columnName } from '../sql/database-names.ts'
import { column, idType, table } from '../sql/statement-scope.ts'
import { joinSql, rawSql, renderSql, type Sql, type Statement, sql, variable } from '../sql/sql.ts'
import { isListOfValues } from '../../model/field-types.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { builtIn, fieldNamed } from '../../model/find.ts'
import { type ForgottenFields, forgottenFields, forgottenValue } from '../../model/users/forgotten-fields.ts'
import type { Viewer } from '../../rights/readable.ts'

export interface Forgetting {
  readonly entity: string
  /** Fields to be emptied. */
  readonly fields: readonly string[]
  /** The column by which parts refer to the user. Null: the user's own record. */
  readonly partOf: string | null
  /**
   * Uses the bound `user` and `password hash`. Returns the `id` of each record, and its former `addresses`, for which
   * messages may still be waiting.
   */
  readonly statement: Statement
}

export function planForgetting(viewer: Viewer): readonly Forgetting[] {
  const words = viewer.model.limits.language === 'de' ? 'Ehemalige Person' : 'Former user'
  return forgottenFields(viewer.model).map((each) => forgettingOf(viewer, each, words))
}

function forgettingOf(viewer: Viewer, { entity, part, fields }: ForgottenFields, words: string): Forgetting {
  const reference = part === null ? null : fieldNamed(entity, part)
  const isMeant =
    reference === null
      ? sql`t."id" = ${variable('user', idType(entity))}`
      : sql`t.${column(reference)} = ${variable('user', idTypeOfUsers(viewer, reference))}`
  const hasVersion = builtIn(entity, 'version') !== null
  const assigned = [
    ...fields.map((field) => sql`${column(field)} = ${valueSql(field, words)}`),
    ...(hasVersion ? [sql`"version" = t."version" + 1`] : []),
  ]
  return {
    entity: entity.name,
    fields: fields.map(({ name }) => name),
    partOf: reference === null ? null : columnName(reference.name, reference.type),
    // The inner statement reads the former values.
    statement: renderSql(sql`
      UPDATE ${table(entity)} AS t SET ${joinSql(assigned, ', ')}
      FROM (SELECT t."id", ${addressesSql(fields)} AS addresses FROM ${table(entity)} AS t WHERE ${isMeant}) AS before
      WHERE t."id" = before."id" RETURNING t."id"::text AS id, before.addresses AS addresses`),
  }
}

/** Addresses of e-mails and webhooks. */
function addressesSql(fields: readonly Field[]): Sql {
  const addresses = fields.filter(({ type }) => type.kind === 'email' || type.kind === 'url')
  if (addresses.length === 0) return rawSql(`'{}'::text[]`)
  const columns = addresses.map((field) => sql`t.${column(field)}::text`)
  return sql`array_remove(ARRAY[${joinSql(columns, ', ')}], NULL)`
}

function idTypeOfUsers({ model }: Viewer, { type }: Field): string {
  const name = type.kind === 'reference' ? type.entity : ''
  const users = model.entities.entities.find((entity: Entity) => entity.name === name)
  if (users === undefined) throw new Error(`Defect: ${name} is no entity of users.`)
  return idType(users)
}

function valueSql(field: Field, words: string): Sql {
  const value = forgottenValue(field)
  switch (value?.kind) {
    case 'nothing':
      return isListOfValues(field.type) ? rawSql(`'{}'`) : rawSql('NULL')
    case 'words':
      return rawSql(`'${words}'`)
    case 'words with id':
      return sql`${rawSql(`'${words} '`)} || t."id"::text`
    case 'address':
      return rawSql(`'former-user-' || t."id"::text || '@forgotten.invalid'`)
    case 'password':
      return variable('password hash', 'text')
    case undefined:
      // N662 refuses it.
      throw new Error(`Defect: ${field.name} cannot be forgotten.`)
  }
}
