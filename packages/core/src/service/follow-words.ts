// A text before and after a rename → the edits of its translations, which are found by the words of the text: an entry
// whose words changed is updated, and one whose words also still exist elsewhere gets another row.

import { Catalogue, phraseKey, wordsInOrder } from '../contract/languages/languages.ts'
import { placesInWords, type Word } from '../contract/languages/word.ts'
import type { Edit } from '../diagnostic/diagnostic.ts'
import type { Translation, TranslatedWords } from '../model/limits.ts'
import type { Model } from '../model/model.ts'
import { printRow } from '../outline/print-row.ts'

export function followingWords(text: string, before: Model | null, after: Model | null): Edit[] {
  if (before === null || after === null || before.limits.translations.length === 0) return []
  const now = wordsInOrder(after)
  const changed = exchangedWords(wordsInOrder(before), now)
  const still = new Set(now.map((word) => JSON.stringify(word)))
  return before.limits.translations.flatMap((translation) => editsOf(text, before, translation, changed, still))
}

interface Changed {
  readonly old: Word
  readonly now: Word
}

/** Between unchanged words, equally many changed ones correspond in order. A different number means new words. */
function exchangedWords(old: readonly Word[], now: readonly Word[]): Changed[] {
  const changed: Changed[] = []
  let [from, fromNow] = [0, 0]
  for (const [at, atNow] of [...commonWords(old, now), [old.length, now.length] as const]) {
    const [gone, come] = [old.slice(from, at), now.slice(fromNow, atNow)]
    gone.forEach((word, index) => {
      const other = gone.length === come.length ? come[index] : come.find((each) => isSameSentence(each, word))
      if (other !== undefined) changed.push({ old: word, now: other })
    })
    ;[from, fromNow] = [at + 1, atNow + 1]
  }
  return changed
}

/** Ignoring names in placeholders. */
function isSameSentence(a: Word, b: Word): boolean {
  const [own, other] = [a, b].map(({ words }) => words.replace(PLACEHOLDER, '{}'))
  return own === other && own !== a.words
}

/** The longest common subsequence, as pairs of indexes. */
function commonWords(old: readonly Word[], now: readonly Word[]): (readonly [number, number])[] {
  const [a, b] = [old, now].map((words) => words.map((word) => JSON.stringify(word))) as [string[], string[]]
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  const lengthAt = (i: number, j: number): number => lengths[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i] as Uint16Array
      row[j] = a[i] === b[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
    }
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length;)
    if (a[i] === b[j]) pairs.push([i++, j++])
    else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i++
    else j++
  return pairs
}

function editsOf(
  text: string,
  model: Model,
  translation: Translation,
  changed: readonly Changed[],
  still: ReadonlySet<string>,
): Edit[] {
  const catalogue = new Catalogue(model, translation)
  const written = new Map<string, Edit[]>()
  for (const each of changed) {
    const entry = catalogue.entryOf(each.old)
    if (entry === null) continue
    const words = renamedWords(entry, each)
    const key = phraseKey(words)
    if (key === phraseKey(entry.words) || written.has(key)) continue
    const said = renamedPlaceholders(entry.translation.text, each)
    const isStillSaid = [...still].some((word) => catalogue.entryOf(JSON.parse(word) as Word) === entry)
    written.set(
      key,
      isStillSaid
        ? [addedRow(text, entry, words, said)]
        : [
            { span: entry.span, text: inCell(words) },
            { span: entry.translation.span, text: inCell(said) },
          ],
    )
  }
  return [...written.values()].flat()
}

/** `Ticket: Body`: the place may be renamed, too. */
function renamedWords({ words }: TranslatedWords, { old, now }: Changed): string {
  const of = old.of === null ? [] : placesInWords(old.of)
  const place = of.find((each) => words.startsWith(`${each}: `))
  if (place === undefined || old.of === null || now.of === null) return now.words
  return `${place === old.of ? now.of : (placesInWords(now.of)[1] ?? now.of)}: ${now.words}`
}

const PLACEHOLDER = /\{([^{}]*)\}/g

function renamedPlaceholders(translation: string, { old, now }: Changed): string {
  const names = [...old.words.matchAll(PLACEHOLDER)].map(([, name]) => name?.trim())
  const others = [...now.words.matchAll(PLACEHOLDER)].map(([, name]) => name?.trim())
  return translation.replace(PLACEHOLDER, (whole, name: string) => {
    const other = others[names.indexOf(name.trim())]
    return other === undefined ? whole : `{${other}}`
  })
}

function addedRow(text: string, { translation }: TranslatedWords, words: string, said: string): Edit {
  const newline = /\r\n|\n|\r/.exec(text.slice(translation.span.end))
  const at = newline === null ? text.length : translation.span.end + newline.index
  const row = printRow([inCell(words), inCell(said)])
  return { span: { start: at, end: at }, text: `${newline?.[0] ?? '\n'}${row}` }
}

function inCell(words: string): string {
  return words.replaceAll('|', '\\|')
}
