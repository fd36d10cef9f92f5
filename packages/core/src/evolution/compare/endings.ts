// Last days of former addresses and keys, in two models → changes for their users. The day itself needs no consent,
// so the consent is given when the day is stated.

import type { Said } from './sentences.ts'

type Day = string | null

/** Present names of renamed parts. */
export function movedUntil(sentence: string, until: Day): Said {
  const before = `${sentence}, and answered as before`
  return until === null ? ['safe', `${before}.`] : ['contract', `${before} until ${until}.`]
}

/** Parts that already had a former name. */
export function changedEnd(name: string, old: Day, now: Day): Said[] {
  if (old === now) return []
  if (now === null) return [['safe', `${name} is answered without an end.`]]
  return old !== null && old < now
    ? [['safe', `${name} is answered longer, until ${now}.`]]
    : [['contract', `${name} is answered until ${now} only.`]]
}

/** Parts whose former names have expired. */
export function isOver(until: Day, today: Day): boolean {
  return until !== null && today !== null && until < today
}
