// `ninefold restore FROM FILE`: restores a backup into an empty database.

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileOfChapter, unbound } from '@ninefold/core/text/chapters.ts'
import { BackupUnreadable } from '@ninefold/server/store/backup/backup-file.ts'
import { NotRestored, restoreBackup, specificationIn } from '@ninefold/server/store/backup/restore.ts'
import { type PlaceOptions, withPlace } from '../evolution/open-database.ts'
import { tellingFailures } from '../evolution/failures-of-data.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import { counted } from '../terminal/terminal.ts'

export async function restore(from: string, file: string, options: PlaceOptions): Promise<void> {
  const { kept, text } = await restored(from, file, options)
  const records = kept.tables.filter(({ schema }) => schema === 'public').reduce((sum, { rows }) => sum + rows, 0)
  const uploads = counted(kept.files?.length ?? 0, 'upload')
  process.stdout.write(`${from}: ${counted(records, 'row')} and ${uploads} are restored, as of ${kept.at}.\n`)
  const written = await tellingFailures(null, () => writeSpecification(file, text))
  for (const each of written) process.stdout.write(`${each}: the specification as it was then.\n`)
}

async function restored(from: string, file: string, options: PlaceOptions) {
  try {
    const text = await specificationIn(from)
    const kept = await withPlace(file, options, 'to be made', ({ connectionString, files }) =>
      restoreBackup(connectionString, from, files === undefined ? {} : { files }),
    )
    return { kept, text }
  } catch (error) {
    if (error instanceof Stop) throw new Stop(`Nothing was restored. ${error.message}`, error.exitCode)
    const isSaid = error instanceof BackupUnreadable || error instanceof NotRestored
    throw isSaid ? new Stop(`Nothing was restored. ${error.message}`, EXIT.refused) : error
  }
}

/**
 * Writes the main file and its chapters. Returns the written ones: existing files are kept, perhaps in a newer version,
 * and a main file with all that belongs to it.
 */
async function writeSpecification(file: string, text: string): Promise<string[]> {
  const { main, chapters } = unbound(text)
  if (!(await writeNew(file, main))) return []
  const written = [file]
  for (const { path, text: own } of chapters) {
    const chapter = fileOfChapter(file, path)
    await mkdir(dirname(chapter), { recursive: true })
    if (await writeNew(chapter, own)) written.push(chapter)
  }
  return written
}

/** Returns false if the file already exists. */
async function writeNew(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
