// Types of one kind in two models → the values that are permitted now. One table over every member of every type.

import type { Field } from '../../model/entities.ts'
import { listed } from '../meaning.ts'
import { exchanged, ELSEWHERE, KEY, type Members, membersSaid, type Pair, type Said } from './sentences.ts'

type Type = Field['type']

export function typeSaid(place: string, { old, now }: Pair<Field>, isStated: boolean): Said[] {
  if (old.type.kind === now.type.kind)
    return [
      ...boundsSaid(place, old, now),
      ...membersSaid(place, typeMembers(place, isStated), { old: old.type, now: now.type }),
    ]
  const stated = isStated ? ', with the values that the text says' : ''
  return [['convert', `${place} changes from ${wordsOfType(old.type)} to ${wordsOfType(now.type)}${stated}.`]]
}

function typeMembers(place: string, isStated: boolean): Members<Type> {
  const stated = isStated ? ', with the values that the text says' : ''
  const says = (kind: Said[0], words: string): Said[] => [[kind, `${place} ${words}.`]]
  return {
    kind: KEY,
    // Reported together, with those of `at least` and `at most`.
    lengthMin: ELSEWHERE,
    lengthMax: ELSEWHERE,
    min: ELSEWHERE,
    max: ELSEWHERE,
    places: (old, now) => says((now ?? 0) < (old ?? 0) ? 'tightening' : 'safe', `has ${now} places instead of ${old}`),
    currency: (old, now) => says('review', currencyWords(old ?? null, now ?? null)),
    supplied: (_, now) => says('review', `is in ${now ?? 'no currency'} where an amount names none`),
    of: (old, now) => says('convert', `is a period of ${now} instead of ${old}`),
    values: (old, now) => wordsSaid(place, old ?? [], now ?? []),
    labels: () => says('safe', 'has its words shown otherwise'),
    from: (_, now) => says('review', `is counted or made from ${now}`),
    per: (_, now) =>
      says('review', now == null ? 'is counted for all records together' : `is counted for each ${now} apart`),
    isPerYear: (_, now) => says('review', now === true ? 'begins anew each year' : 'goes on from year to year'),
    format: (old, now) =>
      says('review', `is written ${formatWords(now)} for new records, instead of ${formatWords(old)}`),
    isWithoutGaps: (_, now) => says('review', now === true ? 'has no gaps any more' : 'may have gaps now'),
    isNumberedWhenTaken: (_, now) =>
      says('review', now === true ? 'is numbered where it is taken' : 'is refused where it is taken'),
    never: (_, now) => says('review', `is never ${listed(now ?? []) || 'kept from any word'}`),
    isFixed: (_, now) => says('review', now === true ? 'stays as it was made' : 'follows what it is made from'),
    length: (_, now) => says('review', `has ${now} characters in new records`),
    media: (_, now) => says('review', now === 'image' ? 'takes pictures only' : 'takes files of any kind'),
    bytesMax: (old, now) =>
      says((now ?? 0) < (old ?? 0) ? 'tightening' : 'safe', `takes files up to ${now} bytes, and up to ${old} before`),
    isList: (_, now) => says('convert', now === true ? 'holds several files' : 'holds one file'),
    countMax: (old, now) =>
      says(
        'review',
        `holds ${now == null ? 'the usual number of values' : `at most ${now} values`}, instead of ${old ?? 'the usual number'}`,
      ),
    definedBy: (_, now) =>
      says('review', now == null ? 'holds any JSON' : `holds values that records of ${now} describe`),
    item: (old, now) => says(old?.kind === now?.kind ? 'review' : 'convert', 'has values of another type in its map'),
    entity: (old, now) => says('convert', `leads to ${now} instead of ${old}${stated}`),
    via: (_, now) => says('review', now == null ? 'has links of its own' : `lists those whose ${now} leads here`),
    through: (_, now) =>
      says('review', now == null ? 'is linked directly' : `is linked by the records of ${now.entity}`),
    sortedBy: (_, now) =>
      says('safe', now == null ? 'is in no stated order' : `is sorted by ${now.field}, ${now.direction}`),
    form: (_, now) => says('convert', `is a ${now} one`),
  }
}

function formatWords(format: string | null | undefined): string {
  return format == null ? 'as a number' : `as "${format}"`
}

/** Names of kinds for readers. */
function wordsOfType(type: Type): string {
  switch (type.kind) {
    case 'reference':
      return `one ${type.entity}`
    case 'collection':
      return `a list of ${type.entity}`
    case 'choice':
      return 'one choice'
    case 'choices':
      return 'several choices'
    default:
      return type.kind
  }
}

function currencyWords(old: string | null, now: string | null): string {
  if (now === null) return `may be in any currency, and was in ${old}`
  return `is in ${now} instead of ${old ?? 'any currency'}: the numbers stay as they are`
}

function boundsSaid(place: string, old: Field, now: Field): Said[] {
  const [before, after] = [boundsOf(old), boundsOf(now)]
  if (before.max === after.max && before.min === after.min) return []
  const of = 'lengthMax' in now.type ? ' characters' : ''
  const isTighter =
    (after.max !== null && (before.max === null || after.max < before.max)) ||
    (after.min !== null && (before.min === null || after.min > before.min))
  const words = ({ min, max }: typeof after): string =>
    min === null
      ? max === null
        ? 'no limit'
        : `at most ${max}`
      : max === null
        ? `at least ${min}`
        : `${min} to ${max}`
  const way = isTighter ? 'narrowed' : 'widened'
  return [[isTighter ? 'tightening' : 'safe', `${place} is ${way} to ${words(after)}${of}, from ${words(before)}.`]]
}

function boundsOf({ type, min, max }: Field): { readonly min: number | null; readonly max: number | null } {
  if ('lengthMax' in type) return { min: type.lengthMin, max: type.lengthMax }
  if (type.kind === 'whole number') return { min: type.min ?? min, max: type.max ?? max }
  return { min, max }
}

function wordsSaid(place: string, before: readonly string[], after: readonly string[]): Said[] {
  const { gone, made } = exchanged(before, after)
  return [
    ...(gone.length === 0 ? [] : [['tightening', `${place} can no longer be ${listed(gone)}.`] as const]),
    ...(made.length === 0 ? [] : [['safe', `${place} can also be ${listed(made)}.`] as const]),
    ...(gone.length + made.length > 0 ? [] : [['review', `${place} has its words in another order.`] as const]),
  ]
}
