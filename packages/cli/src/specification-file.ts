// The file of a specification, with the chapters that it lists → one text.

import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { listedChapters } from '@ninefold/core/read/chapters.ts'
import { bound, type ChapterFile, markIn } from '@ninefold/core/text/chapters.ts'
import { linesOf, positionAt } from '@ninefold/core/text/lines.ts'
import type { Source } from '@ninefold/core/text/source.ts'
import { TEXT_LIMITS } from '@ninefold/core/text/text-size.ts'
import { Stop } from './terminal/exit.ts'

/** A character has at most four bytes. Longer files are not read, and no diagnostic can point into them. */
const FILE_BYTES_MAX = 4 * TEXT_LIMITS.charactersMax

/**
 * Throws Stop with the file and the reason. The text excludes byte order marks. A chapter that cannot be read is a
 * diagnostic of the text.
 */
export function readSpecificationFile(file: string): Promise<Source> {
  return readWithChapters(file, withoutMark)
}

/** Keeps byte order marks, for callers that write the files again. */
export function readWholeFile(file: string): Promise<Source> {
  return readWithChapters(file, withMark)
}

/** One file's own text with its byte order mark, whatever chapters it lists. Throws Stop with the reason. */
export async function readOneFile(file: string): Promise<Source> {
  try {
    return { file, text: await textOf(file, withMark) }
  } catch (error) {
    throw new Stop(`${file} can't be read: ${reasonOf(error)}.`)
  }
}

interface Decoder {
  decode(bytes: Uint8Array): string
}

const withoutMark: Decoder = new TextDecoder('utf-8', { fatal: true })
const withMark: Decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Its message is the reason why a file cannot be read, as the end of a sentence. */
class Unreadable extends Error {}

async function readWithChapters(file: string, decoder: Decoder): Promise<Source> {
  try {
    const main = await textOf(file, decoder)
    const chapters: ChapterFile[] = []
    let characters = main.length
    for (const path of listedChapters(main)) {
      const chapter = await readChapter(file, path, decoder)
      characters += chapter.text.length
      // The text is too large already: the rest of it adds nothing to the diagnostic.
      if (characters > FILE_BYTES_MAX)
        throw new Unreadable(`with its chapters it has more than ${FILE_BYTES_MAX} bytes`)
      chapters.push(chapter)
    }
    return { file, text: bound(main, chapters) }
  } catch (error) {
    throw new Stop(`${file} can't be read: ${reasonOf(error)}.`)
  }
}

/** `main`: the file that lists it. A chapter without a readable file has the reason instead of a text. */
export async function readChapter(main: string, path: string, decoder: Decoder = withoutMark): Promise<ChapterFile> {
  try {
    const real = await realpath(join(dirname(main), path))
    if (!isInside(await realpath(dirname(main)), real)) throw new Unreadable('its file is in another folder')
    if (real === (await realpath(main))) throw new Unreadable('it is the file that lists it')
    if (!(await stat(real)).isFile()) throw new Unreadable('it is not a file')
    return { path, text: await textOf(real, decoder) }
  } catch (error) {
    return { path, text: '', unread: reasonOf(error).replaceAll(/[\r\n]|-->/g, ' ') }
  }
}

export function isInside(folder: string, path: string): boolean {
  const inside = relative(folder, path)
  return inside !== '' && !isAbsolute(inside) && inside.split(sep)[0] !== '..'
}

async function textOf(file: string, decoder: Decoder): Promise<string> {
  const { size } = await stat(file)
  if (size > FILE_BYTES_MAX) throw new Unreadable(`it has ${size} bytes, and ${FILE_BYTES_MAX} are possible`)
  const text = decoder.decode(await readFile(file))
  const mark = markIn(text)
  if (mark === null) return text
  const { line } = positionAt(linesOf(text), mark)
  throw new Unreadable(`its line ${line} is the mark of a chapter, which has a file of its own`)
}

function reasonOf(error: unknown): string {
  if (error instanceof Unreadable) return error.message
  if (error instanceof TypeError) return 'it is not UTF-8 text'
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return NO_FILE
    case 'EISDIR':
      return 'it is a folder'
    case 'EACCES':
    case 'EPERM':
      return 'this is not permitted'
    default:
      return error instanceof Error ? error.message : String(error)
  }
}

export const NO_FILE = 'there is no such file'
