// Replaces files with new texts, unless somebody has saved one of them in the meantime. Each file is replaced atomically.

import { randomUUID } from 'node:crypto'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { bound, chaptersOf, type ChapterFile, fileOfChapter, unbound } from '@ninefold/core/text/chapters.ts'
import type { Source } from '@ninefold/core/text/source.ts'
import { Stop } from './terminal/exit.ts'
import { isInside, NO_FILE, readOneFile, readWholeFile } from './specification-file.ts'

/** Replaces one file. `source`: the file as `readOneFile` has read it. */
export function rewriteFile(source: Source, text: string): Promise<void> {
  return rewriteAll([{ file: source.file, text }], source, readOneFile)
}

/**
 * Replaces those files of a specification that differ. `source`: as `readWholeFile` has read it. `text` has the same
 * chapters; a chapter without a file gets one as soon as it has a text.
 */
export async function rewriteSpecification(source: Source, text: string): Promise<void> {
  if (!haveSameChapters(source.text, text)) throw new Stop(`${source.file} can't be written: its chapters are others.`)
  const [before, after] = [unbound(source.text), unbound(text)]
  const files = after.chapters.flatMap((chapter, index) =>
    chapter.text === before.chapters[index]?.text
      ? []
      : [{ file: fileOfChapter(source.file, chapter.path), text: chapter.text, chapter }],
  )
  for (const { file, chapter } of files) await refuseUnread(source.file, file, chapter)
  // The list of chapters is last, so that it never names a file that is not there yet.
  const main = after.main === before.main ? [] : [{ file: source.file, text: after.main }]
  await rewriteAll([...files, ...main], source, readWholeFile)
}

function haveSameChapters(one: string, other: string): boolean {
  const marks = (text: string): string =>
    bound(
      '',
      unbound(text).chapters.map((each) => ({ ...each, text: '' })),
    )
  return marks(one) === marks(other) && chaptersOf(one).length === chaptersOf(other).length
}

/** A file that is there and was not read is not overwritten. */
async function refuseUnread(main: string, file: string, { unread }: ChapterFile): Promise<void> {
  if (unread === undefined) return
  const folder = await realpath(dirname(file)).catch(() => null)
  const root = await realpath(dirname(main))
  if (unread !== NO_FILE || folder === null || (folder !== root && !isInside(root, folder)))
    throw new Stop(`${file} can't be written: ${unread === NO_FILE ? 'there is no such folder' : unread}.`)
}

interface NewText {
  readonly file: string
  readonly text: string
}

async function rewriteAll(
  files: readonly NewText[],
  source: Source,
  read: (file: string) => Promise<Source>,
): Promise<void> {
  const prepared: { readonly temporary: string; readonly path: string }[] = []
  try {
    for (const { file, text } of files) prepared.push(await prepare(file, text))
    if ((await read(source.file)).text !== source.text)
      throw new Stop(`${source.file} was changed meanwhile, and is left as it is.`)
    for (const { temporary, path } of prepared) await rename(temporary, path)
  } catch (error) {
    if (error instanceof Stop) throw error
    const named = files.map(({ file }) => file).join(', ')
    throw new Stop(`${named} can't be written: ${error instanceof Error ? error.message : String(error)}.`)
  } finally {
    for (const { temporary } of prepared) await rm(temporary, { force: true })
  }
}

const MODE_OF_NEW_FILES = 0o666

async function prepare(file: string, text: string): Promise<{ readonly temporary: string; readonly path: string }> {
  // A symbolic link stays: its target is replaced.
  const path = await realpath(file).catch(() => file)
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
  const mode = await stat(path).then(
    (found) => found.mode,
    () => MODE_OF_NEW_FILES,
  )
  try {
    await writeThrough(temporary, text, mode)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  return { temporary, path }
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
