// Results of reading besides the draft, and functions that all readers share.

import type { UnsupportedPart } from '../diagnostic/registry.ts'
import type { Openness, QuestionDraft } from '../draft/draft.ts'
import { diagnostic, type Diagnostic, type Sentence } from '../diagnostic/diagnostic.ts'
import { inOneWord } from '../model/words.ts'
import type { Block } from '../outline/outline.ts'
import { matchPhrase, spanOf, splitPhrase, writtenOf, type Phrase } from '../outline/phrase.ts'
import { anotherName, isIdentifier, isReserved } from '../text/identifier.ts'
import type { Span, Written } from '../text/source.ts'
import type { Expected } from './expected.ts'
import { meantBy } from './synonyms.ts'

export interface Reading {
  readonly found: Diagnostic[]
  readonly answers: QuestionDraft[]
  /** The valid blocks of each heading, recorded by its reader for completion in editors. */
  readonly expected?: Map<readonly Block[], Expected>
}

const NOT_SHOWN = /^not shown(?: \(assumed: (?<assumed>.+)\))?\.?$/di
const ANY_OF = /^any of (?<options>.+?)\.?$/di
const NONE = /^none(?=$|[ .,;(])/i
const OUT_OF_SCOPE = /^out of scope(?=$|[ .,;(])/i

/** One of the four kinds of openness; null if the text states something. */
export function opennessOf(phrase: Phrase): Openness | null {
  const notShown = matchPhrase(phrase, NOT_SHOWN)
  if (notShown !== null) return { kind: 'not shown', assumed: notShown.writtenOrNull('assumed') }
  const options = optionsOf(phrase)
  if (options !== null) return { kind: 'any of', options: options.map(writtenOf) }
  if (NONE.test(phrase.text)) return { kind: 'none' }
  return OUT_OF_SCOPE.test(phrase.text) ? { kind: 'out of scope' } : null
}

/** Options separated by commas, or by semicolons if they contain commas. */
function optionsOf(phrase: Phrase): Phrase[] | null {
  const anyOf = matchPhrase(phrase, ANY_OF)
  if (anyOf === null) return null
  const options = anyOf.phrase('options')
  const apart = splitPhrase(options, ';')
  return (apart.length > 1 ? apart : splitPhrase(options, ',')).filter(({ text }) => text !== '')
}

/** Text that begins like an openness and continues otherwise: as a value it would mean something else. */
const NEARLY_NOT_SHOWN = /^not shown ?[(,;:–-]/i

/**
 * The text of a required place. Every place that may be open is read through this function or the next one, so that
 * openness has one meaning. Null: not shown, so everything that needs the text is absent; `not shown (assumed: X)`
 * gives X, and `any of A, B` gives the first. `what` names the place in "… is not shown".
 */
export function shown(phrase: Phrase, what: string, reading: Reading): Phrase | null {
  const open = matchPhrase(phrase, NOT_SHOWN)
  if (open !== null) {
    const assumed = open.has('assumed') ? open.phrase('assumed') : null
    const hint = assumed === null ? null : `It runs as: ${writtenOf(assumed).text}.`
    reading.found.push(diagnostic('N007', spanOf(phrase), what).withHint(hint))
    return assumed
  }
  const [first] = optionsOf(phrase) ?? []
  if (first !== undefined) {
    reading.found.push(diagnostic('N020', spanOf(phrase), what).withHint(`It runs as: ${writtenOf(first).text}.`))
    return first
  }
  if (NEARLY_NOT_SHOWN.test(phrase.text))
    return unreadable(phrase, 'something not shown', 'Write not shown, or not shown (assumed: X).', reading)
  return phrase
}

const NOTHING = /^(?:none|out of scope)(?: ?\(.*\))?\.?$/i

/** As `shown`, for an optional place: also null if it is empty, `none` or `out of scope`. */
export function shownOrNothing(phrase: Phrase, what: string, reading: Reading): Phrase | null {
  const words = shown(phrase, what, reading)
  return words === null || words.text === '' || NOTHING.test(words.text) ? null : words
}

/** Tells whether the place is stated to be empty, in contrast to not shown. */
export function isNothing(phrase: Phrase): boolean {
  return NOTHING.test(phrase.text)
}

/** Not shown, and nothing is assumed. */
export function isNotShown(phrase: Phrase): boolean {
  const open = matchPhrase(phrase, NOT_SHOWN)
  return open !== null && !open.has('assumed')
}

/** Tells whether the text is only an openness, and so not prose. */
export function isBareOpenness(phrase: Phrase): boolean {
  return NOT_SHOWN.test(phrase.text) || ANY_OF.test(phrase.text) || NOTHING.test(phrase.text)
}

/** Reports text that does not match the grammar of its place. `hint` says what is valid. */
/** `synonyms`: words of other languages and tools, and what they mean here. */
export function unreadable(
  words: Phrase,
  what: string,
  hint: string,
  reading: Reading,
  synonyms: Readonly<Record<string, string>> = {},
): null {
  const start = what.charAt(0)
  const message: Sentence<'N011'> =
    words.text === ''
      ? ['missing', start.toUpperCase(), what.slice(1)]
      : ['unreadable', writtenOf(words).text, start.toLowerCase(), what.slice(1)]
  const found = diagnostic('N011', spanOf(words), ...message).withHint(hint)
  reading.found.push(found.meaning(meantBy(synonyms, words.text)[0]))
  return null
}

export function unsupported(span: Span, what: UnsupportedPart, reading: Reading): null {
  reading.found.push(diagnostic('N012', span, what))
  return null
}

/** Text in backticks. Without backticks it is accepted with an error and a fix that adds them. */
export function expressionIn(words: Phrase, reading: Reading): Written {
  const code = words.text === '`' ? words.codes[0] : undefined
  if (code !== undefined) return code
  const span = spanOf(words)
  const written = writtenOf(words)
  if (words.codes.length > 0) {
    unreadable(words, 'one expression', 'The whole expression stands in one pair of backticks.', reading)
    return { text: '', span }
  }
  reading.found.push(
    diagnostic('N010', span, written.text)
      .withHint('An expression stands in backticks.')
      .withFix({ title: 'Put backticks around it', edits: [{ span, text: `\`${written.text}\`` }] }),
  )
  return written
}

/** An optional expression of a cell. */
export function expressionOrNull(cell: Phrase, what: string, reading: Reading): Written | null {
  const words = shownOrNothing(cell, what, reading)
  return words === null ? null : expressionIn(words, reading)
}

/** A required expression. */
export function neededExpression(cell: Phrase, what: string, reading: Reading): Written | null {
  const words = shown(cell, what, reading)
  if (words === null) return null
  return words.text === ''
    ? unreadable(words, what, 'Write an expression in backticks.', reading)
    : expressionIn(words, reading)
}

/** Comma-separated names; missing and duplicate ones are reported. */
export function namesIn(words: Phrase, reading: Reading): Written[] {
  if (words.text === '') return []
  const firsts = new Map<string, Written>()
  return splitPhrase(words, ',').flatMap((part) => {
    const name = writtenOf(part)
    const first = firsts.get(name.text)
    if (first !== undefined && name.text !== '') {
      reading.found.push(
        diagnostic('N008', name.span, 'named here', name.text)
          .because(first.span, 'It is first named here.')
          .withHint('Leave one of them out, or name the other one that was meant.'),
      )
      return []
    }
    firsts.set(name.text, name)
    if (name.text !== '') return [name]
    unreadable(part, 'A name', 'Names are separated by one comma each.', reading)
    return []
  })
}

/** A name for expressions: letters, digits and underscores, and not a keyword. */
export function declaredName(words: Phrase, reading: Reading): Written {
  const name = writtenOf(words)
  const why = !isIdentifier(name.text)
    ? name.text === ''
      ? 'empty'
      : 'characters'
    : isReserved(name.text)
      ? 'word of expressions'
      : null
  if (why === null) return name
  const found = diagnostic('N009', name.span, why, name.text)
  reading.found.push(
    why === 'word of expressions'
      ? found.withHint(`Give it another name, such as ${anotherName(name.text)}.`)
      : found.meaning(nameInOneWord(name.text)),
  )
  return name
}

/** `price of work` → `priceOfWork`, `Repair order` → `RepairOrder`; undefined if it does not begin with a letter. */
function nameInOneWord(written: string): string | undefined {
  const plain = written.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')
  const name = inOneWord(plain.match(/[A-Za-z0-9_]+/g) ?? [])
  return isIdentifier(name) && !isReserved(name) ? name : undefined
}
