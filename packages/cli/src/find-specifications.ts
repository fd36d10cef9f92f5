// Files and folders on the command line → the files of specifications. A named file is always taken; in a folder and
// its subfolders, `isSpecification` decides about each `*.md` file. A chapter stands for the file that lists it.

import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listedChapters } from '@ninefold/core/read/chapters.ts'
import { isSpecification } from '@ninefold/core/read/recognise.ts'
import { Stop } from './terminal/exit.ts'
import { specificationOf, textOrNull } from './specification-of.ts'

export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false
}

/** In the order of the arguments, and within a folder by name. Throws Stop if a folder has no specification. */
export async function findSpecifications(words: readonly string[]): Promise<string[]> {
  const files: string[] = []
  for (const word of words) {
    if (!(await isFolder(word))) files.push(await specificationOf(word))
    else {
      const inside = await withoutChapters(await specificationsIn(word))
      if (inside.length === 0)
        throw new Stop(`There is no specification in ${word}: no file *.md with the heading of one of the nine points.`)
      files.push(...inside)
    }
  }
  return [...new Set(files)]
}

/** Skips hidden folders and installed packages. */
export function isSearched(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules'
}

async function specificationsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new Stop(`${folder} can't be read: ${error instanceof Error ? error.message : String(error)}.`)
  })
  const sorted = entries.filter(({ name }) => isSearched(name)).sort((a, b) => (a.name < b.name ? -1 : 1))
  const found: string[] = []
  for (const entry of sorted) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) found.push(...(await specificationsIn(path)))
    else if (/\.md$/i.test(entry.name) && (await isOne(path))) found.push(path)
  }
  return found
}

async function withoutChapters(files: readonly string[]): Promise<string[]> {
  const chapters = new Set<string>()
  for (const file of files)
    for (const path of listedChapters((await textOrNull(file)) ?? '')) chapters.add(join(dirname(file), path))
  return files.filter((file) => !chapters.has(file))
}

async function isOne(file: string): Promise<boolean> {
  const text = await textOrNull(file)
  return text !== null && isSpecification(text)
}
