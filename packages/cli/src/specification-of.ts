// A file → the specification that it belongs to, which may list it as a chapter.

import { readdir, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { listedChapters } from '@ninefold/core/read/chapters.ts'
import type { Source } from '@ninefold/core/text/source.ts'
import { readOneFile, readSpecificationFile } from './specification-file.ts'
import { Stop } from './terminal/exit.ts'

/** Null: it cannot be read as text, so it is not a specification. */
export async function textOrNull(file: string): Promise<string | null> {
  try {
    return (await readOneFile(file)).text
  } catch (error) {
    if (error instanceof Stop) return null
    throw error
  }
}

/** The folder of a chapter and those above it in which the file that lists it is looked for. */
const FOLDERS_MAX = 4
/** A folder with more Markdown files holds notes, and would take long to read. */
const FILES_MAX = 500

/**
 * The specification that a file belongs to: the file that lists it as a chapter, or itself. Relative if the file's name
 * is.
 */
export async function specificationOf(file: string): Promise<string> {
  const path = await realpath(file).catch(() => resolve(file))
  let folder = dirname(path)
  for (let above = 0; above < FOLDERS_MAX; above++) {
    const main = await listingIn(folder, path)
    if (main !== null) return isAbsolute(file) ? main : relative('', main)
    if (dirname(folder) === folder) break
    folder = dirname(folder)
  }
  return file
}

async function listingIn(folder: string, chapter: string): Promise<string | null> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.flatMap((entry) =>
    /\.md$/i.test(entry.name) && (entry.isFile() || entry.isSymbolicLink()) ? [entry.name] : [],
  )
  if (names.length > FILES_MAX) return null
  for (const name of names.sort()) {
    const file = join(folder, name)
    if (file === chapter) continue
    for (const path of listedChapters((await textOrNull(file)) ?? '')) {
      const listed = await realpath(join(folder, path)).catch(() => join(folder, path))
      if (listed === chapter) return file
    }
  }
  return null
}

/** The specification in a named file. Throws Stop if the file is a chapter of another one. */
export async function readNamedSpecification(file: string): Promise<Source> {
  const main = await specificationOf(file)
  if (main !== file) throw new Stop(`${file} is a chapter of ${main}: name that file instead.`)
  return readSpecificationFile(file)
}
