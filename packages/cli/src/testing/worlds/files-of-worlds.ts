// Adds uploads to a database, in the fields that accept them: pictures and texts, in records that this person sees and
// in others.

import { Readable } from 'node:stream'
import { columnName, tableName } from '@ninefold/core/plan/sql/database-names.ts'
import { inPublic, quoted } from '@ninefold/core/plan/schema/ddl.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import type { FileStore } from '@ninefold/server/store/files/file-store.ts'
import { addFile, keptFiles, setUses } from '@ninefold/server/store/files/kept-files.ts'

const RECORDS_MAX = 12
/** A PNG of one red pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)

export async function addFiles({ model, database }: Application, store: FileStore): Promise<void> {
  let number = 0
  for (const { name: entity, fields } of model.entities.entities)
    for (const { name: field, type, computed } of fields) {
      if (type.kind !== 'file' || computed !== null) continue
      const table = inPublic(tableName(entity))
      const { rows } = await database.pool.query<{ id: string }>(
        `SELECT id::text FROM ${table} ORDER BY id LIMIT ${RECORDS_MAX}`,
      )
      for (const { id: record } of rows) {
        number += 1
        const id = await upload(database, store, number, type.media === 'image' || number % 2 === 0)
        const file = JSON.stringify((await keptFiles(database, [id])).get(id)?.file)
        await database.pool.query(
          `UPDATE ${table} SET ${quoted(columnName(field, type))} = ${type.isList ? 'ARRAY[$1::jsonb]' : '$1::jsonb'} WHERE id::text = $2`,
          [file, record],
        )
        await setUses(database, { entity, field, record }, [id])
      }
    }
}

async function upload(
  database: Application['database'],
  store: FileStore,
  number: number,
  isPicture: boolean,
): Promise<string> {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const content = isPicture ? PICTURE : Buffer.from(`Paper ${number}`)
  const received = await store.receive(id, Readable.from([content]), content.length)
  await received.keep()
  const name = isPicture ? `picture ${number}.png` : `paper ${number}.txt`
  const type = isPicture ? 'image/png' : 'text/plain'
  await addFile(database, { id, name, size: received.size, type, from: { place: 'the beginning' } })
  return id
}
