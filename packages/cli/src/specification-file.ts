// A file's name → the specification's text.

import { readFile } from 'node:fs/promises'
import type { Source } from '@ninefold/core/text/source.ts'
import { Stop } from './exit.ts'

/** Throws Stop, naming the file and why it can't be read. A byte order mark is not part of the text. */
export async function readSpecificationFile(file: string): Promise<Source> {
  try {
    return { file, text: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file)) }
  } catch (error) {
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
