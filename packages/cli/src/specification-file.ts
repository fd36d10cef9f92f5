// A file's name → the specification's text.

import { readFile } from 'node:fs/promises'
import type { Source } from '@ninefold/core/text/source.ts'
import { Stop } from './exit.ts'

/** Throws Stop, naming the file and why it can't be read. A byte order mark is not part of the text. */
export function readSpecificationFile(file: string): Promise<Source> {
  return readSource(file, new TextDecoder('utf-8', { fatal: true }))
}

/** The same with a byte order mark, if there is one: for whoever writes the file again. */
export function readWholeFile(file: string): Promise<Source> {
  return readSource(file, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }))
}

async function readSource(file: string, decoder: InstanceType<typeof TextDecoder>): Promise<Source> {
  try {
    return { file, text: decoder.decode(await readFile(file)) }
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
