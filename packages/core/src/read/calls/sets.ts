// Values that a step gives to a record → draft: `ticket = …`, and inputs that are passed on.

import type { SetDraft } from '../../draft/calls.ts'
import { matchPhrase, splitPhrase, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { NAME } from '../names.ts'
import { expressionIn, unreadable, type Reading } from '../reading.ts'

const SET = new RegExp(`^(?<field>${NAME}) ?= ?(?<value>.+)$`, 'd')
export const GIVEN = new RegExp(`^(?<given>given )?(?<input>${NAME}(?:\\.${NAME})*)(?: as (?<as>${NAME}))?$`, 'd')

/**
 * After `given`, every name is an input, until a field with a value follows.
 *
 *   with ticket = `ticket`, given body, internal, files as attachments
 *                                     ^
 */
export function setsOf(words: Phrase, reading: Reading): SetDraft[] {
  let isGiven = false
  return splitPhrase(words, ',').flatMap((part): SetDraft[] => {
    const set = matchPhrase(part, SET)
    if (set !== null) {
      isGiven = false
      return [{ kind: 'set', field: set.written('field'), value: expressionIn(set.phrase('value'), reading) }]
    }
    const given = matchPhrase(part, GIVEN)
    if (given === null || !(isGiven || given.has('given'))) {
      unreadable(
        part,
        'something that a step gives',
        'Write FIELD = `…`, or given INPUT, separated by commas.',
        reading,
      )
      return []
    }
    isGiven = true
    return [{ kind: 'given', input: given.written('input'), as: given.writtenOrNull('as') }]
  })
}

const SENT = new RegExp(`^(?<path>${NAME}(?:\\.${NAME})*) ?= ?(?<value>.+)$`, 'd')

/**
 * Values for another program.
 *
 *   with amount = `order.total.amount`, customer.email = `me.email`
 *        ^
 */
export function sentValuesOf(words: Phrase, reading: Reading): { readonly path: Written; readonly value: Written }[] {
  return splitPhrase(words, ',').flatMap((part) => {
    const sent = matchPhrase(part, SENT)
    if (sent !== null) return [{ path: sent.written('path'), value: expressionIn(sent.phrase('value'), reading) }]
    unreadable(part, 'something that a step sends', 'Write NAME = `…`, separated by commas.', reading)
    return []
  })
}
