// A data folder → the right to be its only owner.
// The lock is one that the operating system holds for us and gives back when the process ends, however
// it ends: a pid in a file alone would go stale after a kill -9, and two starters could take it over at
// the same time. SQLite, which Node has built in, takes such a lock alike on every platform.
// The holder is written beside it, only so that the second starter can be told.

import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another running process owns this data folder. */
export class DataFolderBusy extends Error {
  readonly folder: string
  /** Null when the owner has locked the folder and not yet written who it is. */
  readonly processId: number | null

  constructor(folder: string, owner: DataFolderOwner | null) {
    const who = owner === null ? 'another process' : `process ${owner.processId}, started ${owner.startedAt}`
    super(`The data folder ${folder} is in use by ${who}. Stop that process, or choose another folder.`)
    this.name = 'DataFolderBusy'
    this.folder = folder
    this.processId = owner?.processId ?? null
  }
}

export interface DataFolderOwner {
  readonly processId: number
  readonly startedAt: string
}

export interface DataFolderLock {
  release(): void
}

// A lock lives as long as its connection, so the connection must not be garbage while it is held.
const held = new Set<DatabaseSync>()

/** Takes the folder, making it when it does not exist, or throws DataFolderBusy. */
export function lockDataFolder(folder: string): DataFolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Two spellings of one folder are one folder.
  const path = realpathSync(folder)
  const ownerFile = join(path, 'owner.json')
  const database = new DatabaseSync(join(path, 'owner.lock'))
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (isBusy(error)) throw new DataFolderBusy(folder, readOwner(ownerFile))
    throw error
  }
  held.add(database)
  const owner: DataFolderOwner = {
    processId: process.pid,
    startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
  }
  writeFileSync(ownerFile, JSON.stringify(owner), { mode: 0o600 })
  return {
    release() {
      if (held.delete(database)) database.close()
    },
  }
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

function readOwner(file: string): DataFolderOwner | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as DataFolderOwner
  } catch (error) {
    // The owner may be just about to write it: an absent or half-written file names nobody yet.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
