// Writes a text from the browser to the specification's file, unless somebody else has saved the file meanwhile.

import type { SavedText, TextToSave } from '@ninefold/core/contract/wire/development.ts'
import { Stop } from '../terminal/exit.ts'
import { rewriteFile } from '../rewrite-file.ts'
import { readSpecificationFile, readWholeFile } from '../specification-file.ts'

export async function saveText(file: string, { text, before }: TextToSave): Promise<SavedText> {
  const [{ text: now }, whole] = [await readSpecificationFile(file), await readWholeFile(file)]
  if (now !== before || !whole.text.endsWith(now)) return { kind: 'changed meanwhile', text: now }
  if (text === now) return { kind: 'saved' }
  const mark = whole.text.slice(0, whole.text.length - now.length)
  try {
    await rewriteFile(whole, mark + text)
    return { kind: 'saved' }
  } catch (error) {
    const later = await readSpecificationFile(file)
    if (!(error instanceof Stop) || later.text === now) throw error
    return { kind: 'changed meanwhile', text: later.text }
  }
}
