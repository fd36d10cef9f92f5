// States → choices with a colour and a sign for each.

import type { Machine } from '../../model/states.ts'
import { humanised } from '../../model/words.ts'
import type { Choice, Tone } from '../wire/display.ts'

/**
 * Colours of states between the beginning and the ends, in the order of the text. None of them judges: a text says what
 * comes after a state, but not whether people are glad about it.
 */
const BETWEEN = ['blue', 'violet', 'cyan', 'pink'] as const satisfies readonly Tone[]

/**
 * The sign of a state fills up from the initial state to the final ones. Both are grey without a stated colour, because
 * an end may be a success or a failure.
 */
export function choicesOfStates({ states, initial }: Pick<Machine, 'states' | 'initial'>): Choice[] {
  const between = states.filter(({ name, isFinal }) => !isFinal && name !== initial)
  return states.map((state) => {
    const { name, label, colour, isFinal } = state
    const place = between.indexOf(state)
    return {
      value: name,
      label: label ?? humanised(name),
      tone: colour ?? (place < 0 ? 'grey' : (BETWEEN[place % BETWEEN.length] ?? 'grey')),
      filled: isFinal ? 1 : (place + 1) / (between.length + 1),
    }
  })
}
