// The "Type" cell of a field → its type. Closed list; types that are not supported yet are known by name.

import type { UnsupportedPart } from '../../diagnostic/registry.ts'
import { diagnostic, type Sentence } from '../../diagnostic/diagnostic.ts'
import type { FieldTypeDraft } from '../../draft/entities.ts'
import { type MapValueType, TEXT_KINDS, type TextKind } from '../../model/field-types.ts'
import { matchPhrase, spanOf, writtenOf, type Match, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { DIRECTION, directionOf, NAME } from '../names.ts'
import { namesIn, shown, unreadable, unsupported, type Reading } from '../reading.ts'
import { listSpeltOtherwise, meantBy, TYPES, typeSpeltOtherwise } from '../synonyms.ts'
import { generatedTypeOf } from './generated-types.ts'

export type ReadType =
  | { readonly kind: 'type'; readonly type: FieldTypeDraft }
  /** Not supported yet: the field is absent, and using it is not an error. */
  | { readonly kind: 'unsupported' }
  /** Not shown or invalid, already reported. */
  | { readonly kind: 'unknown' }

const SIMPLE = [
  'percent',
  'yes/no',
  'date',
  'time',
  'date and time',
  'duration',
  'state',
  'secret text',
  'json',
  'rank',
] as const

const BOUND = '(?:\\d+|`)'
const TEXT = new RegExp(
  `^(?<kind>${TEXT_KINDS.join('|')}|password)(?: up to (?<upTo>${BOUND})| from (?<from>${BOUND})| (?<min>${BOUND}) to (?<max>${BOUND}))?$`,
  'd',
)
const SIGNED = '(?:-?\\d+|`)'
const WHOLE_NUMBER = new RegExp(
  `^whole number(?: (?:up to|at most) (?<upTo>${SIGNED})| (?:from|at least) (?<from>${SIGNED})| (?<min>${SIGNED}) to (?<max>${SIGNED}))?$`,
  'd',
)
const DECIMAL = /^decimal with (?<places>\d{1,2}) places?$/d
const MONEY = /^money (?:in (?<currency>[A-Z]{3})|with currency)$/d
const CHOICE = /^(?<kind>choices?): ?(?<values>.+)$/d
const SHARED_CHOICE = new RegExp(`^(?<kind>choices?) (?<name>${NAME})$`, 'd')
const PERIOD = /^period of (?<of>dates|date and time)$/d
const MAP = /^map of (?:up to (?<max>\d{1,6}) )?(?<item>.+)$/d
const CUSTOM_FIELDS = new RegExp(`^values of (?<entity>${NAME})$`, 'd')
const INVERSE = new RegExp(`^one (?<entity>${NAME}) via (?<via>${NAME})$`, 'd')
const COLLECTION = new RegExp(
  `^list of (?<entity>${NAME})(?: via (?<via>${NAME}))?(?:,? sorted by (?<field>${NAME}) (?<direction>${DIRECTION}))?$`,
  'd',
)
const REFERENCE = new RegExp(`^${NAME}$`, 'd')

/** Types of the language that are not supported yet. */
const LATER: readonly (readonly [RegExp, UnsupportedPart])[] = [
  [/^place$/, 'places'],
  [/^record of ./, 'records within records'],
]

/** An example of each type; the name of an entity is another one. */
export const FIELD_TYPES: readonly string[] = [
  ...TEXT_KINDS,
  ...SIMPLE,
  'password',
  'whole number',
  'decimal with 2 places',
  'money in EUR',
  'money with currency',
  'map of text up to 80',
  'values of',
  'choice: a, b',
  'choices: a, b',
  'period of dates',
  'period of date and time',
  'sequence',
  'sequence from 1',
  'slug from title',
  'file up to 10 MB',
  'image up to 5 MB',
  'list of',
  'place',
]

/** `known`: the entities of the specification. A lower-case word is a type unless an entity has that name. */
export function fieldTypeOf(cell: Phrase, field: string, known: ReadonlySet<string>, reading: Reading): ReadType {
  const words = shown(cell, `The type of "${field}"`, reading)
  if (words === null) return { kind: 'unknown' }
  const made = generatedTypeOf(words, reading)
  if (made !== undefined) return made === null ? { kind: 'unknown' } : { kind: 'type', type: made }
  const map = matchPhrase(words, MAP)
  if (map !== null) return mapOf(words, map, reading)
  const type = textOf(words) ?? numberOf(words) ?? choiceOf(words, reading) ?? simpleOf(words)
  if (type !== null) return { kind: 'type', type }
  const later = LATER.find(([grammar]) => grammar.test(words.text))
  if (later !== undefined) {
    unsupported(spanOf(words), later[1], reading)
    return { kind: 'unsupported' }
  }
  const relation = listSpeltOtherwise(words.text, known) === null ? relationOf(words, known) : null
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

function textOf(words: Phrase): FieldTypeDraft | null {
  const match = matchPhrase(words, TEXT)
  if (match === null) return null
  const { min, max } = boundsOf(match)
  return { kind: match.written('kind').text as TextKind | 'password', lengthMin: min, lengthMax: max }
}

function numberOf(words: Phrase): FieldTypeDraft | null {
  const whole = matchPhrase(words, WHOLE_NUMBER)
  if (whole !== null) return { kind: 'whole number', ...boundsOf(whole) }
  const decimal = matchPhrase(words, DECIMAL)
  if (decimal !== null) return { kind: 'decimal', places: Number(decimal.written('places').text) }
  const money = matchPhrase(words, MONEY)
  return money === null ? null : { kind: 'money', currency: money.writtenOrNull('currency')?.text ?? null }
}

function choiceOf(words: Phrase, reading: Reading): FieldTypeDraft | null {
  const own = matchPhrase(words, CHOICE)
  if (own !== null)
    return {
      kind: own.written('kind').text as 'choice' | 'choices',
      values: namesIn(own.phrase('values'), reading),
    }
  const shared = matchPhrase(words, SHARED_CHOICE)
  return shared === null
    ? null
    : { kind: 'shared choice', name: shared.written('name'), areSeveral: shared.written('kind').text === 'choices' }
}

/** The values of a map are texts, numbers, days, or yes and no. */
function mapOf(words: Phrase, map: Match, reading: Reading): ReadType {
  const item = map.phrase('item')
  const type = textOf(item) ?? numberOf(item) ?? simpleOf(item)
  const countMax = map.has('max') ? Number(map.phrase('max').text) : null
  if (type !== null && isOfMaps(type)) return { kind: 'type', type: { kind: 'map', item: type, countMax } }
  const hint = 'Write map of text up to 80, or map of whole number, decimal with 2 places, date or yes/no.'
  unreadable(words, 'a map', hint, reading)
  return { kind: 'unknown' }
}

const IN_MAPS: readonly string[] = [...TEXT_KINDS, 'whole number', 'decimal', 'yes/no', 'date']

function isOfMaps(type: FieldTypeDraft): type is MapValueType<Written> {
  return IN_MAPS.includes(type.kind)
}

function simpleOf(words: Phrase): FieldTypeDraft | null {
  const kind = SIMPLE.find((word) => word === words.text)
  if (kind !== undefined) return { kind }
  const period = matchPhrase(words, PERIOD)
  return period === null
    ? null
    : { kind: 'period', of: period.written('of').text === 'dates' ? 'date' : 'date and time' }
}

function relationOf(words: Phrase, known: ReadonlySet<string>): FieldTypeDraft | null {
  const list = matchPhrase(words, COLLECTION)
  if (list !== null) {
    const direction = list.writtenOrNull('direction')
    return {
      kind: 'collection',
      entity: list.written('entity'),
      via: list.writtenOrNull('via'),
      through: null,
      sortedBy: direction === null ? null : { field: list.written('field'), direction: directionOf(direction.text) },
    }
  }
  const customFields = matchPhrase(words, CUSTOM_FIELDS)
  if (customFields !== null) return { kind: 'json', definedBy: customFields.written('entity') }
  const inverse = matchPhrase(words, INVERSE)
  if (inverse !== null) return { kind: 'inverse', entity: inverse.written('entity'), via: inverse.written('via') }
  const isName =
    REFERENCE.test(words.text) &&
    (known.has(words.text) || (/^\p{Lu}/u.test(words.text) && !isTypeInCapitals(words.text)))
  return isName ? { kind: 'reference', entity: writtenOf(words) } : null
}

function isTypeInCapitals(word: string): boolean {
  return FIELD_TYPES.includes(word.toLowerCase())
}

function unknownType(words: Phrase, known: ReadonlySet<string>, reading: Reading): ReadType {
  const written = writtenOf(words).text
  const hint =
    'A type is written like text up to 80, whole number 1 to 5, yes/no, date, choice: a, b, or the name of an entity.'
  const message: Sentence<'N011'> = written === '' ? ['type missing'] : ['no type', written]
  const found = diagnostic('N011', spanOf(words), ...message)
  // A comma separates values of one text, which only an address has.
  const [, listed] = /^(?:list of )?(.+?),? separated by commas$/.exec(written) ?? []
  if (listed !== undefined) {
    const wayOut = `Write "list of ${listed}": JSON has lists, and a form sends a value several times, or with brackets. Commas separate values in the query of an address alone.`
    reading.found.push(found.withHint(wayOut))
    return { kind: 'unknown' }
  }
  const candidates = [...FIELD_TYPES, ...known]
  const meant =
    meantBy(TYPES, written)[0] ?? listSpeltOtherwise(written, known) ?? typeSpeltOtherwise(written, known) ?? undefined
  reading.found.push(meant !== undefined ? found.meaning(meant) : found.withHint(hint).suggesting(written, candidates))
  return { kind: 'unknown' }
}
