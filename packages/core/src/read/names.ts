// Shared pieces of the points' grammars. In a grammar "`" is one code span.

import { DIRECTIONS } from '../grammar/values.ts'
import type { Direction } from '../model/field-types.ts'
import { matchPhrase, splitPhrase, writtenOf, sliceOf, spanOf, type Phrase } from '../outline/phrase.ts'
import type { CallReferenceDraft } from '../draft/call-reference.ts'
import type { Written } from '../text/source.ts'
import { isMethod } from './parts.ts'
import { unreadable, type Reading } from './reading.ts'

/** A name: no spaces and no punctuation of the grammars. */
export const NAME = '[^\\s,;:.`"()=]+'

const BY_HAND = 'by hand'

export const DIRECTION = Object.keys(DIRECTIONS).join('|')

const SORT = new RegExp(`^(?<field>${NAME}(?:\\.${NAME})*) (?<direction>${DIRECTION})(?: when (?<when>\`))?$`, 'd')

export interface Sort {
  readonly field: Written
  readonly direction: Direction
  /** Written as "by hand", which only a rank is. */
  readonly isByHand?: true
  /** A condition, in steps only. */
  readonly when?: Written
}

/** `updatedAt newest first`, several joined by "then"; in a step also ``title A to Z when `…` ``. */
export function sortsIn(words: Phrase, reading: Reading, mayDepend = false): Sort[] {
  const sorts: Sort[] = []
  let from = 0
  for (const part of words.text.split(/ then (?=\S)/)) {
    const phrase = sliceOf(words, from, from + part.length)
    from += part.length + ' then '.length
    const match = matchPhrase(phrase, SORT)
    if (match === null || (match.has('when') && !mayDepend)) {
      const wayOut = /[(+*]/.test(phrase.text.split(' when ')[0] ?? '')
        ? 'Sort by a field, which may be computed: give the entity a field with this expression.'
        : `Write a field and one of ${Object.keys(DIRECTIONS).join(', ')}.`
      unreadable(phrase, 'an order', wayOut, reading)
      continue
    }
    const when = match.writtenOrNull('when')
    sorts.push({
      field: match.written('field'),
      direction: directionOf(match.written('direction').text),
      ...(match.written('direction').text === BY_HAND ? { isByHand: true as const } : {}),
      ...(when === null ? {} : { when }),
    })
  }
  return sorts
}

export function directionOf(words: string): Direction {
  return DIRECTIONS[words] ?? 'ascending'
}

const CALL = /^(?<method>[A-Z]+) (?<path>\/\S*)$/d

/** `POST /api/tickets` in backticks. */
export function callReferenceIn(words: Phrase, reading: Reading): CallReferenceDraft | null {
  const written = writtenOf(words)
  const match = CALL.exec(written.text)
  const { method, path } = match?.indices?.groups ?? {}
  if (method === undefined || path === undefined || !isMethod(written.text.slice(...method))) {
    return unreadable(words, 'a call', 'Write a method and a path in backticks: `GET /api/tickets`.', reading)
  }
  const part = ([from, to]: [number, number]): Written => ({
    text: written.text.slice(from, to),
    span: { start: written.span.start + from, end: written.span.start + to },
  })
  return { method: part(method), path: part(path), span: written.span }
}

const FORMERLY = /^(?<name>[^,]+), was (?<was>.+)$/d

/** `Case, was Ticket`: the name and the former one; null: no former name. */
export function nameAndFormer(words: Phrase): { readonly name: Phrase; readonly was: Written | null } {
  const renamed = matchPhrase(words, FORMERLY)
  return renamed === null ? { name: words, was: null } : { name: renamed.phrase('name'), was: renamed.written('was') }
}

/** Names separated by dots: `category.name`. Null for anything else. */
export function pathIn(words: Phrase): Written[] | null {
  if (!new RegExp(`^${NAME}(?:\\.${NAME})*$`).test(words.text)) return null
  let from = 0
  return words.text.split('.').map((name) => {
    const part = sliceOf(words, from, from + name.length)
    from += name.length + 1
    return writtenOf(part)
  })
}

/** `Ticket.status`: an entity and one of its fields. */
export function fieldOfEntity(words: Phrase): { entity: Written; field: Written } | null {
  const [entity, field, ...more] = pathIn(words) ?? []
  return entity === undefined || field === undefined || more.length > 0 ? null : { entity, field }
}

/** Quoted text without its quotes; other text unchanged. */
export function quotedOrPlain(words: Phrase): Written {
  const isQuoted = /^".*"$/.test(words.text)
  if (!isQuoted) return writtenOf(words)
  const inside = sliceOf(words, 1, words.text.length - 1)
  return inside.text === '' ? { text: '', span: spanOf(words) } : writtenOf(inside)
}

/** Parts between semicolons, without an empty last one. */
export function entriesIn(words: Phrase): Phrase[] {
  return words.text === '' ? [] : splitPhrase(words, ';').filter((part) => part.text !== '')
}
