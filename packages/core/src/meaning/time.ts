// Work by the clock: clocks of point 4, schedules of point 7, and deferred steps. Each is atomic, in the order of their
// moments.

import type { Model } from '../model/model.ts'
import { type Recurrence, WEEKDAYS } from '../model/time/recurrence.ts'
import { setClocks, setDailyClock } from './clocks.ts'
import { nextRun } from './values/dates.ts'
import { enforceRulesOverRecords } from './constraints/rules-over-records.ts'
import { Refused, refusedAs } from './refusals/refusal.ts'
import { type Caller, callerOf, eyesOf, surroundingsOf, THE_CLOCK } from './rights.ts'
import { doEffect, runSteps } from './steps.ts'
import type { Run } from './run.ts'
import { copyOf, isReference, numberOf, type PutOff, type SetClock, type Store } from './store.ts'
import { doTransition } from './transition.ts'
import type { Writing } from './write.ts'

interface Due {
  readonly atMs: number
  readonly key: string
  /** Returns the next store, whether done or refused. */
  readonly run: (store: Store) => Store
}

interface Recurring {
  readonly name: string
  readonly runs: Recurrence
  readonly run: (writing: Writing) => void
}

/** Runs when a text begins to be served. */
export function beginRecurring(model: Model, store: Store): void {
  for (const { name, runs } of recurringOf(model)) store.recurring.set(name, nextRun(runs, store.nowMs, store.zone))
}

/** Does everything that is due, and what becomes due by it. */
export function passTime(model: Model, store: Store): Store {
  return runAll(store, (now) => [...dueClocks(model, now), ...duePutOff(model, now), ...dueRecurring(model, now)])
}

/** Runs deferred steps of a request, after its answer. */
export function runPutOff(model: Model, store: Store): Store {
  return runAll(store, (now) => duePutOff(model, now))
}

function runAll(store: Store, dueOf: (store: Store) => Due[]): Store {
  const tried = new Set<string>()
  let now = store
  for (;;) {
    const due = dueOf(now).filter(({ key, atMs }) => atMs <= now.nowMs && !tried.has(`${key} ${atMs}`))
    if (due.length === 0) return now
    for (const { key, atMs, run } of due.sort((a, b) => a.atMs - b.atMs)) {
      tried.add(`${key} ${atMs}`)
      now = run(now)
    }
  }
}

function byTheClock(model: Model, store: Store): Writing {
  return { model, store, caller: THE_CLOCK, names: new Map(), doEffect }
}

/** Works on a copy. Null: refused, without any effect. */
function attempted(model: Model, store: Store, doing: (copy: Store) => void): Store | null {
  const copy = copyOf(store)
  try {
    doing(copy)
    enforceRulesOverRecords(model, store, copy)
    return copy
  } catch (cause) {
    if (cause instanceof Refused) return null
    throw cause
  }
}

/**
 * The order of work due at the same moment is not promised; here clocks are ordered by name, and records by creation.
 */
function dueClocks(model: Model, { clocks }: Store): Due[] {
  const inOrder = [...clocks].sort(([, a], [, b]) =>
    a.clock === b.clock ? numberOf(a.record) - numberOf(b.record) : a.clock < b.clock ? -1 : 1,
  )
  return inOrder.flatMap(([key, { dueMs }]) =>
    dueMs === null ? [] : [{ atMs: dueMs, key, run: (now: Store) => runClock(model, now, key) }],
  )
}

/** A refused clock counts as run. */
function runClock(model: Model, store: Store, key: string): Store {
  const next = copyOf(store)
  const known = next.clocks.get(key)
  if (known === undefined || !next.records.has(known.record.id)) {
    next.clocks.delete(key)
    return next
  }
  setClocks(surroundingsOf(model, next, THE_CLOCK), known.record)
  const set: SetClock = next.clocks.get(key) ?? known
  if (set.dueMs === null || set.dueMs > next.nowMs) return next
  next.clocks.set(key, { ...set, ranForMs: set.dueMs, dueMs: null })
  const machine = model.states.machines.find(({ entity, field }) => `${entity}.${field}` === set.machine)
  const clock = machine?.clocks.find(({ name }) => name === set.clock)
  if (clock === undefined) throw new Error(`There is no clock ${set.clock}.`)
  return (
    attempted(model, next, (copy) =>
      doTransition(byTheClock(model, copy), set.record, clock.does, { by: 'caller', runSteps }),
    ) ?? next
  )
}

function recurringOf(model: Model): Recurring[] {
  const schedules = model.calls.schedules.flatMap(({ name, runs, steps }): Recurring[] => {
    if (runs === null) return []
    const run = (writing: Writing): void => {
      runSteps({ ...writing, names: new Map(), sent: new Set(), who: null, places: new Map() }, steps)
    }
    return [{ name: `schedule ${name}`, runs, run }]
  })
  const clocks = model.states.machines.flatMap((machine) =>
    machine.clocks.flatMap((clock): Recurring[] => {
      if (clock.runs.kind !== 'every day') return []
      const name = `clock ${machine.entity}.${machine.field} ${clock.name}`
      const runs: Recurrence = { kind: 'weekly', days: WEEKDAYS, time: clock.runs.time }
      const run = ({ store, caller }: Writing): void =>
        setDailyClock(surroundingsOf(model, store, caller), machine, clock)
      return [{ name, runs, run }]
    }),
  )
  return [...clocks, ...schedules].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Several missed times count as one. */
function dueRecurring(model: Model, store: Store): Due[] {
  return recurringOf(model).map(({ name, runs, run }) => ({
    atMs: store.recurring.get(name) ?? nextRun(runs, store.nowMs, store.zone),
    key: name,
    run: (now: Store): Store => {
      const next = copyOf(now)
      next.recurring.set(name, nextRun(runs, now.nowMs, now.zone))
      return attempted(model, next, (copy) => run(byTheClock(model, copy))) ?? next
    },
  }))
}

function duePutOff(model: Model, { putOff }: Store): Due[] {
  return putOff.map((each) => ({
    atMs: each.dueMs,
    key: `put off ${each.number}`,
    run: (now: Store) => runOne(model, now, each),
  }))
}

const PAUSE_MS = 5_000
const PAUSE_MAX_MS = 2 * 3_600_000
const ATTEMPTS_MAX = 20

/** The row is removed when its steps succeed; if refused, it waits for a retry. */
function runOne(model: Model, store: Store, put: PutOff): Store {
  const done = attempted(model, store, (copy) => {
    take(copy, put)
    const run = takenUp(model, copy, put)
    runSteps(run, put.steps)
  })
  if (done !== null) return done
  const next = copyOf(store)
  take(next, put)
  const isGivenUp = put.attempts + 1 >= ATTEMPTS_MAX || isWhoGone(next, put)
  const pauseMs = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** put.attempts)
  next.putOff.push({ ...put, attempts: put.attempts + 1, dueMs: isGivenUp ? Infinity : next.nowMs + pauseMs })
  return next
}

function take({ putOff }: Store, { number }: PutOff): void {
  putOff.splice(
    putOff.findIndex((each) => each.number === number),
    1,
  )
}

function isWhoGone(store: Store, { who }: PutOff): boolean {
  return who.me !== null && !store.records.has(who.me.id)
}

/** With the present rights and records. */
function takenUp(model: Model, store: Store, put: PutOff): Run {
  const { who, roles, names, seen, sent, narrowedTo } = put
  if (isWhoGone(store, put)) throw refusedAs('not found')
  const own = narrowed(callerOf(model, store, who.me, who.tenant), narrowedTo)
  const caller: Caller = who.isClock ? THE_CLOCK : who.isProduct ? { ...own, isProduct: true } : own
  if (roles !== null && !roles.some((role) => own.roles.has(role))) throw refusedAs('forbidden')
  const eyes = eyesOf(caller, surroundingsOf(model, store, caller))
  for (const [name, value] of names) {
    if (!isReference(value)) continue
    const isThere = store.records.has(value.id) && (eyes === null || !seen.has(name) || eyes.sees(value))
    if (!isThere) throw refusedAs('not found')
  }
  return { model, store, caller, names: new Map(names), sent, who: null, places: new Map(), doEffect }
}

function narrowed(caller: Caller, roles: ReadonlySet<string> | null): Caller {
  return roles === null ? caller : { ...caller, roles: new Set([...caller.roles].filter((role) => roles.has(role))) }
}
