// Rows from `nothing` → in which state a record begins, and what is set besides (reference/4-states, From nothing).

import type { Entity } from '../model/entities.ts'
import type { Effect, Transition } from '../model/states.ts'
import { evaluate, holds, type Surroundings } from './evaluate.ts'
import { refusedAs } from './refusal.ts'
import { type Caller, isPerformer } from './rights.ts'
import type { Datum, Reference } from './store.ts'

export interface Beginning {
  readonly caller: Caller
  /** The product makes it by itself: nobody has to be allowed. */
  readonly isOwn: boolean
  /** A step of a call makes it. */
  readonly isInCall: boolean
}

export interface Begun {
  /** Its states, and what is set besides. */
  readonly set: Readonly<Record<string, Datum>>
  /** Those that follow when it is made. */
  readonly effects: readonly Effect[]
}

/** `scope`: over the new record, as it would be without the row. */
export function begin(scope: Surroundings, entity: Entity, record: Reference, beginning: Beginning): Begun {
  const machines = scope.model.states.machines.filter((each) => each.entity === entity.name)
  const rows = machines.flatMap(({ field, creations }) =>
    creations.length === 0 ? [] : [{ field, row: chosen(scope, creations, record, beginning) }],
  )
  const states = rows.map(({ field, row }): [string, Datum] => [field, row.to])
  const effects = rows.flatMap(({ row }) => row.effects)
  const set = effects.flatMap((effect): [string, Datum][] => {
    if (effect.kind === 'set') return [[effect.field, evaluate(effect.to, scope)]]
    return effect.kind === 'clear' ? [[effect.field, null]] : []
  })
  return {
    set: Object.fromEntries([...states, ...set]),
    effects: effects.filter(({ kind }) => kind !== 'set' && kind !== 'clear'),
  }
}

/** Of what the product makes by itself, a row whose performer is the caller comes first. */
function chosen(
  scope: Surroundings,
  rows: readonly Transition[],
  record: Reference,
  { caller, isOwn, isInCall }: Beginning,
): Transition {
  const permitted = rows.filter((row) => {
    if (isInCall && row.isByCall) return true
    return caller.isClock === true ? row.isByClock : row.who.some((performer) => isPerformer(performer, record, scope))
  })
  const possible = isOwn || caller.isProduct === true ? [...permitted, ...rows] : permitted
  const found = possible.find(({ guard }) => holds(guard, scope))
  if (found === undefined) throw refusedAs(permitted.length === 0 ? 'forbidden' : 'wrong state')
  return found
}
