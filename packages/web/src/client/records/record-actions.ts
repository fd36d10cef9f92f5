// Actions on a record → the intended next step, and a letter of the keyboard for each.

import type { AppRecord, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'

/**
 * The possible transition that leaves the fewest steps to the end; of several the first in the text. Null: none leads on. A
 * call with a form is something besides, whatever it is called.
 */
export function nextStep(possible: readonly AppAction[], row: RowData): AppAction | null {
  let best: { readonly action: AppAction; readonly left: number } | null = null
  for (const action of possible) {
    const left = stepsLeft(action, row)
    if (left !== null && (best === null || left < best.left)) best = { action, left }
  }
  return best?.action ?? null
}

/** How many steps there are after it; null: it is none on the way. */
function stepsLeft({ progress }: AppAction, row: RowData): number | null {
  if (progress === undefined) return null
  const state = row.values[progress.field]
  // The page does not show the state; that the step is possible says enough.
  if (typeof state !== 'string') return Math.min(...Object.values(progress.left))
  return progress.left[state] ?? null
}

/** J and K move through a list, E does the next step, G begins going somewhere. */
const TAKEN = ['j', 'k', 'e', 'g']
export const NEXT_STEP_LETTER = 'e'

/**
 * The first free letter of each label, in the order of the page. Of all that there are, so that a letter stays what it is when
 * something else becomes possible.
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

/** For following, where no action of the page has it. */
const FOLLOWING_LETTER = 'f'

/** Undefined: an action of the page has it. */
export function letterOfFollowing(actions: readonly AppAction[]): string | undefined {
  return [...lettersOf(actions).values()].includes(FOLLOWING_LETTER) ? undefined : FOLLOWING_LETTER
}

/**
 * Does the label of a form for changes name a value that this person may not change? `Rate the help` says `rating`; whoever may
 * change everything else, and not that, gets a form that does something else.
 */
export function promisesAnother(action: AppAction, { changes }: Pick<AppRecord, 'changes'>, row: RowData): boolean {
  if (action.kind !== 'call' || action.startsFrom !== 'record' || changes === undefined || row.changes === undefined)
    return false
  const inPlace = new Set(Object.values(changes.columns))
  const named = action.form.filter(({ path, label }) => inPlace.has(path.join('.')) && isNamedBy(label, action.label))
  return named.length > 0 && named.every(({ path }) => row.changes?.[path.join('.')] !== true)
}

/** `rating` and `Rate`: words that begin alike. */
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
