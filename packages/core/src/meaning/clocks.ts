// Clocks of point 4: when each runs for a record. Every write of the record sets them (reference/4-states, Clocks).

import { entityNamed } from '../model/find.ts'
import type { Clock, Machine } from '../model/states.ts'
import { dayAfter, momentLater, startOf } from './values/dates.ts'
import { momentByWork } from './values/working-time.ts'
import { evaluate, type Surroundings, withNames } from './evaluate.ts'
import type { Reference, SetClock, StoredRecord } from './store.ts'

function clockKey({ entity, field }: Machine, { name }: Clock, { id }: Reference): string {
  return JSON.stringify([`${entity}.${field}`, name, id])
}

/** The start states of the clock's transition. */
export function startsOf({ transitions }: Machine, { does }: Clock): string[] {
  return transitions.filter(({ name, isByClock }) => name === does && isByClock).flatMap(({ from }) => from)
}

/** Runs after each write of a record. A transition that keeps the state does not count as entering it. */
export function setClocks(around: Surroundings, record: Reference): void {
  const { model, store } = around
  const stored = store.records.get(record.id)
  if (stored === undefined) return
  for (const machine of model.states.machines.filter(({ entity }) => entity === record.entity)) {
    for (const clock of machine.clocks) {
      if (clock.runs.kind === 'every day') continue
      const key = clockKey(machine, clock, record)
      const set = setFor(withNames(around, { this: record }), machine, clock, stored, store.clocks.get(key))
      if (set === null) continue
      const named = { machine: `${machine.entity}.${machine.field}`, clock: clock.name, record }
      store.clocks.set(key, { ...named, ...set })
    }
  }
}

/** Null: unchanged. */
function setFor(
  scope: Surroundings,
  machine: Machine,
  clock: Clock,
  { values }: StoredRecord,
  before: SetClock | undefined,
): Pick<SetClock, 'within' | 'dueMs' | 'ranForMs'> | null {
  const { runs } = clock
  const state = String(values[machine.field])
  if (runs.kind === 'after entering') {
    if (before?.within === state) return null
    const dueMs = state === runs.state ? delayed(runs.delay, scope) : null
    return { within: state, dueMs, ranForMs: null }
  }
  if (runs.kind === 'every day') return null
  const counts = startsOf(machine, clock).includes(state)
  const within = counts ? 'counts' : 'left'
  const moment = counts ? momentOf(runs.moment, scope) : null
  if (before?.within !== within) return { within, dueMs: moment, ranForMs: null }
  const hasRun = moment !== null && before.ranForMs === moment
  return { within, dueMs: hasRun ? null : moment, ranForMs: before.ranForMs }
}

function delayed(delay: Parameters<typeof evaluate>[0], scope: Surroundings): number | null {
  const { store } = scope
  const value = evaluate(delay, scope)
  if (value === null) return null
  if (delay.type.kind === 'working time') return momentByWork(store.nowMs, String(value), 1, store.zone)
  return delay.type.kind === 'calendar period'
    ? momentLater(store.nowMs, String(value), 1, store.zone)
    : store.nowMs + Number(value)
}

/** A day has passed when the next one begins. Null: never. */
function momentOf(moment: Parameters<typeof evaluate>[0], scope: Surroundings): number | null {
  const value = evaluate(moment, scope)
  if (value === null) return null
  return moment.type.kind === 'date' ? startOf(dayAfter(String(value), 1), scope.store.zone) : Number(value)
}

/** Makes a daily clock due now for each record in one of its start states. */
export function setDailyClock({ model, store }: Surroundings, machine: Machine, clock: Clock): void {
  const entity = entityNamed(model, machine.entity)
  for (const { id, values, entity: of } of store.records.values()) {
    if (of !== entity.name || !startsOf(machine, clock).includes(String(values[machine.field]))) continue
    const record = { entity: of, id }
    const key = clockKey(machine, clock, record)
    const named = { machine: `${machine.entity}.${machine.field}`, clock: clock.name, record }
    store.clocks.set(key, { ...named, within: '', dueMs: store.nowMs, ranForMs: null })
  }
}
