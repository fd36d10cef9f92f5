// Replaces a file atomically with a new text, unless somebody has saved it in the meantime.

import { randomUUID } from 'node:crypto'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Source } from '@ninefold/core/text/source.ts'
import { Stop } from './terminal/exit.ts'
import { readWholeFile } from './specification-file.ts'

/** `source`: the file as it was read. */
export async function rewriteFile(source: Source, text: string): Promise<void> {
  try {
    // A symbolic link stays: its target is replaced.
    const path = await realpath(source.file)
    const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
    try {
      await writeThrough(temporary, text, (await stat(path)).mode)
      if ((await readWholeFile(source.file)).text !== source.text)
        throw new Stop(`${source.file} was changed meanwhile, and is left as it is.`)
      await rename(temporary, path)
    } finally {
      await rm(temporary, { force: true })
    }
  } catch (error) {
    if (error instanceof Stop) throw error
    throw new Stop(`${source.file} can't be written: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** Synced to disk before the rename, because a power failure must not leave an empty file. */
async function writeThrough(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
