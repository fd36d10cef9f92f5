// Writes a text from the browser to the files of a specification, unless somebody else has saved one meanwhile.

import type { SavedText, TextToSave } from '@ninefold/core/contract/wire/development.ts'
import { BYTE_ORDER_MARK } from '@ninefold/core/outline/parse-markdown.ts'
import { bound, unbound } from '@ninefold/core/text/chapters.ts'
import { Stop } from '../terminal/exit.ts'
import { rewriteSpecification } from '../rewrite-file.ts'
import { readSpecificationFile, readWholeFile } from '../specification-file.ts'

export async function saveText(file: string, { text, before }: TextToSave): Promise<SavedText> {
  const [{ text: now }, whole] = [await readSpecificationFile(file), await readWholeFile(file)]
  if (now !== before || withMarksOf(whole.text, now) !== whole.text) return { kind: 'changed meanwhile', text: now }
  if (text === now) return { kind: 'saved' }
  try {
    await rewriteSpecification(whole, withMarksOf(whole.text, text))
    return { kind: 'saved' }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    const later = await readSpecificationFile(file)
    return later.text === now
      ? { kind: 'refused', why: error.message }
      : { kind: 'changed meanwhile', text: later.text }
  }
}

/** A text without byte order marks → each of its files has one again, if it has one on disk. */
function withMarksOf(onDisk: string, text: string): string {
  const [whole, plain] = [unbound(onDisk), unbound(text)]
  const marked = (file: string, other: string | undefined): string =>
    other?.startsWith(BYTE_ORDER_MARK) === true ? BYTE_ORDER_MARK + file : file
  return bound(
    marked(plain.main, whole.main),
    plain.chapters.map((chapter, index) => ({ ...chapter, text: marked(chapter.text, whole.chapters[index]?.text) })),
  )
}
