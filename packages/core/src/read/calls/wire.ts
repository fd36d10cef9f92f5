// HTTP beyond JSON in a call → draft: rows of `Header | Like | Needed` and `Cookie | Like | Needed`, its labels, and
// the headers and cookies of an answer.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { AnswerWireDraft, CarriedDraft, CallWireDraft } from '../../draft/wire.ts'
import { isJsonType } from '../../model/steps/media-types.ts'
import { type BodyKind, PLAIN_BODIES } from '../../model/wire.ts'
import { matchPhrase, spanOf, splitPhrase, writtenOf, type Match, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import type { LabelReader, Row } from '../expected.ts'
import { shownOrNothing, unreadable, type Reading } from '../reading.ts'
import { errorBodyOf, errorHeadersOf } from './error-body.ts'
import { carriedLike, neededOf } from './inputs.ts'

type CarriedColumn = 'Header' | 'Cookie'

export function carriedOf<Column extends CarriedColumn>(
  column: Column,
  { cells, span }: Row<Column | 'Like' | 'Needed'>,
  reading: Reading,
): CarriedDraft | null {
  const cell = cells[column]
  const from = column === 'Header' ? 'header' : 'cookie'
  if (!/^[A-Za-z][\w-]*$/.test(cell.text))
    return unreadable(cell, `the name of a ${from}`, 'Write letters, digits and dashes: X-Api-Version.', reading)
  const name = writtenOf(cell)
  const needed = neededOf(cells.Needed, name.text, reading, ['yes', 'no'])
  return { from, name, like: carriedLike(cells.Like, name.text, reading), isNeeded: needed === 'yes', span }
}

export type LabelledWire = { -readonly [Key in keyof Omit<CallWireDraft, 'carried'>]: CallWireDraft[Key] }

export type WireLabel = 'Body' | 'Values' | 'Unknown inputs' | 'Built-in errors' | 'Error body' | 'Error headers'

export function wireLabels(labelled: LabelledWire, reading: Reading): Record<WireLabel, LabelReader> {
  return {
    Body: (value) => {
      const words = shownOrNothing(value, 'The form of the body', reading)
      if (words === null) return
      const parts = splitPhrase(words, ',').flatMap((part) => splitPhrase(part, ' or '))
      const named = parts.find((part) => MEDIA_TYPE.test(part.text))
      labelled.bodySaid = { span: spanOf(words), mediaType: named === undefined ? null : writtenOf(named) }
      labelled.bodies = bodiesIn(words, parts, reading)
    },
    Values: (value) => {
      labelled.isLenient = oneOf(value, 'The treatment of values', ['lenient', 'exact'], reading) === 'lenient'
    },
    'Built-in errors': (value) => {
      const words = shownOrNothing(value, 'Statuses of built-in errors', reading)
      labelled.statuses = words === null ? [] : statusesIn(words, reading)
    },
    'Error body': (value) => {
      labelled.errorBody = errorBodyOf(value, reading)
    },
    'Error headers': (value) => {
      labelled.errorHeaders = errorHeadersOf(value, reading)
    },
    'Unknown inputs': (value) => {
      labelled.unknownInputs = oneOf(value, 'The treatment of unknown inputs', ['refused', 'ignored'], reading)
    },
  }
}

function oneOf<Word extends string>(
  value: Phrase,
  what: string,
  words: readonly Word[],
  reading: Reading,
): Word | null {
  const found = shownOrNothing(value, what, reading)
  if (found === null) return null
  const word = words.find((each) => each === found.text)
  if (word !== undefined) return word
  const told = diagnostic('N011', spanOf(found), 'not here', writtenOf(found).text).suggesting(found.text, words)
  reading.found.push(told.hint === null ? told.withHint(`Write one of ${words.join(', ')}.`) : told)
  return null
}

const STATUS_OF = /^(?<error>[a-z -]+) (?<status>[245]\d\d)$/d

function statusesIn(words: Phrase, reading: Reading): LabelledWire['statuses'] {
  return splitPhrase(words, ',').flatMap((part) => {
    const match = matchPhrase(part, STATUS_OF)
    if (match !== null) return [{ error: match.written('error'), status: match.written('status') }]
    const how = 'Write errors of the product and their statuses: blank 400, wrong type 400.'
    return unreadable(part, 'a status of a built-in error', how, reading) ?? []
  })
}

const BODIES: readonly BodyKind[] = ['JSON', 'form', 'multipart', 'text', 'file']
/** Of these a call may take several. A stream is either a text or a form. */
const BESIDE_OTHERS: readonly BodyKind[] = ['JSON', 'form', 'multipart', 'text']

/** `form, multipart or JSON`, `JSON or text/markdown`, in any order. */
function bodiesIn(words: Phrase, parts: readonly Phrase[], reading: Reading): readonly BodyKind[] {
  const kinds = parts.map(({ text }) => (MEDIA_TYPE.test(text) ? 'text' : text))
  const areTogether = kinds.every((each, index) => isAmong(each, BESIDE_OTHERS) && kinds.indexOf(each) === index)
  const areStreams = kinds.includes('text') && kinds.includes('multipart')
  if (areTogether && !areStreams) return kinds as BodyKind[]
  const several = [...BESIDE_OTHERS, 'form or JSON', 'text or JSON', 'JSON, form or multipart']
  const only = oneOf(words, 'The form of the body', kinds.length > 1 ? several : BODIES, reading)
  return only === null ? PLAIN_BODIES : [only as BodyKind]
}

function isAmong(word: string, kinds: readonly string[]): boolean {
  return kinds.includes(word)
}

const MEDIA_TYPE = /^[a-z]+\/[a-z0-9][a-z0-9.+-]*$/i

const HEADER = /^header (?<name>[A-Za-z][\w-]*) (?<value>`)$/d
const COOKIE = /^cookie (?<name>[A-Za-z][\w-]*) (?:(?<removed>removed)|(?<value>`)(?: for (?<for>`))?)$/d

/** The text after an answer's body. Missing: plain JSON. Null: invalid, already reported. */
export function answerWireOf(match: Match, reading: Reading): { readonly wire?: AnswerWireDraft } | null {
  const headers: AnswerWireDraft['headers'][number][] = []
  const cookies: AnswerWireDraft['cookies'][number][] = []
  for (const part of match.has('more') ? splitPhrase(match.phrase('more'), ',') : []) {
    if (part.text === '') continue
    const header = matchPhrase(part, HEADER)
    const cookie = header === null ? matchPhrase(part, COOKIE) : null
    if (header !== null) headers.push({ name: header.written('name'), value: header.written('value') })
    else if (cookie !== null)
      cookies.push({
        name: cookie.written('name'),
        value: cookie.writtenOrNull('value'),
        keptFor: cookie.writtenOrNull('for'),
      })
    else {
      const how = 'Write header NAME `…`, cookie NAME `…` for `…`, or cookie NAME removed.'
      return unreadable(part, 'something that an answer carries', how, reading)
    }
  }
  const as = match.writtenOrNull('form')
  const to = match.writtenOrNull('to')
  if (as === null && to === null && headers.length === 0 && cookies.length === 0) return {}
  return { wire: { ...formOf(as), to, headers, cookies } }
}

/** The name of a media type shows whether its bodies are JSON; all others are texts. */
function formOf(as: Written | null): Pick<AnswerWireDraft, 'form' | 'mediaType'> {
  if (as === null) return { form: 'JSON' }
  if (as.text === 'text' || as.text === 'html' || as.text === 'csv') return { form: as.text }
  return { form: isJsonType(as.text) ? 'JSON' : 'text', mediaType: as }
}
