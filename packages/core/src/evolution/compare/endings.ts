// The days until which former addresses and keys are answered, in two models → what is different for those who still
// use them. Nobody is asked on the day itself, so a day is agreed to when it is stated.

import type { Said } from './said.ts'

type Day = string | null

/** Present names of renamed parts. */
export function movedUntil(sentence: string, until: Day): Said {
  const before = `${sentence}, and answered as before`
  return until === null ? ['safe', `${before}.`] : ['contract', `${before} until ${until}.`]
}

/** Parts that had another name before already. */
export function changedEnd(name: string, old: Day, now: Day): Said[] {
  if (old === now) return []
  if (now === null) return [['safe', `${name} is answered without an end.`]]
  return old !== null && old < now
    ? [['safe', `${name} is answered longer, until ${now}.`]]
    : [['contract', `${name} is answered until ${now} only.`]]
}

/** Parts whose former names have passed their day: they are gone already. */
export function isOver(until: Day, today: Day): boolean {
  return until !== null && today !== null && until < today
}
