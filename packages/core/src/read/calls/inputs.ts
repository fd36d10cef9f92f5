// Rows of `Input | Like | Needed` and `Query | Type | Keeps only` → draft.

import { closest, diagnostic } from '../../diagnostic/diagnostic.ts'
import type { InputDraft, InputLikeDraft, QueryDraft } from '../../draft/calls.ts'
import { matchPhrase, spanOf, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { NAME } from '../names.ts'
import { expressionOrNull, namesIn, shown, shownOrNothing, unreadable, unsupported, type Reading } from '../reading.ts'
import type { Row } from '../tables.ts'

/** Types that an input or a query may have without being like a field. */
const TYPES = [
  'text',
  'long text',
  'formatted text',
  'secret text',
  'email',
  'url',
  'phone',
  'country',
  'language',
  'time zone',
  'colour',
  'whole number',
  'decimal',
  'percent',
  'yes/no',
  'date',
  'time',
  'date and time',
  'duration',
] as const

export function inputOf({ cells, span }: Row<'Input' | 'Like' | 'Needed'>, reading: Reading): InputDraft | null {
  const path = writtenOf(cells.Input)
  if (!new RegExp(`^${NAME}(?:\\.${NAME})*$`).test(cells.Input.text)) {
    return unreadable(
      cells.Input,
      'the name of an input',
      'Write a name, or names separated by dots: user.email.',
      reading,
    )
  }
  const like = shown(cells.Like, `What "${path.text}" is like`, reading)
  const needed = neededOf(cells.Needed, path.text, reading)
  const read = like === null ? null : likeOf(like, reading)
  return read === null ? null : { path, like: read, isNeeded: needed, span }
}

function neededOf(cell: Phrase, input: string, reading: Reading): boolean {
  const words = shown(cell, `Whether "${input}" is needed`, reading)
  if (words === null || words.text === '' || words.text === 'no') return false
  if (words.text !== 'yes') {
    reading.found.push(
      diagnostic('N011', spanOf(words), `"${writtenOf(words).text}" is neither yes nor no.`).suggesting(words.text, [
        'yes',
        'no',
      ]),
    )
  }
  return words.text === 'yes'
}

const FIELD = new RegExp(
  `^(?<entity>${NAME})\\.(?<field>${NAME})(?: by (?<by>${NAME})(?<created>, created when missing)?)?$`,
  'd',
)
const ONE_OF = /^one of (?<options>.+)$/d
const LIMITED = new RegExp(`^(?:${TYPES.join('|')})(?: up to| from| with| \\d|, )`)

function likeOf(words: Phrase, reading: Reading): InputLikeDraft | null {
  const span = spanOf(words)
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
  const oneOf = matchPhrase(words, ONE_OF)
  if (oneOf !== null) return { kind: 'one of', options: namesIn(oneOf.phrase('options'), reading), span }
  if ((TYPES as readonly string[]).includes(words.text)) return { kind: 'type', name: writtenOf(words), span }
  if (/^(?:list of )?(?:files?|images?)(?=$|[ ,])/.test(words.text)) return unsupported(span, 'Files are', reading)
  if (LIMITED.test(words.text)) return unsupported(span, 'Limits of an input that is like no field are', reading)
  const found = diagnostic(
    'N011',
    span,
    words.text === ''
      ? 'What this input is like is missing.'
      : `"${writtenOf(words).text}" is nothing that an input can be like.`,
  )
  const hint = 'Write ENTITY.FIELD, ENTITY.FIELD by FIELD, one of A, B, or a type such as text or whole number.'
  reading.found.push(closest(words.text, TYPES) === null ? found.withHint(hint) : found.suggesting(words.text, TYPES))
  return null
}

const BOUND = '(?:-?\\d+|`)'
const QUERY = new RegExp(
  `^(?<type>one of [^;]+?|${TYPES.join('|')})(?: up to (?<upTo>${BOUND})| from (?<from>${BOUND})| (?<min>${BOUND}) to (?<max>${BOUND}))?(?:, otherwise (?<otherwise>.+))?$`,
  'd',
)

/**
 * After a query's type come its bounds and what counts when it is not sent.
 *
 *   whole number 1 to 100, otherwise `pageSize`
 *               ^
 */
export function queryOf({ cells, span }: Row<'Query' | 'Type' | 'Keeps only'>, reading: Reading): QueryDraft | null {
  const name = writtenOf(cells.Query)
  const words = shown(cells.Type, `The type of "${name.text}"`, reading)
  const keepsOnly = expressionOrNull(cells['Keeps only'], `What "${name.text}" keeps`, reading)
  if (words === null) return null
  const match = matchPhrase(words, QUERY)
  if (match === null) {
    const written = writtenOf(words).text
    const hint = 'Write a type, as in text, or whole number 1 to 100, otherwise `20`.'
    const found = diagnostic('N011', spanOf(words), `"${written}" is not a type of a query.`).withHint(hint)
    reading.found.push(found.suggesting(written, TYPES))
    return null
  }
  const otherwise = match.has('otherwise')
    ? shownOrNothing(match.phrase('otherwise'), `What "${name.text}" is otherwise`, reading)
    : null
  const max: Written | null = match.writtenOrNull('max') ?? match.writtenOrNull('upTo')
  return {
    name,
    type: match.written('type'),
    min: match.writtenOrNull('min') ?? match.writtenOrNull('from'),
    max,
    otherwise: otherwise === null ? null : writtenOf(otherwise),
    keepsOnly,
    span,
  }
}
