// Temporary files of a test run, in memory where there is room for them. Tests make and remove hundreds of databases of a
// thousand files each, and on a disk a third of the processor's time goes into free inodes for them.

import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const SHARED_MEMORY = '/dev/shm'
const PREFIX = 'ninefold-tests-'

/** A whole run takes up to 2 GiB at once. */
const FOLDER_BYTES_MIN = 4 * 2 ** 30
const MEMORY_BYTES_MIN = 8 * 2 ** 30

/** Makes a folder in memory the temporary folder of this process and of those that it starts. It goes with this process. */
export function keepTemporaryFilesInMemory(): void {
  // Workers of a run read the configuration of their own accord, and have the folder by inheritance.
  if (process.env['TMPDIR']?.startsWith(join(SHARED_MEMORY, PREFIX)) || !hasRoom()) return
  removeLeftovers()
  const folder = join(SHARED_MEMORY, `${PREFIX}${process.pid}`)
  mkdirSync(folder)
  // PostgreSQL runs under an account of its own, which has to get through; everybody may write, as in /tmp.
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

/** Runs that were killed leave their folder, which would stay until the next start of the machine. */
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
    // A process of somebody else's is alive, too.
    return (problem as NodeJS.ErrnoException).code === 'EPERM'
  }
}
