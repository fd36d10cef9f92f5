// A transition → the progress of its record towards the end. The end is the final state that is the most steps away: a
// shorter path to another final state abandons the process (cancelled, lost, rejected), so it is not progress. If the first
// state leads to each final state directly, the end may be a state from which only those follow: `accepted`, which can
// still be withdrawn. A state that the text calls red is not meant as an end; without another one, a green state is it.
// States that lead back to the first one, such as working and broken, are a circle without an end.

import type { Model } from '../../model/model.ts'
import type { Machine } from '../../model/states.ts'
import type { AppProgress } from '../wire/actions.ts'

export function progressOf(model: Model, entity: string, name: string): { readonly progress?: AppProgress } {
  const machine = model.states.machines.find(
    (each) => each.entity === entity && each.transitions.some((transition) => transition.name === name),
  )
  if (machine === undefined) return {}
  const left = stepsLeft(machine)
  const cases = machine.transitions.filter((transition) => transition.name === name)
  const afterwards = cases.flatMap(({ from, to }) =>
    from.flatMap((state): [string, number][] => {
      const [now, then] = [left.get(state), to === null ? undefined : left.get(to)]
      return now === undefined || then === undefined || then > now ? [] : [[state, then]]
    }),
  )
  return afterwards.length === 0 ? {} : { progress: { field: machine.field, left: Object.fromEntries(afterwards) } }
}

/** The number of transitions to the end, by state; states without a path to it are missing. */
function stepsLeft(machine: Machine): ReadonlyMap<string, number> {
  const end = endOf(machine)
  if (end === null) return new Map()
  return distances(end, (state) => machine.transitions.flatMap(({ from, to }) => (to === state ? from : [])))
}

/** Of equally distant states, the first in the text. Without final states, the most distant state. Null: a circle. */
function endOf(machine: Machine): string | null {
  const reached = distances(machine.initial, (state) =>
    machine.transitions.flatMap(({ from, to }) => (to !== null && from.includes(state) ? [to] : [])),
  )
  const there = machine.states.filter(({ name, colour }) => reached.has(name) && colour !== 'red')
  const finals = there.filter(({ isFinal }) => isFinal)
  const areExits = finals.every(({ name }) => (reached.get(name) ?? 0) <= 1)
  // Final ones first, which are the end if they are as far away.
  const candidates = areExits ? [...finals, ...there.filter((state) => leadsOnlyTo(finals, state, machine))] : finals
  const green = there.filter(({ colour }) => colour === 'green')
  const isStated = candidates.length + green.length > 0
  const end = ([candidates, green].find(({ length }) => length > 0) ?? there).reduce(
    (farthest, { name }) => ((reached.get(name) ?? 0) > (reached.get(farthest) ?? -1) ? name : farthest),
    candidates[0]?.name ?? green[0]?.name ?? machine.initial,
  )
  const isCircle = machine.transitions.some(({ from, to }) => to === machine.initial && from.includes(end))
  return isStated || !isCircle ? end : null
}

type State = Machine['states'][number]

/** A final state itself leads nowhere. */
function leadsOnlyTo(finals: readonly State[], { name }: State, { transitions }: Machine): boolean {
  const next = transitions.filter(({ from }) => from.includes(name))
  return next.length > 0 && next.every(({ to }) => finals.some((state) => state.name === to))
}

/** Distances from one state, by breadth-first search. */
function distances(start: string, next: (state: string) => readonly string[]): ReadonlyMap<string, number> {
  const found = new Map([[start, 0]])
  for (const [state, steps] of found)
    for (const other of next(state)) if (!found.has(other)) found.set(other, steps + 1)
  return found
}
