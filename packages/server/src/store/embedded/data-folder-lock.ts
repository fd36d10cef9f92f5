// A data folder → the exclusive right to it. The operating system holds the lock and releases it when the process ends
// in any way. A pid file alone would be stale after kill -9, and two starters could take it over at once. SQLite, built
// into Node, takes such locks on every platform. The owner is also written to a file, only for the message to a second
// starter.

import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another running process owns this data folder. */
export class DataFolderBusy extends Error {
  readonly folder: string
  /** Null if the owner has locked the folder but not written its id yet. */
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

// A lock lives as long as its connection, so held connections must not be garbage collected.
const held = new Set<DatabaseSync>()

/** Locks the folder, creating it if needed, or throws DataFolderBusy. */
export function lockDataFolder(folder: string): DataFolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Resolves links, so that every spelling of a folder gets the same lock.
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
    // The owner may be about to write the file: while it is missing or incomplete, the owner is unknown.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
