// Test of clocks: takes time zones, and in each some days around a clock change or the end of a month or year, and runs
// through them with clocks that stand still, leap forward and go back, and with two processes. It compares the results
// with PostgreSQL and Intl for those days: each step happens once, and none before its moment.

import type { Application } from '@ninefold/server/gate/context/application.ts'
import { applyRevision } from '@ninefold/server/jobs/revision.ts'
import { runDue } from '@ninefold/server/jobs/run-due.ts'
import { type Database, openDatabase } from '@ninefold/server/store/driver/database.ts'
import { pino } from 'pino'
import { applicationOf, bringTo, compile } from '../../pipeline.ts'
import { clocksText, DAY_OF_MONTH, type TimesOfDay } from './clocks-text.ts'
import { below, chosen, type Random, randomFrom } from '../chance.ts'
import { Zone } from '../time-zones.ts'

export interface ClocksRun {
  readonly zones: readonly string[]
  readonly seed: number
  readonly connectionString: string
  /** An application with a planted fault, which the test must find. */
  readonly double?: (honest: Application, beginsMs: number) => Application
  readonly told?: (line: string) => void
}

export interface ClocksProof {
  readonly zones: number
  /** The number of day ranges, and how many of them contain a clock change. */
  readonly stretches: number
  readonly changes: number
  /** The number of checks for due work. */
  readonly looks: number
  readonly done: number
  readonly wrong: readonly string[]
}

interface Counted {
  zones: number
  stretches: number
  changes: number
  looks: number
  done: number
  wrong: string[]
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const BEFORE_MS = 30 * HOUR_MS
const AFTER_MS = 54 * HOUR_MS
/** Late enough for all deferred work. */
const MUCH_LATER_MS = 40 * DAY_MS
const CHANGES_OF_ONE = 2
const LEAPS = [Date.UTC(2024, 1, 29), Date.UTC(2028, 1, 29), Date.UTC(2000, 1, 29)]
const YEARS = [Date.UTC(2026, 11, 31), Date.UTC(1999, 11, 31), Date.UTC(2031, 11, 31)]
const INTERVAL_MS = 20 * MINUTE_MS
const TOOLS = { mail: null, webhooks: null, logger: pino({ level: 'silent' }) }

export async function runClocksMachine(run: ClocksRun): Promise<ClocksProof> {
  const counted: Counted = { zones: 0, stretches: 0, changes: 0, looks: 0, done: 0, wrong: [] }
  const database = openDatabase({ connectionString: run.connectionString })
  try {
    for (const [index, name] of run.zones.entries()) {
      const random = randomFrom(run.seed * 1_009 + index)
      const zone = new Zone(name)
      const changes = shuffled(zone.changes, random).slice(0, CHANGES_OF_ONE)
      for (const around of [...changes, chosen(LEAPS, random), chosen(YEARS, random)]) {
        const before = counted.wrong.length
        // One observation of a planted fault is enough.
        if (run.double !== undefined && before > 0) return counted
        await goThrough(run, database, counted, zone, around, random)
        counted.wrong.splice(before, Infinity, ...counted.wrong.slice(before).map((way) => `${name}, ${way}`))
      }
      counted.zones++
      counted.changes += changes.length
      if (counted.zones % 20 === 0)
        run.told?.(`${counted.zones} zones, ${counted.looks} looks, ${counted.wrong.length} wrong`)
    }
  } finally {
    await database.close()
  }
  return counted
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

/** Times close to the local time of the clock change. */
function timeNear(zone: Zone, atMs: number, random: Random): string {
  const around = chosen([zone.local(atMs - MINUTE_MS).minute + 1, zone.local(atMs).minute, below(1440, random)], random)
  const minute = (around + chosen([0, 0, -30, -15, 1, 15, 30, 45, 60], random) + 1440) % 1440
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

async function goThrough(
  run: ClocksRun,
  database: Database,
  counted: Counted,
  zone: Zone,
  around: number,
  random: Random,
): Promise<void> {
  const time = (): string => timeNear(zone, around, random)
  const times = { zone: zone.name, daily: time(), weekly: time(), monthly: time(), morning: time() }
  const beginsMs = around - BEFORE_MS + below(HOUR_MS, random)
  const { pool } = database
  const text = clocksText(times)
  const { model } = compile(text)
  if (model === null) throw new Error(`The text of ${zone.name} has errors.`)
  await bringTo(database, model, text, { consent: () => true, lock: null })
  await pool.query('TRUNCATE watch, mark, ninefold.clock, ninefold.recurring, ninefold.served_revision')
  const dueOn = zone.local(around + below(30 * HOUR_MS, random) - 12 * HOUR_MS).date
  const dueAtMs = around + below(24 * HOUR_MS, random) - 6 * HOUR_MS
  await pool.query(
    `INSERT INTO watch (due_on, due_at, mornings, passed, struck, aged, ripened, status) VALUES ($1, $2, 0, 0, 0, 0, 0, 'on')`,
    [dueOn, new Date(dueAtMs).toISOString()],
  )
  const processes = [0, 1].map(() => {
    const honest = applicationOf(model, text, 'development', database, null)
    return run.double?.(honest, beginsMs) ?? honest
  })
  const [first] = processes
  if (first === undefined) throw new Error('Defect: no process.')
  await applyRevision(first, beginsMs)
  const expected = await momentsOf(database, times, beginsMs)
  const once: readonly Once[] = [
    { name: 'passed', between: zone.endOf(dueOn) },
    { name: 'struck', between: [dueAtMs, dueAtMs] },
    { name: 'aged', between: [beginsMs + DAY_MS, beginsMs + DAY_MS] },
    { name: 'ripened', between: await monthAfter(database, times.zone, beginsMs) },
  ]
  const judged = judge(database, expected, once, beginsMs)
  counted.stretches++
  for (const nowMs of looks(expected, beginsMs, around + AFTER_MS, random)) {
    const awake = random() < 0.3 ? processes : [first]
    await Promise.all(awake.map((each) => runDue(each, TOOLS, nowMs)))
    counted.looks++
    const { wrong, done } = await judged(nowMs)
    counted.done += done
    if (wrong.length === 0) continue
    const when = `${new Date(around).toISOString()}, ${JSON.stringify(times)}, at ${new Date(nowMs).toISOString()}`
    counted.wrong.push(...wrong.map((way) => `${when}: ${way}`))
    return
  }
}

/**
 * Moments at which processes check for due work: they pause, clocks leap and go back, and some checks are at the exact
 * moment.
 */
function* looks(
  expected: readonly Expected[],
  beginsMs: number,
  endsMs: number,
  random: Random,
): Generator<number, void> {
  const moments = expected.flatMap(({ name, moments: all }) => (name === 'often' ? [] : all))
  let nowMs = beginsMs
  while (nowMs < endsMs) {
    const next = moments.filter((each) => each > nowMs).toSorted((one, other) => one - other)[0]
    const way = random()
    if (way < 0.45 && next !== undefined && next < endsMs) {
      yield next - 1
      yield next
      nowMs = next
    } else if (way < 0.6) yield Math.max(beginsMs, nowMs - below(5 * HOUR_MS, random))
    else yield (nowMs += below(chosen([HOUR_MS, 4 * HOUR_MS, 26 * HOUR_MS], random), random))
  }
  yield beginsMs + MUCH_LATER_MS
  yield beginsMs + MUCH_LATER_MS - 3 * HOUR_MS
  yield beginsMs + MUCH_LATER_MS
}

/** A repeated event. */
interface Expected {
  readonly name: string
  readonly moments: readonly number[]
}

interface Once {
  readonly name: 'passed' | 'struck' | 'aged' | 'ripened'
  /** The event may happen between these two moments: not before the first, and certainly before the second. */
  readonly between: readonly [number, number]
}

/** The moments that PostgreSQL computes for these times of day. */
async function momentsOf({ pool }: Database, times: TimesOfDay, beginsMs: number): Promise<Expected[]> {
  const from = new Date(beginsMs - 3 * DAY_MS).toISOString().slice(0, 10)
  const all = async (time: string, days: string): Promise<number[]> => {
    const { rows } = await pool.query<{ at: string }>(
      `SELECT DISTINCT extract(epoch FROM ((day::date + $2::time) AT TIME ZONE $3)) * 1000 AS at
       FROM generate_series($1::date, $1::date + 60, interval '1 day') AS day WHERE ${days} ORDER BY at`,
      [from, time, times.zone],
    )
    return rows.map(({ at }) => Number(at))
  }
  const lastOfMonth = `extract(day FROM date_trunc('month', day) + interval '1 month - 1 day')`
  const often = Array.from(
    { length: (MUCH_LATER_MS + DAY_MS) / INTERVAL_MS },
    (_, step) => (Math.floor(beginsMs / INTERVAL_MS) + step) * INTERVAL_MS,
  )
  return [
    { name: 'daily', moments: await all(times.daily, 'true') },
    { name: 'weekly', moments: await all(times.weekly, 'extract(isodow FROM day) IN (1, 6)') },
    {
      name: 'monthly',
      moments: await all(times.monthly, `extract(day FROM day) = least(${DAY_OF_MONTH}, ${lastOfMonth})`),
    },
    { name: 'morning', moments: await all(times.morning, 'true') },
    { name: 'often', moments: often },
  ]
}

async function monthAfter({ pool }: Database, zone: string, atMs: number): Promise<[number, number]> {
  const { rows } = await pool.query<{ at: string }>(
    `SELECT extract(epoch FROM (($1::timestamptz AT TIME ZONE $2) + interval '1 month') AT TIME ZONE $2) * 1000 AS at`,
    [new Date(atMs).toISOString(), zone],
  )
  const at = Number(rows[0]?.at)
  return [at, at]
}

/** Records the events after each check, and compares the end result. */
function judge(database: Database, expected: readonly Expected[], once: readonly Once[], beginsMs: number) {
  const lastRuns = new Map(expected.map(({ name }) => [name, beginsMs]))
  const runs = new Map(expected.map(({ name }) => [name, 0]))
  let highestMs = beginsMs
  let doneBefore = 0
  return async (nowMs: number): Promise<{ readonly wrong: string[]; readonly done: number }> => {
    highestMs = Math.max(highestMs, nowMs)
    for (const { name, moments } of expected) {
      const lastMs = lastRuns.get(name) ?? beginsMs
      if (!moments.some((each) => each > lastMs && each <= nowMs)) continue
      lastRuns.set(name, nowMs)
      runs.set(name, (runs.get(name) ?? 0) + 1)
    }
    const done = await whatWasDone(database)
    const wrong = expected.flatMap(({ name }) => {
      const wanted = runs.get(name) ?? 0
      return done.get(name) === wanted ? [] : [`${name} ${done.get(name)} times instead of ${wanted}`]
    })
    for (const { name, between } of once) {
      const times = done.get(name) ?? 0
      const isEarly = times > 0 && highestMs < between[0]
      const isMissing = times === 0 && nowMs >= between[1]
      if (isEarly || isMissing || times > 1) wrong.push(`${name} ${times} times, between ${between.join(' and ')}`)
    }
    const sum = [...done.values()].reduce((one, other) => one + other, 0)
    const news = sum - doneBefore
    doneBefore = sum
    return { wrong, done: news }
  }
}

async function whatWasDone({ pool }: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<Record<string, number>>(
    `SELECT mornings AS morning, passed, struck, aged, ripened,
       (SELECT count(*) FROM mark WHERE name = 'daily') AS daily, (SELECT count(*) FROM mark WHERE name = 'weekly') AS weekly,
       (SELECT count(*) FROM mark WHERE name = 'monthly') AS monthly, (SELECT count(*) FROM mark WHERE name = 'often') AS often
     FROM watch`,
  )
  return new Map(Object.entries(rows[0] ?? {}).map(([name, times]) => [name, Number(times)]))
}
