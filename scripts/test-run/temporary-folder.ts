// Temporary files of a test run, in memory if there is room for them. Tests create and delete hundreds of databases
// with a thousand files each, and on a disk the search for free inodes takes a third of the processor time.

import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const SHARED_MEMORY = '/dev/shm'
const PREFIX = 'ninefold-tests-'

/** A whole run takes up to 2 GiB at once. */
const FOLDER_BYTES_MIN = 4 * 2 ** 30
const MEMORY_BYTES_MIN = 8 * 2 ** 30

/**
 * Makes a folder in memory the temporary folder of this process and its children. It is deleted when this process ends.
 */
export function keepTemporaryFilesInMemory(): void {
  // Worker processes read this configuration again, and inherit the folder.
  if (process.env['TMPDIR']?.startsWith(join(SHARED_MEMORY, PREFIX)) || !hasRoom()) return
  removeLeftovers()
  const folder = join(SHARED_MEMORY, `${PREFIX}${process.pid}`)
  mkdirSync(folder)
  // PostgreSQL runs under its own account, so the folder is writable for everybody, like /tmp.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoom(): boolean {
  if (process.platform !== 'linux' || process.availableMemory() < MEMORY_BYTES_MIN) return false
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return bavail * bsize >= FOLDER_BYTES_MIN
  } catch {
    return false
  }
}

/** Removes folders of killed runs, which would stay until the machine restarts. */
function removeLeftovers(): void {
  for (const name of readdirSync(SHARED_MEMORY)) {
    if (!name.startsWith(PREFIX) || isAlive(Number(name.slice(PREFIX.length)))) continue
    const folder = join(SHARED_MEMORY, name)
    if (statSync(folder).uid === process.getuid?.()) rmSync(folder, { recursive: true, force: true })
  }
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (problem) {
    // EPERM: the process belongs to another user, and is alive.
    return (problem as NodeJS.ErrnoException).code === 'EPERM'
  }
}
