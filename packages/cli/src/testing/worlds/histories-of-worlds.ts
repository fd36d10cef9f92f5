// Adds changes to a database's histories, by everybody and in everybody's records.

import { isInHistory } from '@ninefold/core/model/find.ts'
import { columnName, tableName } from '@ninefold/core/plan/sql/database-names.ts'
import { inPublic, quoted } from '@ninefold/core/plan/schema/ddl.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'

const RECORDS_MAX = 24

export async function addHistories({ model, database }: Application, people: readonly string[]): Promise<void> {
  const client = await database.pool.connect()
  try {
    let turn = 0
    for (const entity of model.entities.entities)
      for (const field of entity.fields.filter((each) => isInHistory(entity, each))) {
        const [table, column] = [inPublic(tableName(entity.name)), quoted(columnName(field.name, field.type))]
        const { rows } = await client.query<{ id: string }>(
          `SELECT id::text FROM ${table} ORDER BY id LIMIT ${RECORDS_MAX}`,
        )
        for (const { id } of rows) {
          await client.query('BEGIN')
          await client.query("SELECT set_config('ninefold.caller', $1, true)", [people[turn++ % people.length] ?? ''])
          // Takes the value of another record. A row that the database's constraints refuse is skipped.
          await client
            .query(
              `UPDATE ${table} AS t SET ${column} =
                 (SELECT one.${column} FROM ${table} AS one WHERE one.${column} <> t.${column} OR t.${column} IS NULL
                  ORDER BY one.${column} LIMIT 1)
               WHERE t.id::text = $1`,
              [id],
            )
            .then(() => client.query('COMMIT'))
            // A deferred constraint refuses at the commit.
            .catch(() => client.query('ROLLBACK'))
        }
      }
  } finally {
    client.release()
  }
}
