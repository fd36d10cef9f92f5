// A specification's file → its data: the embedded PostgreSQL beside it, and the file's own database inside.

import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import {
  DataFolderBusy,
  type EmbeddedPostgresEvent,
  startEmbeddedPostgres,
} from '@ninefold/server/store/embedded/embedded-postgres.ts'
import type { FileStore } from '@ninefold/server/store/files/file-store.ts'
import { folderOfFiles } from '@ninefold/server/store/files/folder-of-files.ts'
import { databaseNameOf, inOwnDatabase, ownDatabase } from '@ninefold/server/store/embedded/own-database.ts'
import { runningPostgres } from '@ninefold/server/store/embedded/running-postgres.ts'
import { tellingFailures } from '../evolution/failures-of-data.ts'
import { Stop } from '../terminal/exit.ts'
import { keysBeside } from './keys-for-secrets.ts'

export interface EmbeddedDatabase {
  readonly connectionString: string
  /** Store of uploads. */
  readonly files: FileStore
  /** The key that encrypts its secret texts. */
  readonly keys: readonly string[]
  stop(): Promise<void>
}

/** Throws Stop if another process uses the folder. */
export async function openEmbeddedDatabase(
  file: string,
  folder: string | undefined,
  say: (line: string) => void,
): Promise<EmbeddedDatabase> {
  try {
    return await open(file, folder, say)
  } catch (error) {
    throw error instanceof DataFolderBusy ? new Stop(error.message) : error
  }
}

/** For reading only, even while another process uses the folder. */
export async function reachEmbeddedDatabase(
  file: string,
  folder: string | undefined,
  say: (line: string) => void,
): Promise<EmbeddedDatabase> {
  const dataDirectory = folderOf(file, folder)
  if (!existsSync(join(dataDirectory, 'cluster'))) throw new Stop(`There is no database in ${dataDirectory}.`)
  return shareEmbeddedDatabase(file, folder, say)
}

/** Created if missing, and shared with another process that uses the folder. */
export async function shareEmbeddedDatabase(
  file: string,
  folder: string | undefined,
  say: (line: string) => void,
): Promise<EmbeddedDatabase> {
  const dataDirectory = folderOf(file, folder)
  try {
    return await open(file, folder, say)
  } catch (error) {
    if (!(error instanceof DataFolderBusy)) throw error
    const connectionString = inOwnDatabase(await runningPostgres(dataDirectory), nameOf(file))
    return { ...(await besideDatabase(file, dataDirectory)), connectionString, stop: async () => {} }
  }
}

async function open(file: string, folder: string | undefined, say: (line: string) => void): Promise<EmbeddedDatabase> {
  const dataDirectory = folderOf(file, folder)
  const postgres = await tellingFailures(null, () =>
    startEmbeddedPostgres({ dataDirectory, onEvent: (event) => tell(event, say) }),
  )
  try {
    await keepOutOfGit(dataDirectory)
    const connectionString = await ownDatabase(postgres, nameOf(file))
    return { ...(await besideDatabase(file, dataDirectory)), connectionString, stop: () => postgres.stop() }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

function folderOf(file: string, folder: string | undefined): string {
  return resolve(folder ?? join(dirname(file), '.ninefold'))
}

function nameOf(file: string): string {
  return basename(file).replace(/\.md$/i, '')
}

async function besideDatabase(file: string, dataDirectory: string): Promise<Pick<EmbeddedDatabase, 'files' | 'keys'>> {
  const files = folderOfFiles(join(dataDirectory, 'files', databaseNameOf(nameOf(file))))
  return { files, keys: await keysBeside(dataDirectory) }
}

function tell(event: EmbeddedPostgresEvent, say: (line: string) => void): void {
  if (event.kind === 'preparing') say('Preparing a database (once) …')
  if (event.kind === 'ended orphan') say('The database was still running without Ninefold; it is taken over.')
  if (event.kind === 'ended unexpectedly') say(`The database ended (${event.reason}); it is started again.`)
}

/** People's data must not be committed. */
async function keepOutOfGit(folder: string): Promise<void> {
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}
