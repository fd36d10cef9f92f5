// The "Type" cell of a field → its type. Closed list; types that are not supported yet are known by name.

import { closest, diagnostic } from '../../diagnostic/diagnostic.ts'
import type { BoundDraft } from '../../draft/entities.ts'
import { type FieldType, TEXT_KINDS, type TextKind } from '../../model/field-types.ts'
import { matchPhrase, spanOf, writtenOf, type Match, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { DIRECTION, directionOf, NAME } from '../names.ts'
import { namesIn, shown, unsupported, type Reading } from '../reading.ts'

type TypeDraft = FieldType<Written, BoundDraft>

export type ReadType =
  | { readonly kind: 'type'; readonly type: TypeDraft }
  /** Part of the language, but not supported yet: the field is absent, and using it is no error. */
  | { readonly kind: 'unsupported' }
  /** Not shown, or not readable; a diagnostic has said so. */
  | { readonly kind: 'unknown' }

const SIMPLE = ['percent', 'yes/no', 'date', 'time', 'date and time', 'duration', 'state'] as const

const BOUND = '(?:\\d+|`)'
const TEXT = new RegExp(
  `^(?<kind>${TEXT_KINDS.join('|')}|password)(?: up to (?<upTo>${BOUND})| from (?<from>${BOUND})| (?<min>${BOUND}) to (?<max>${BOUND}))?$`,
  'd',
)
const SIGNED = '(?:-?\\d+|`)'
const WHOLE_NUMBER = new RegExp(
  `^whole number(?: up to (?<upTo>${SIGNED})| from (?<from>${SIGNED})| (?<min>${SIGNED}) to (?<max>${SIGNED}))?$`,
  'd',
)
const DECIMAL = /^decimal with (?<places>\d{1,2}) places?$/d
const MONEY = /^money (?:in (?<currency>[A-Z]{3})|with currency)$/d
const CHOICE = /^choice: ?(?<values>.+)$/d
const SEQUENCE = /^sequence(?: from (?<from>\d{1,15}))?$/d
const COLLECTION = new RegExp(
  `^list of (?<entity>${NAME})(?: via (?<via>${NAME}))?(?:,? sorted by (?<field>${NAME}) (?<direction>${DIRECTION}))?$`,
  'd',
)
const REFERENCE = new RegExp(`^${NAME}$`, 'd')

/** Types of the language that have no place in a draft yet. */
const LATER: readonly (readonly [RegExp, string])[] = [
  [/^(?:list of )?(?:files?|images?)(?=$|[ ,])/, 'Files are'],
  [/^secret text(?=$|[ ,])/, 'Secret texts are'],
  [/^slug(?=$|[ ,])/, 'Slugs are'],
  [/^period of (?:dates|date and time)$/, 'Periods are'],
  [/^choices: ?./, 'Fields with several choices are'],
  [/^choice [A-Za-z_]\w*$/, 'Shared choices are'],
  [/^sequence (?:from \d+ )?(?:per|as) ./, 'Sequences with parts are'],
  [/^sequence.*, without gaps$/, 'Sequences without gaps are'],
  [/^place$/, 'Places are'],
  [/^one \S+ via \S+$/, 'Relations to one from the other side are'],
  [/^record of ./, 'Records within records are'],
]

const WORDS: readonly string[] = [
  ...TEXT_KINDS,
  ...SIMPLE,
  'password',
  'whole number',
  'decimal with 2 places',
  'money in EUR',
  'money with currency',
  'choice: a, b',
  'sequence',
  'sequence from 1',
  'list of',
  'file',
  'slug',
  'place',
]

/** `known` are the entities of the specification: a lower-case word is a type unless one of them is called so. */
export function fieldTypeOf(cell: Phrase, field: string, known: ReadonlySet<string>, reading: Reading): ReadType {
  const words = shown(cell, `The type of "${field}"`, reading)
  if (words === null) return { kind: 'unknown' }
  const type = textOf(words) ?? numberOf(words) ?? choiceOf(words, reading) ?? simpleOf(words)
  if (type !== null) return { kind: 'type', type }
  const later = LATER.find(([grammar]) => grammar.test(words.text))
  if (later !== undefined) {
    unsupported(spanOf(words), later[1], reading)
    return { kind: 'unsupported' }
  }
  const relation = relationOf(words, known)
  return relation === null ? unknownType(words, known, reading) : { kind: 'type', type: relation }
}

interface Bounds {
  readonly min: Written | null
  readonly max: Written | null
}

function boundsOf(match: Match): Bounds {
  return {
    min: match.writtenOrNull('min') ?? match.writtenOrNull('from'),
    max: match.writtenOrNull('max') ?? match.writtenOrNull('upTo'),
  }
}

function textOf(words: Phrase): TypeDraft | null {
  const match = matchPhrase(words, TEXT)
  if (match === null) return null
  const { min, max } = boundsOf(match)
  return { kind: match.written('kind').text as TextKind | 'password', lengthMin: min, lengthMax: max }
}

function numberOf(words: Phrase): TypeDraft | null {
  const whole = matchPhrase(words, WHOLE_NUMBER)
  if (whole !== null) return { kind: 'whole number', ...boundsOf(whole) }
  const decimal = matchPhrase(words, DECIMAL)
  if (decimal !== null) return { kind: 'decimal', places: Number(decimal.written('places').text) }
  const money = matchPhrase(words, MONEY)
  if (money !== null) return { kind: 'money', currency: money.writtenOrNull('currency')?.text ?? null }
  const sequence = matchPhrase(words, SEQUENCE)
  return sequence === null ? null : { kind: 'sequence', from: Number(sequence.writtenOrNull('from')?.text ?? 1) }
}

function choiceOf(words: Phrase, reading: Reading): TypeDraft | null {
  const match = matchPhrase(words, CHOICE)
  return match === null ? null : { kind: 'choice', values: namesIn(match.phrase('values'), reading) }
}

function simpleOf(words: Phrase): TypeDraft | null {
  const kind = SIMPLE.find((word) => word === words.text)
  return kind === undefined ? null : { kind }
}

function relationOf(words: Phrase, known: ReadonlySet<string>): TypeDraft | null {
  const list = matchPhrase(words, COLLECTION)
  if (list !== null) {
    const direction = list.writtenOrNull('direction')
    return {
      kind: 'collection',
      entity: list.written('entity'),
      via: list.writtenOrNull('via'),
      sortedBy: direction === null ? null : { field: list.written('field'), direction: directionOf(direction.text) },
    }
  }
  const isName =
    REFERENCE.test(words.text) &&
    (known.has(words.text) || /^\p{Lu}/u.test(words.text)) &&
    !isTypeInCapitals(words.text)
  return isName ? { kind: 'reference', entity: writtenOf(words) } : null
}

function isTypeInCapitals(word: string): boolean {
  return WORDS.includes(word.toLowerCase())
}

function unknownType(words: Phrase, known: ReadonlySet<string>, reading: Reading): ReadType {
  const written = writtenOf(words).text
  const hint =
    'A type is written like text up to 80, whole number 1 to 5, yes/no, date, choice: a, b, or the name of an entity.'
  const message = written === '' ? 'The type of this field is missing.' : `"${written}" is not a type.`
  const found = diagnostic('N011', spanOf(words), message)
  const candidates = [...WORDS, ...known]
  reading.found.push(
    closest(written, candidates) === null ? found.withHint(hint) : found.suggesting(written, candidates),
  )
  return { kind: 'unknown' }
}
