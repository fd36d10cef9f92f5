// Files that sample data names: they lie beside the text, belong to its records, and are refused if the field would
// refuse them.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile } from '@ninefold/core/compile.ts'
import { UTC } from '@ninefold/core/expression/evaluate/time-zone.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadRecords } from '../../store/data/load-data.ts'
import { openDatabase } from '../../store/driver/database.ts'
import { folderOfFiles } from '../../store/files/folder-of-files.ts'
import { migrate } from '../../store/migrate/migrate.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { dataFilesIn } from './data-files.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninefold-beside-'))
  await mkdir(join(folder, 'pictures'))
  await writeFile(join(folder, 'pictures', 'oak.png'), Buffer.from(PIXEL, 'base64'))
  await writeFile(join(folder, 'notes.txt'), 'Just words.')
  await writeFile(join(folder, 'large.png'), Buffer.concat([Buffer.from(PIXEL, 'base64'), Buffer.alloc(2000)]))
})
afterAll(() => rm(folder, { recursive: true }))

const text = (picture: string, gallery: string) => `# Test

## 3. Entities and their fields

### Entity: Board

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required, unique | | |
| picture | image up to 1 KB | | | |
| gallery | list of image up to 1 KB, at most 3 | | | |

### Sample data: Board

| name | picture | gallery |
| --- | --- | --- |
| Oak | ${picture} | ${gallery} |`

async function loaded(picture: string, gallery = '', hasPlace = true) {
  const { model, diagnostics } = compile(text(picture, gallery))
  if (model === null) throw new Error(JSON.stringify(diagnostics))
  const place = await createTestDatabase()
  const database = openDatabase({ connectionString: place.connectionString })
  const store = folderOfFiles(join(folder, 'kept'))
  try {
    const owner = { model, schema: planTables(model), timeZone: UTC, secretTexts: null }
    await migrate(database.pool, owner.schema, { consent: false })
    await loadRecords(database, hasPlace ? { ...owner, dataFiles: dataFilesIn(folder, store) } : owner, 'sample')
    const { rows } = await database.pool.query('SELECT picture, gallery FROM board')
    const uses = await database.pool.query('SELECT field, file::text AS file FROM ninefold.file_use ORDER BY field')
    const file = rows[0].picture === null ? null : await store.read(rows[0].picture.id)
    return { ...rows[0], uses: uses.rows, bytes: file === null ? null : Buffer.concat(await file.toArray()).length }
  } finally {
    await database.close()
    await place.drop()
  }
}

it('are kept, and held by the record that names them', async () => {
  const found = await loaded('pictures/oak.png', 'pictures/oak.png, pictures/oak.png')
  expect(found.picture).toMatchObject({ name: 'oak.png', type: 'image/png', size: 70 })
  expect(found.gallery).toHaveLength(2)
  expect(found.uses.map(({ field }: { field: string }) => field)).toEqual(['gallery', 'gallery', 'picture'])
  expect(found.bytes).toBe(70)
})

it('are refused where there is none, one of another type, or a larger one', async () => {
  await expect(loaded('pictures/elm.png')).rejects.toThrow('there is no file "pictures/elm.png" beside this text.')
  await expect(loaded('notes.txt')).rejects.toThrow('"notes.txt" is no picture')
  await expect(loaded('large.png')).rejects.toThrow('"large.png" is larger than 1 KB.')
})

it('stay out of fields that need none, where there is no place for files', async () => {
  expect(await loaded('pictures/oak.png', '', false)).toMatchObject({ picture: null, uses: [] })
})
