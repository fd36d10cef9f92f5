import { readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { type Cells, cellsOf } from '../../testing/cells.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { folderOfFiles } from '../files/folder-of-files.ts'
import { restoreBackup } from './restore.ts'

// Written by testing/servers/stored-backup.ts, one for each release.
const FOLDER = fileURLToPath(new URL('../../testing/backups/', import.meta.url))
const VERSIONS = readdirSync(FOLDER).flatMap((name) => /^(.*)\.zip$/.exec(name)?.[1] ?? [])

it.each(VERSIONS)('a backup of version %s comes back, every cell of it', async (version) => {
  await using database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-stored-'))
  const before = JSON.parse(await readFile(join(FOLDER, `${version}.json`), 'utf8')) as Cells
  await restoreBackup(database.connectionString, join(FOLDER, `${version}.zip`), { files: folderOfFiles(folder) })
  const after = await cellsOf(database.pool)
  expect(different(before, after)).toEqual([])
  expect(different(before, await withOneOther(database.pool))).toEqual(['thing'])
  await rm(folder, { recursive: true })

  async function withOneOther(pool: typeof database.pool): Promise<Cells> {
    await pool.query(`UPDATE thing SET tint = '#000000' WHERE name = 'thing 1'`)
    return cellsOf(pool)
  }
})

/** Tables with a changed cell. Later versions may have additional tables and columns. */
function different(before: Cells, after: Cells): string[] {
  return Object.keys(before).filter((name) => {
    const rows = before[name] ?? []
    const columns = Object.keys(JSON.parse(rows[0] ?? '{}') as object)
    return JSON.stringify(sorted(rows, columns)) !== JSON.stringify(sorted(after[name] ?? [], columns))
  })
}

function sorted(rows: readonly string[], columns: readonly string[]): string[] {
  return rows.map((row) => JSON.stringify(columns.map((column) => JSON.parse(row)[column]))).toSorted()
}
