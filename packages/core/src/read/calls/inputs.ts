// Rows of `Input | Like | Needed` and `Query | Type | Keeps only` → draft.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { InputDraft, QueryDraft } from '../../draft/calls.ts'
import type { InputLikeDraft } from '../../draft/input-like.ts'
import { nameInSteps } from '../../model/wire.ts'
import { type Match, matchPhrase, sliceOf, spanOf, writtenOf, type Phrase } from '../../outline/phrase.ts'
import { fieldTypeOf } from '../entities/field-types.ts'
import { NAME } from '../names.ts'
import { expressionOrNull, namesIn, shown, shownOrNothing, unreadable, type Reading } from '../reading.ts'
import type { Row } from '../expected.ts'

/** `mayBeWhole`: an input may be the body itself. */
export function inputOf(
  { cells, span }: Row<'Input' | 'Like' | 'Needed'>,
  reading: Reading,
  mayBeWhole = false,
): InputDraft | null {
  const name = inputName(cells.Input, mayBeWhole)
  if (name === null) {
    return unreadable(
      cells.Input,
      'the name of an input',
      'Write a name of letters, digits and underscores, with $ @ : - around them where a contract wants them, any other key in quotes, or several separated by dots: user.email. A value of each object in a list is items[].name; several values are one input: Like is `list of text`. A body that is a list itself has rows [].name, and {} is the whole body as JSON.',
      reading,
    )
  }
  const { path } = name
  const words = shown(cells.Like, `The type of "${path.text}"`, reading)
  const needed = neededOf(cells.Needed, path.text, reading)
  const like: InputLikeDraft = words === null ? absent(cells.Like) : likeOf(words, path.text, reading)
  return { ...name, like, isNeeded: needed === 'yes', ...(needed === AT_LEAST_ONE ? { isOneNeeded: true } : {}), span }
}

/** In quotes: any other key. */
const SENT_KEY = /^(?:[\w$@:-]+|"[^"[\]`]+")$/
const KEYS = /(?:"[^"]*"|[^".])+/g
const IDENTIFIER = /^[A-Za-z_]\w*$/
/** The name of a list that is the whole body, in steps: `input.items`. */
const WHOLE_BODY = 'items'
/** The name of a body that is one value of JSON, in steps: `input.body`. */
const JSON_BODY = 'body'

/** Null: not a valid name. */
function inputName(cell: Phrase, mayBeWhole: boolean): Pick<InputDraft, 'path' | 'sentAs'> | null {
  const { text, span } = writtenOf(cell)
  const isWhole = text === '[]' || text.startsWith('[].')
  if ((isWhole || text === '{}') && !mayBeWhole) return null
  if (text === '{}') return { path: { text: JSON_BODY, span }, sentAs: '' }
  if (text === '[]') return { path: { text: WHOLE_BODY, span }, sentAs: '' }
  const said = isWhole ? text.slice('[].'.length) : text
  const keys: readonly string[] = said.match(KEYS) ?? []
  if (keys.join('.') !== said) return null
  const names = keys.map((key, index) => {
    const isList = key.endsWith('[]') && index < keys.length - 1
    const bare = isList ? key.slice(0, -'[]'.length) : key
    const name = SENT_KEY.test(bare) ? nameInSteps(bare) : ''
    return IDENTIFIER.test(name) ? `${name}${isList ? '[]' : ''}` : null
  })
  if (names.includes(null)) return null
  const path = `${isWhole ? `${WHOLE_BODY}[].` : ''}${names.join('.')}`
  return { path: { text: path, span }, ...(path === text ? {} : { sentAs: text }) }
}

function absent(words: Phrase): InputLikeDraft {
  return { kind: 'absent', span: spanOf(words) }
}

/** Marks inputs of which at least one is required. */
const AT_LEAST_ONE = 'at least one'
const NEEDED = ['yes', 'no', AT_LEAST_ONE]

export function neededOf(cell: Phrase, input: string, reading: Reading, known: readonly string[] = NEEDED): string {
  const words = shown(cell, `Whether "${input}" is needed`, reading)
  if (words === null || words.text === '') return 'no'
  if (!known.includes(words.text)) {
    const third = known.includes(AT_LEAST_ONE) ? `, nor "${AT_LEAST_ONE}"` : ''
    reading.found.push(
      diagnostic('N011', spanOf(words), 'neither yes nor no', writtenOf(words).text, third).suggesting(
        words.text,
        known,
      ),
    )
  }
  return words.text
}

const FIELD = new RegExp(
  `^(?<entity>${NAME})\\.(?<field>${NAME})(?: by (?<by>${NAME})(?<created>,? created when missing)?)?$`,
  'd',
)
const LIST_OF_FIELD = new RegExp(
  `^list of (?:(?:(?<min>\\d{1,6}) to |up to )(?<max>\\d{1,6}) )?(?<entity>${NAME})\\.(?<field>${NAME})$`,
  'd',
)
const ONE_OF = /^one of (?<options>.+)$/d

function likeOf(words: Phrase, name: string, reading: Reading): InputLikeDraft {
  const span = spanOf(words)
  const unix = matchPhrase(words, UNIX)
  if (unix !== null) {
    const unit = unix.phrase('unit').text === 'seconds' ? 'seconds' : 'milliseconds'
    return { ...likeOf(unix.phrase('like'), name, reading), unix: unit, span }
  }
  const field = matchPhrase(words, FIELD)
  if (field !== null) {
    const isCreatedWhenMissing = field.has('created')
    return {
      kind: 'field',
      entity: field.written('entity'),
      field: field.written('field'),
      by: field.writtenOrNull('by'),
      isCreatedWhenMissing,
      span,
    }
  }
  const list = matchPhrase(words, LIST_OF_FIELD)
  if (list !== null) {
    const of = { entity: list.written('entity'), field: list.written('field'), by: null, isCreatedWhenMissing: false }
    return { kind: 'field', ...of, list: countsOf(list), span }
  }
  const oneOf = matchPhrase(words, ONE_OF)
  if (oneOf !== null) return { kind: 'one of', options: namesIn(oneOf.phrase('options'), reading), span }
  const objects = matchPhrase(words, OBJECTS)
  if (objects !== null) {
    return { kind: 'objects', ...countsOf(objects), span }
  }
  const map = matchPhrase(words, MAP)
  if (map !== null) return mapOf(words, map, name, reading)
  if (words.text === '') {
    const found = diagnostic('N011', span, 'missing type', name)
    reading.found.push(found.withHint(HINT))
    return absent(words)
  }
  return typeOf(words, name, reading)
}

/** `date and time as Unix seconds`, `Link.endsAt as Unix milliseconds`. */
const UNIX = /^(?<like>.+) as Unix (?<unit>seconds|milliseconds)$/d
/** `map of text up to 80`, `map of up to 50 text up to 80`. */
const MAP = /^map of (?:up to (?<max>\d{1,6}) )?(?<item>.+)$/d

function mapOf(words: Phrase, map: Match, name: string, reading: Reading): InputLikeDraft {
  const of = likeOf(map.phrase('item'), name, reading)
  const isOneValue =
    of.kind === 'one of' ||
    (of.kind === 'field' && of.by === null && of.list === undefined) ||
    (of.kind === 'type' && !of.isList && of.type.kind !== 'file')
  if (!isOneValue) {
    if (of.kind !== 'absent')
      unreadable(words, 'a map', 'Write map of text up to 80, or another type of one value.', reading)
    return absent(words)
  }
  return { kind: 'map', of, countMax: map.has('max') ? Number(map.phrase('max').text) : null, span: spanOf(words) }
}

/** `list of objects`, `list of up to 20 objects`, `list of 1 to 20 objects`. */
const OBJECTS = /^list of (?:(?:(?<min>\d{1,6}) to |up to )(?<max>\d{1,6}) )?objects$/d

/** Null: the list has no limits. */
function countsOf(list: Match): { readonly countMin: number | null; readonly countMax: number | null } {
  const count = (group: 'min' | 'max') => (list.has(group) ? Number(list.phrase(group).text) : null)
  return { countMin: count('min'), countMax: count('max') }
}

const HINT =
  'Write ENTITY.FIELD, ENTITY.FIELD by FIELD, one of A, B, map of text, or a type such as text or whole number.'
/** Lists of files have their own form. */
const LIST =
  /^list of (?:(?:(?<min>\d{1,6}) to |up to )(?<max>\d{1,6}) )?(?!files?\b|images?\b|objects\b)(?<item>\p{Ll}.*)$/du
const SECRET = /^secret (?=text(?: |$))/

/** A type of point 3, except those that only fields of records can have. */
function typeOf(words: Phrase, name: string, reading: Reading): InputLikeDraft {
  const span = spanOf(words)
  const list = matchPhrase(words, LIST)
  const item = list === null ? words : list.phrase('item')
  const counts = list === null ? {} : countsOf(list)
  const oneOf = list === null ? null : matchPhrase(item, ONE_OF)
  if (oneOf !== null) {
    const values = namesIn(oneOf.phrase('options'), reading)
    return { kind: 'type', type: { kind: 'choice', values }, isList: true, ...counts, isSecret: false, span }
  }
  const isSecret = SECRET.test(item.text)
  const bare = isSecret ? sliceOf(item, 'secret '.length) : item
  const bareDecimal = bare.text === 'decimal'
  const read = bareDecimal
    ? ({ kind: 'type', type: { kind: 'decimal', places: DECIMAL_PLACES } } as const)
    : fieldTypeOf(bare, name, new Set(), reading)
  if (read.kind !== 'type') return absent(words)
  const { type } = read
  if (OF_FIELDS.includes(type.kind) || (type.kind === 'json' && type.definedBy !== undefined)) {
    reading.found.push(diagnostic('N011', span, 'no input type', writtenOf(words).text).withHint(HINT))
    return absent(words)
  }
  return { kind: 'type', type, isList: list !== null, ...counts, isSecret: isSecret || type.kind === 'password', span }
}

/** An input that is like no field gets the maximum precision of fields. */
const DECIMAL_PLACES = 10

const OF_FIELDS: readonly string[] = [
  'state',
  'sequence',
  'reference',
  'collection',
  'inverse',
  'slug',
  'random code',
  'rank',
]

/** `page[size]`, `X-Thing.y`, `$top`. */
const SENT_PARAMETER = /^[\w$@:.~-]+(?:\[[\w$@:.~-]+\])*$/

const OTHERWISE = /^(?<type>.+?),? otherwise (?<otherwise>.+)$/d

/**
 * After a query's type come its bounds and what counts when it is not sent.
 *
 *   whole number 1 to 100, otherwise `pageSize`
 *               ^
 */
export function queryOf({ cells, span }: Row<'Query' | 'Type' | 'Keeps only'>, reading: Reading): QueryDraft | null {
  const written = writtenOf(cells.Query)
  const name = { ...written, text: nameInSteps(written.text) }
  const sent = name.text === written.text ? {} : { sentAs: written.text }
  if (!SENT_PARAMETER.test(written.text) || !IDENTIFIER.test(name.text)) {
    const how = written.text.endsWith('[]')
      ? `Write ${written.text.slice(0, -2)}, and "list of …" under Type: a list is read with brackets as well.`
      : 'Write one name of letters, digits and underscores, or as a contract wants it: page[size], $top.'
    return unreadable(cells.Query, 'the name of a query parameter', how, reading)
  }
  const words = shown(cells.Type, `The type of "${name.text}"`, reading)
  const keepsOnly = expressionOrNull(cells['Keeps only'], `The condition of "${name.text}"`, reading)
  if (words === null) return { name, ...sent, like: absent(cells.Type), otherwise: null, keepsOnly, span }
  const match = matchPhrase(words, OTHERWISE)
  const type = match === null ? words : match.phrase('type')
  const otherwise =
    match === null ? null : shownOrNothing(match.phrase('otherwise'), `The default of "${name.text}"`, reading)
  return {
    name,
    ...sent,
    like: queryLike(type, name.text, reading),
    otherwise: otherwise === null ? null : writtenOf(otherwise),
    keepsOnly,
    span,
  }
}

/** Type of a header or cookie. */
export function carriedLike(cell: Phrase, name: string, reading: Reading): InputLikeDraft {
  const words = shown(cell, `The type of "${name}"`, reading)
  return words === null ? absent(cell) : queryLike(words, name, reading)
}

/** `list of text, separated by commas`. */
const SEPARATED = /^(?<list>list of .+?),? separated by commas$/d

function queryLike(words: Phrase, name: string, reading: Reading): InputLikeDraft {
  const split = matchPhrase(words, SEPARATED)
  const read = likeOf(split?.phrase('list') ?? words, name, reading)
  const like: InputLikeDraft = split !== null && read.kind === 'type' ? { ...read, isSplit: true } : read
  if (like.kind === 'objects' || like.kind === 'map') {
    unreadable(words, 'a type of a query', 'Objects stand in a body: name them among the inputs.', reading)
    return absent(words)
  }
  const counted = like.kind === 'type' ? like : like.kind === 'field' ? like.list : undefined
  if (typeof counted?.countMax === 'number') {
    unreadable(words, 'a type of a query', 'Write "list of …" without a number.', reading)
    return absent(words)
  }
  if (like.kind !== 'field' || like.by === null) return like
  unreadable(words, 'a type of a query', `Write text, and find the record by it under "Keeps only".`, reading)
  return absent(words)
}
