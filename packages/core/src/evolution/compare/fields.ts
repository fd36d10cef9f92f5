// One field in two models → changes of its values, of who gives them, and of its labels.

import { calendarPeriodWords } from '../durations.ts'
import type { Field } from '../../model/entities.ts'
import { codeOrNothing } from './data.ts'
import { typeSaid } from './field-types.ts'
import { ELSEWHERE, isSameExpression, KEY, type Members, membersSaid, type Pair, type Said } from './sentences.ts'

/** `isStated`: the text states values for existing records. */
export function fieldSaid(place: string, pair: Pair<Field>, isStated: boolean): Said[] {
  return [...membersSaid(place, fieldMembers(place), pair), ...typeSaid(place, pair, isStated)]
}

function fieldMembers(place: string): Members<Field> {
  const says = (kind: Said[0], words: string): Said[] => [[kind, `${place} ${words}.`]]
  return {
    name: KEY,
    label: (_, now) =>
      says('safe', now === null ? 'is called by its name in words' : `is called "${now}" where people read it`),
    // typeSaid covers it, with all bounds.
    type: ELSEWHERE,
    min: ELSEWHERE,
    max: ELSEWHERE,
    isBuiltIn: (_, now) => says('safe', now ? 'is kept by the product itself' : 'is a field of the text'),
    isRequired: (_, now) => (now ? says('tightening', 'is required') : says('safe', 'may be empty')),
    unique: (old, now) => uniqueSaid(place, old, now),
    isSetOnce: (_, now) =>
      says(
        'review',
        now ? 'cannot be changed any more once it is set' : 'can be changed after it was set, with the right',
      ),
    isSetByProduct: (_, now) =>
      says(
        'review',
        now
          ? 'is set by the product only'
          : 'can be given by people, as far as they have the right, and not by the product only',
      ),
    isHidden: (_, now) => says('review', now ? 'cannot be read any more' : 'can be read, with the right'),
    isTrimmed: (_, now) => says('review', now ? 'loses spaces around it' : 'keeps spaces around it'),
    isBlankEmpty: (_, now) => says('review', now ? 'is empty where only spaces were sent' : 'keeps a text of spaces'),
    isPersonal: (_, now) => says('review', now ? 'is personal data now' : 'is no personal data any more'),
    erasedAfter: (_, now) =>
      says(
        'review',
        now === null
          ? 'is never erased by itself'
          : `is erased ${calendarPeriodWords(now)} after its record was created`,
      ),
    isSearchable: (_, now) => says('safe', now ? 'is found by the search' : 'is found by the search no more'),
    pattern: (_, now) =>
      now === null
        ? says('safe', 'need not follow a pattern any more')
        : says('tightening', 'must follow another pattern'),
    default: (old, now) =>
      isSameExpression(old, now)
        ? says('safe', 'begins by the same words, of what is another')
        : says(
            'review',
            `of a new record that is not given one is ${codeOrNothing(now)} instead of ${codeOrNothing(old)}`,
          ),
    computed: () => says('review', 'is computed otherwise'),
    onDeletion: (_, now) =>
      says('review', `is ${now ?? 'treated in no stated way'} when the record it points to is deleted`),
    meaning: (_, now) => says('safe', now === null ? 'is explained no more' : 'is explained otherwise'),
    was: ELSEWHERE,
  }
}

function uniqueSaid(place: string, old: Field['unique'], now: Field['unique']): Said[] {
  if (now === null) return [['safe', `${place} need not be unique any more.`]]
  const within = now.within.length === 0 ? '' : ` within ${now.within.join(', ')}`
  const how = `${now.ignoringCase ? ', capital letters or not' : ''}${within}`
  if (old === null) return [['tightening', `${place} must be unique${how}.`]]
  return [
    [
      'tightening',
      `${place} must be unique${how === '' ? ', capital letters counted' : how}, which is another rule than before.`,
    ],
  ]
}
