// A file system in memory that can be filled and emptied. Only root can mount one.

import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const FILLING = 'filling'

export interface MemoryDisk extends AsyncDisposable {
  readonly path: string
}

export async function mountMemoryDisk(megabytes: number): Promise<MemoryDisk> {
  const run = promisify(execFile)
  const path = await mkdtemp(join(tmpdir(), 'ninefold-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', path])
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      // A killed process may still have files open there.
      await run('umount', ['--lazy', path])
      await rm(path, { recursive: true })
    },
  }
}

export async function fillDisk(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(path)
  const file = await open(join(path, FILLING), 'w')
  const megabyte = Buffer.alloc(1_048_576)
  try {
    for (let written = 0; written < bavail * bsize; written += megabyte.length) await file.write(megabyte)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause
  } finally {
    await file.close()
  }
}

export function emptyDisk(path: string): Promise<void> {
  return rm(join(path, FILLING))
}
