// Actions on a record → the intended next step, and a shortcut letter for each.

import type { AppRecord, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'

/**
 * The possible transition with the fewest remaining steps; of several the first in the text. Null: none leads on. A
 * call with a form does not count, whatever its label.
 */
export function nextStep(possible: readonly AppAction[], row: RowData): AppAction | null {
  let best: { readonly action: AppAction; readonly left: number } | null = null
  for (const action of possible) {
    const left = stepsLeft(action, row)
    if (left !== null && (best === null || left < best.left)) best = { action, left }
  }
  return best?.action ?? null
}

/** Remaining steps after it; null: not on the way. */
function stepsLeft({ progress }: AppAction, row: RowData): number | null {
  if (progress === undefined) return null
  const state = row.values[progress.field]
  // The page does not show the state; that the step is possible is sufficient.
  if (typeof state !== 'string') return Math.min(...Object.values(progress.left))
  return progress.left[state] ?? null
}

/** J and K move through a list, E does the next step, G starts navigation. */
const TAKEN = ['j', 'k', 'e', 'g']
export const NEXT_STEP_LETTER = 'e'

/**
 * The first free letter of each label, in page order. All actions count, possible or not, so that letters do not
 * change.
 */
export function lettersOf(actions: readonly AppAction[]): ReadonlyMap<string, string> {
  const taken = new Set(TAKEN)
  const letters = new Map<string, string>()
  for (const { key, label } of actions) {
    const letter = [...label.normalize('NFKD').toLowerCase()].find((each) => /^[a-z]$/.test(each) && !taken.has(each))
    if (letter === undefined) continue
    taken.add(letter)
    letters.set(key, letter)
  }
  return letters
}

/** For following, unless an action of the page has it. */
const FOLLOWING_LETTER = 'f'

/** Undefined: an action of the page has it. */
export function letterOfFollowing(actions: readonly AppAction[]): string | undefined {
  return [...lettersOf(actions).values()].includes(FOLLOWING_LETTER) ? undefined : FOLLOWING_LETTER
}

/**
 * Tells whether the label of a change form names a value that this person may not change. `Rate the help` refers to
 * `rating`; for a person who may change everything else, the form would do something different.
 */
export function promisesAnother(action: AppAction, { changes }: Pick<AppRecord, 'changes'>, row: RowData): boolean {
  if (action.kind !== 'call' || action.startsFrom !== 'record' || changes === undefined || row.changes === undefined)
    return false
  const inPlace = new Set(Object.values(changes.columns))
  const named = action.form.filter(({ path, label }) => inPlace.has(path.join('.')) && isNamedBy(label, action.label))
  return named.length > 0 && named.every(({ path }) => row.changes?.[path.join('.')] !== true)
}

/** `rating` and `Rate`: words with the same beginning. */
function isNamedBy(field: string, label: string): boolean {
  const stems = (text: string): string[] =>
    text
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length >= STEM)
      .map((word) => word.slice(0, STEM))
  const words = stems(label)
  return stems(field).some((stem) => words.includes(stem))
}

const STEM = 3
