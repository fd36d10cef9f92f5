// A specification's file → its data: the embedded PostgreSQL beside it, and the file's own database in there.

import { writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import {
  DataFolderBusy,
  type EmbeddedPostgresEvent,
  startEmbeddedPostgres,
} from '@ninefold/server/store/embedded-postgres.ts'
import type { FileStore } from '@ninefold/server/store/file-store.ts'
import { folderOfFiles } from '@ninefold/server/store/folder-of-files.ts'
import { databaseNameOf, ownDatabase } from '@ninefold/server/store/own-database.ts'
import { Stop } from './exit.ts'
import { keysBeside } from './keys-for-secrets.ts'

export interface EmbeddedDatabase {
  readonly connectionString: string
  /** Where what its users upload is kept. */
  readonly files: FileStore
  /** What its secret texts are encrypted with. */
  readonly keys: readonly string[]
  stop(): Promise<void>
}

/** Throws Stop when another process has the folder. */
export async function openEmbeddedDatabase(
  file: string,
  folder: string | undefined,
  say: (line: string) => void,
): Promise<EmbeddedDatabase> {
  const dataDirectory = resolve(folder ?? join(dirname(file), '.ninefold'))
  try {
    const postgres = await startEmbeddedPostgres({ dataDirectory, onEvent: (event) => tell(event, say) })
    try {
      await keepOutOfGit(dataDirectory)
      const specification = basename(file).replace(/\.md$/i, '')
      const connectionString = await ownDatabase(postgres, specification)
      const files = folderOfFiles(join(dataDirectory, 'files', databaseNameOf(specification)))
      const keys = await keysBeside(dataDirectory)
      return { connectionString, files, keys, stop: () => postgres.stop() }
    } catch (error) {
      await postgres.stop()
      throw error
    }
  } catch (error) {
    if (error instanceof DataFolderBusy) throw new Stop(error.message)
    throw error
  }
}

function tell(event: EmbeddedPostgresEvent, say: (line: string) => void): void {
  if (event.kind === 'preparing') say('Preparing a database (once) …')
  if (event.kind === 'ended orphan') say('The database was still running without Ninefold; it is taken over.')
  if (event.kind === 'ended unexpectedly') say(`The database ended (${event.reason}); it is started again.`)
}

/** People's data is nothing to commit. */
async function keepOutOfGit(folder: string): Promise<void> {
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}
