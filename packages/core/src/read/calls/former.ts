// Former address of a call, or former name of a key → the address or name, and its last day.

import type { Ending } from '../../draft/calls.ts'
import type { CallReferenceDraft } from '../../draft/call-reference.ts'
import { matchPhrase, type Phrase, spanOf, writtenOf } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { callReferenceIn } from '../names.ts'
import { type Reading, unreadable } from '../reading.ts'

const FORMERLY = /^(?<name>[^,]+)(?<words>, was (?<was>.+))$/d
const UNTIL = /^(?<former>.+?) until (?<day>.+)$/d
/** A day without the word `until`. */
const BARE_DAY = /^(?<former>\S+) (?<day>(?:\S+ )?\d{4}-\d\d-\d\d)$/d

/** `name, was title until 2027-01-31`: the name and the former one; null: no former name. */
export function nameAndEndingFormer(
  words: Phrase,
  reading: Reading,
): { readonly name: Phrase; readonly was: (Written & Ending) | null } {
  const renamed = matchPhrase(words, FORMERLY)
  if (renamed === null) return { name: words, was: null }
  const { former, until } = endOf(renamed.phrase('was'), reading)
  return { name: renamed.phrase('name'), was: { ...writtenOf(former), until, words: spanOf(renamed.phrase('words')) } }
}

/** `POST /api/tickets` in backticks, with its last day. */
export function formerAddressIn(words: Phrase, reading: Reading): (CallReferenceDraft & Ending) | null {
  const { former, until } = endOf(words, reading)
  const address = callReferenceIn(former, reading)
  return address === null ? null : { ...address, until, words: spanOf(words) }
}

function endOf(words: Phrase, reading: Reading): { readonly former: Phrase; readonly until: Written | null } {
  const ending = matchPhrase(words, UNTIL)
  if (ending !== null) return { former: ending.phrase('former'), until: ending.written('day') }
  const bare = matchPhrase(words, BARE_DAY)
  if (bare === null) return { former: words, until: null }
  const how = 'Write the last day on which it is answered: until 2027-01-31.'
  return { former: bare.phrase('former'), until: unreadable(bare.phrase('day'), 'the end of it', how, reading) }
}
