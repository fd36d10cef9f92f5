// Reads the text of a specification.

import { readFile, stat } from 'node:fs/promises'
import type { Source } from '@ninefold/core/text/source.ts'
import { TEXT_LIMITS } from '@ninefold/core/text/text-size.ts'
import { Stop } from './terminal/exit.ts'

/** A character has at most four bytes. Longer files are not read, and no diagnostic can point into them. */
const FILE_BYTES_MAX = 4 * TEXT_LIMITS.charactersMax

/** Throws Stop with the file and the reason. The text excludes a byte order mark. */
export function readSpecificationFile(file: string): Promise<Source> {
  return readSource(file, new TextDecoder('utf-8', { fatal: true }))
}

/** Keeps a byte order mark, for callers that write the file again. */
export function readWholeFile(file: string): Promise<Source> {
  return readSource(file, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }))
}

async function readSource(file: string, decoder: InstanceType<typeof TextDecoder>): Promise<Source> {
  try {
    const { size } = await stat(file)
    if (size > FILE_BYTES_MAX)
      throw new Stop(`${file} can't be read: it has ${size} bytes, and ${FILE_BYTES_MAX} are possible.`)
    return { file, text: decoder.decode(await readFile(file)) }
  } catch (error) {
    if (error instanceof Stop) throw error
    throw new Stop(`${file} can't be read: ${reasonOf(error)}.`)
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof TypeError) return 'it is not UTF-8 text'
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return 'there is no such file'
    case 'EISDIR':
      return 'it is a folder'
    case 'EACCES':
    case 'EPERM':
      return 'this is not permitted'
    default:
      return error instanceof Error ? error.message : String(error)
  }
}
