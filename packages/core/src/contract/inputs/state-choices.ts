// States → choices with a colour and a sign for each, and those that the condition of a list leaves.

import { conjuncts } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
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

/** False only if a part of the condition excludes the value by itself: `status != "lost"`, `status in ["open", "done"]`. */
export function mayHold(where: Expression | null, entity: string, field: string, value: string): boolean {
  if (where === null) return true
  return conjuncts(where).every((part) => holdsFor(part, entity, field, value) !== false)
}

/** Null: the part is about something else. */
function holdsFor(part: Expression, entity: string, field: string, value: string): boolean | null {
  if (part.kind === 'unary' && part.operator === '!') {
    const holds = holdsFor(part.operand, entity, field, value)
    return holds === null ? null : !holds
  }
  if (part.kind !== 'binary') return null
  const { left, operator, right } = part
  if (left.kind !== 'field' || left.of.kind !== 'variable' || left.entity !== entity || left.field !== field)
    return null
  if (operator === 'in' && right.kind === 'list') {
    const items = right.items.map((item) => (item.kind === 'literal' ? item.value : undefined))
    return items.includes(undefined) ? null : items.includes(value)
  }
  if (right.kind !== 'literal' || (operator !== '==' && operator !== '!=')) return null
  return (right.value === value) === (operator === '==')
}
