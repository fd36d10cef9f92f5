// The allotments of this folder, a specification in four files → a copy to change.

import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HERE = fileURLToPath(new URL('.', import.meta.url))

export const GARDEN_FILES = ['allotments.md', 'garden/plots.md', 'garden/rights.md', 'garden/words.md'] as const

/** Writes the files into a folder. */
export async function copyGarden(folder: string): Promise<void> {
  for (const file of GARDEN_FILES) await cp(join(HERE, file), join(folder, file))
}

export function gardenFile(folder: string, file: (typeof GARDEN_FILES)[number]): Promise<string> {
  return readFile(join(folder, file), 'utf8')
}

/** Replaces words of one file. Throws if it does not have them. */
export async function change(
  folder: string,
  file: (typeof GARDEN_FILES)[number],
  before: string,
  after: string,
): Promise<void> {
  const text = await gardenFile(folder, file)
  if (!text.includes(before)) throw new Error(`${file} does not have ${before}`)
  await writeFile(
    join(folder, file),
    text.replace(before, () => after),
  )
}
