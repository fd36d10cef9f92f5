// A description of each verb of a step, each kind of openness and each setting. Descriptions of labels, columns and
// parts are in the grammar.

import { SETTINGS } from '../grammar/settings.ts'

const WORDS: Readonly<Record<string, string>> = {
  ...SETTINGS,
  // Steps.
  step: 'The next thing that the call does.',
  find: 'Looks for one record; without one, the call fails with the code.',
  list: 'Finds the records of a list.',
  require: 'The call goes on only if this holds.',
  let: 'Gives a value a name for the steps that follow.',
  create: 'Makes a record, with its caller’s permission.',
  record: 'Makes a record as the product’s own doing; nothing that was sent goes into it.',
  change: 'Changes a record, with its caller’s permission.',
  set: 'Sets a field as the product’s own doing; nothing that was sent goes into it.',
  delete: 'Deletes a record, with its caller’s permission.',
  discard: 'Deletes a record as the product’s own doing.',
  add: 'Adds a record to a list of another one.',
  remove: 'Takes a record out of a list of another one.',
  do: 'Does a transition, as far as point 4 lets the caller.',
  send: 'Sends a message once the call has succeeded.',
  respond: 'Answers, as the last thing that the call does.',
  when: 'The step is done only if this holds.',
  given: 'Takes an input as the value of the field of that name, if it was sent.',
  // Openness.
  'not shown': 'Nobody has said yet. It is listed as an open question.',
  'out of scope': 'Known, and not a matter of this product.',
  'any of': 'Deliberately left open: each of these is right.',
}

/** By the whole text, or by the first words of a form. */
export function wordsOf(construct: string): string | null {
  const words = construct.trim().replace(/[:.]$/, '')
  const found = WORDS[words] ?? WORDS[words.split(':')[0] ?? ''] ?? WORDS[words.split(' ')[0] ?? '']
  return found ?? null
}
