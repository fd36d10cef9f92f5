// Two worlds that are equal in everything that one person may read and differ in everything else. Both get the same
// requests, and no answer may differ.

import fc from 'fast-check'
import type { Application } from '../gate/context/application.ts'
import { type GeneratedRequest, requestsTo } from './generated-requests.ts'
import { comparable } from './comparable-answers.ts'
import { sendRaw } from './raw-request.ts'
import { runApplication, type RunningApplication } from './running-application.ts'
import type { TestDatabase } from './test-database.ts'
import { HIDDEN, PASSWORD, PEOPLE, type Person, POOL, TWO_TEAMS_TEXT } from './two-teams.ts'

interface World {
  readonly application: RunningApplication
  readonly cookie: string | null
}

export interface Difference {
  readonly request: GeneratedRequest
  readonly answers: readonly [string, string]
}

export interface Comparison {
  readonly difference: Difference | null
  readonly requests: number
  /** The number of requests with a result. */
  readonly results: number
}

export interface ComparisonOptions {
  readonly template: TestDatabase
  readonly person: Person
  readonly runs: number
  readonly seed: number
  readonly double?: (application: Application) => Application
  /** Filters requests. */
  readonly wanted?: (request: GeneratedRequest) => boolean
}

export async function compareWorlds(options: ComparisonOptions): Promise<Comparison> {
  const worlds = await Promise.all([openWorld(options, false), openWorld(options, true)])
  const begunMs = Date.now()
  try {
    const requests = fc.sample(
      requestsTo(worlds[0].application.application, POOL).filter(options.wanted ?? (() => true)),
      { numRuns: options.runs, seed: options.seed },
    )
    let results = 0
    for (const [index, request] of requests.entries()) {
      const answers = await Promise.all(
        worlds.map((world) => sendRaw(world.application.address, world.cookie, request)),
      )
      const [a, b] = answers.map((answer) => comparable(answer, begunMs)) as [string, string]
      if (a !== b) return { difference: { request, answers: [a, b] }, requests: index + 1, results }
      if ((answers[0]?.status ?? 0) < 300) results += 1
    }
    return { difference: null, requests: requests.length, results }
  } finally {
    await Promise.all(worlds.map(({ application }) => application[Symbol.asyncDispose]()))
  }
}

async function openWorld({ template, person, double }: ComparisonOptions, isOther: boolean): Promise<World> {
  const application = await runApplication(TWO_TEAMS_TEXT, {
    copyOf: template.name,
    ...(double === undefined ? {} : { double }),
  })
  if (isOther) for (const statement of HIDDEN[person]) await application.database.pool.query(statement)
  // Records created during the comparison get the same ids in both worlds, because ids break ties in orders.
  for (const statement of COUNTED_IDS) await application.database.pool.query(statement)
  const client = person === 'guest' ? application.guest : await application.signIn(PEOPLE[person], PASSWORD)
  return { application, cookie: client.cookie }
}

const COUNTED_IDS = [
  'CREATE SEQUENCE ninefold.test_ids',
  ...['ticket', 'comment', '"user"', 'team', 'category'].map(
    (table) =>
      `ALTER TABLE ${table} ALTER id SET DEFAULT ('00000000-0000-4000-9000-' || lpad(nextval('ninefold.test_ids')::text, 12, '0'))::uuid`,
  ),
]
