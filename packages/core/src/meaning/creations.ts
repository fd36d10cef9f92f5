// Rows from `nothing` → a new record's initial state and fields (reference/4-states, From nothing).

import type { Entity } from '../model/entities.ts'
import type { Effect, Machine, Transition } from '../model/states.ts'
import { evaluate, holds, type Surroundings } from './evaluate.ts'
import { refusedAs } from './refusals/refusal.ts'
import { type Caller, isPerformer } from './rights.ts'
import type { Datum, Reference } from './store.ts'

export interface Beginning {
  readonly caller: Caller
  /** The product creates it: no right is needed. */
  readonly isOwn: boolean
  /** A step of a call creates it. */
  readonly isInCall: boolean
}

export interface Begun {
  /** Its states and the fields that the row sets. */
  readonly set: Readonly<Record<string, Datum>>
  /** Effects after its creation. */
  readonly effects: readonly Effect[]
}

/** `scope`: over the new record without the row. */
export function begin(scope: Surroundings, entity: Entity, record: Reference, beginning: Beginning): Begun {
  const machines = scope.model.states.machines.filter((each) => each.entity === entity.name)
  const rows = machines.flatMap((machine) =>
    machine.creations.length === 0 ? [] : [{ field: machine.field, row: chosen(scope, machine, record, beginning) }],
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

/** For the product's own creations, a row that the caller may perform takes precedence. */
function chosen(
  scope: Surroundings,
  { field, creations: rows }: Machine,
  record: Reference,
  { caller, isOwn, isInCall }: Beginning,
): Transition {
  const permitted = rows.filter((row) => {
    if (isInCall && row.isByCall) return true
    return caller.isClock === true ? row.isByClock : row.who.some((performer) => isPerformer(performer, record, scope))
  })
  const possible = isOwn || caller.isProduct === true ? [...permitted, ...rows] : permitted
  const found = possible.find(({ guard }) => holds(guard, scope))
  if (found === undefined) throw permitted.length === 0 ? refusedAs('forbidden') : refusedAs('wrong state', field)
  return found
}
