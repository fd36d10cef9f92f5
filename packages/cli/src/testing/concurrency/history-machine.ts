// Test of races: many clients of two processes want the same thing at the same moment, again and again. All answers and
// the final state must fit one order of events with exactly the right number of winners. Races follow a seed, so that a
// failing one can be repeated.

import { readFileSync } from 'node:fs'
import { compile } from '@ninefold/core/compile.ts'
import type { Database } from '@ninefold/server/store/driver/database.ts'
import { type Client, clientOf } from '@ninefold/server/testing/running-application.ts'
import { secondProcess } from '@ninefold/server/testing/servers/second-process.ts'
import fc from 'fast-check'
import { buildStages, type Stages } from '../../examples/stages.ts'
import { RACES, type RaceKind } from './race-kinds.ts'
import type { Arena } from './arena.ts'

export interface HistoryOptions {
  /** From `buildArenas`; each run has a database of its own. */
  readonly stages: Stages
  readonly races: number
  readonly seed: number
  readonly clients?: number
  readonly kinds?: readonly RaceKind[]
  /** Called before the first race, to plant a fault that the test must find. */
  readonly prepare?: (database: Database) => Promise<void>
}

export interface HistoryResult {
  readonly races: number
  readonly requests: number
  /** `transition, race 12: 2 won instead of 1`. */
  readonly wrong: readonly string[]
  readonly byKind: Readonly<Partial<Record<RaceKind, number>>>
}

const KINDS = Object.keys(RACES) as RaceKind[]

export async function buildArenas(): Promise<Stages> {
  const text = readFileSync(new URL('./races.md', import.meta.url), 'utf8')
  const { model } = compile(text)
  if (model === null) throw new Error('races.md has errors.')
  return buildStages(model, text)
}

export function runHistoryMachine(options: HistoryOptions): Promise<HistoryResult> {
  const { clients = 30, kinds = KINDS } = options
  return options.stages.play(async ({ address }, application) => {
    await options.prepare?.(application.database)
    await using second = await secondProcess({ application, database: application.database })
    const runners = [clientOf(address, null), clientOf(second.address, null)]
    const wrong: string[] = []
    const byKind: Partial<Record<RaceKind, number>> = {}
    for (let race = 1; race <= options.races; race++) {
      const kind = kinds[(race - 1) % kinds.length] ?? 'transition'
      const arena = arenaOf(runners, clients, options.seed, race)
      byKind[kind] = (byKind[kind] ?? 0) + 1
      wrong.push(...(await RACES[kind](arena)).map((what) => `${kind}, race ${race}: ${what}`))
    }
    return { races: options.races, requests: options.races * clients, wrong, byKind }
  })
}

function arenaOf(runners: readonly Client[], clients: number, seed: number, race: number): Arena {
  const numbers = fc.sample(fc.nat(), { numRuns: 16, seed: seed * 100_003 + race })
  const client = (index: number): Client => {
    const one = runners[index % runners.length]
    if (one === undefined) throw new Error('Nobody runs.')
    return one
  }
  return {
    client,
    name: `race-${race}`,
    pick: (below) => (numbers.shift() ?? 0) % below,
    all: (what) => Promise.all(Array.from({ length: clients }, (_, index) => what(client(index), index))),
  }
}
