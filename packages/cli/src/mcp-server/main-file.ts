// A file name from an agent → the specification that it is, or that lists it as a chapter.

import type { Source } from '@ninefold/core/text/source.ts'
import { specificationOf } from '../specification-of.ts'
import { readSpecificationFile } from '../specification-file.ts'
import type { WorkingFolder } from './working-folder.ts'

/** Relative to the folder. Throws Stop if one of the two is outside. */
export async function mainFile(folder: WorkingFolder, name: string): Promise<string> {
  const file = await folder.specification(name)
  return folder.specification(await specificationOf(folder.pathOf(file)))
}

/** The whole specification. Errors and places use file names relative to the folder. */
export async function sourceOf(folder: WorkingFolder, name: string): Promise<Source> {
  const file = await mainFile(folder, name)
  const { text } = await readSpecificationFile(folder.pathOf(file))
  return { file, text }
}
