// Consequences of the rows of point 4: the target state of a transition, and the fields that it writes.

import type { Effect, Machine, Transition } from './states.ts'

/** The internal function that returns the previous state of a field with states. */
export const STATE_BEFORE = 'the state before'

/** Its possible target states. */
export function targetsOf(machine: Machine, transition: Transition): string[] {
  return transition.to === null ? statesBefore(machine.transitions, transition.from) : [transition.to]
}

/** The possible previous states of a record that is in one of these. */
export function statesBefore(
  arrows: readonly { readonly from: readonly string[]; readonly to: string | null }[],
  states: readonly string[],
): string[] {
  const before = arrows.flatMap(({ from, to }) =>
    to !== null && states.includes(to) ? from.filter((state) => state !== to) : [],
  )
  return [...new Set(before)]
}

/** The field of its own record that an effect writes; null: none. */
export function writtenField(effect: Effect): string | null {
  return effect.kind === 'set' || effect.kind === 'clear' ? effect.field : null
}

export function writtenFields({ effects }: Transition): string[] {
  return effects.flatMap((effect) => writtenField(effect) ?? [])
}

export function procedureOf(machine: Machine, transition: string) {
  return machine.procedures.find((procedure) => procedure.transition === transition) ?? null
}

/** Tells whether it does more than write its own record. Messages are sent after everything else. */
export function doesMore(machine: Machine, { name, effects }: Transition): boolean {
  return procedureOf(machine, name) !== null || effects.some(({ kind }) => kind === 'record' || kind === 'do')
}

/** Tells whether some transition leads back to the previous state. */
export function knowsStateBefore({ transitions }: Machine): boolean {
  return transitions.some(({ to }) => to === null)
}
