// Consequences of the rows of point 4: the state that a transition leads to, and the fields that it writes.

import type { Effect, Machine, Transition } from './states.ts'

/** The function of a field with states that gives the state before. No author writes it. */
export const STATE_BEFORE = 'the state before'

/** The states that it can lead to. */
export function targetsOf(machine: Machine, transition: Transition): string[] {
  return transition.to === null ? statesBefore(machine.transitions, transition.from) : [transition.to]
}

/** In which states was a record, before it came into one of these? */
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

/** Does it more than to write its own record? Messages are sent when all has happened. */
export function doesMore(machine: Machine, { name, effects }: Transition): boolean {
  return procedureOf(machine, name) !== null || effects.some(({ kind }) => kind === 'record' || kind === 'do')
}

/** Does some transition lead back to the state before? */
export function knowsStateBefore({ transitions }: Machine): boolean {
  return transitions.some(({ to }) => to === null)
}
