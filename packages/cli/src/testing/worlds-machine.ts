// The two-worlds machine: a specification and one of its people → two databases that are equal in everything that this
// person may see, and different elsewhere. Whatever the person asks, both answer the same, byte for byte; and what only
// the other world is told of sends the person nothing.

import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/sign-in-of.ts'
import type { Application } from '@ninefold/server/gate/application.ts'
import { type Caller, callerWith } from '@ninefold/server/gate/caller.ts'
import { rolesOfUser } from '@ninefold/server/gate/conditional-roles.ts'
import { comparable, withoutMomentsOfTheRun } from '@ninefold/server/testing/comparable-answers.ts'
import type { GeneratedRequest } from '@ninefold/server/testing/generated-requests.ts'
import { sendRaw } from '@ninefold/server/testing/raw-request.ts'
import { headersOfSession, type Stages } from '../examples/stages.ts'
import { askedByRules } from './asked-by-rules.ts'
import { changeWhatIsHidden } from './hidden-changes.ts'
import { streamsOf } from './streams-of-hidden.ts'
import { seenByStatements } from './what-is-seen.ts'
import { cutOff, peopleOf, worldStages } from './world-stages.ts'
import { questionsTo } from './worlds-questions.ts'

export interface WorldsOptions {
  readonly model: Model
  readonly text: string
  /** Pairs of worlds; each has its own seed. */
  readonly worlds: number
  readonly requestsPerWorld: number
  readonly seed: number
  readonly worldsAtOnce?: number
  readonly triesPerWorld?: number
  /** An application with a fault in it, which the machine must find. */
  readonly double?: (honest: Application) => Application
  /** Of the second world only: what both are is compared, too. */
  readonly otherDouble?: (honest: Application) => Application
  /** Leaves the other requests out. */
  readonly wanted?: (request: GeneratedRequest) => boolean
  /** In place of what is asked otherwise. */
  readonly asked?: readonly GeneratedRequest[]
  /** Fills both worlds further before they part. */
  readonly prepare?: (application: Application) => Promise<void>
}

export interface WorldsResult {
  /** Requests that both worlds were asked, answers and streams. */
  readonly pairs: number
  /** Pairs that were answered with a result. */
  readonly results: number
  readonly hiddenChanges: number
  readonly streams: number
  /** Pairs of worlds that ended early: a write has rightly shown the person what was hidden. */
  readonly revealed: number
  readonly differences: readonly string[]
}

const NOTHING: WorldsResult = { pairs: 0, results: 0, hiddenChanges: 0, streams: 0, revealed: 0, differences: [] }
const TRIES = 120
const STREAMS_TRIED = 40
const DIFFERENCES_MAX = 3

export async function runWorldsMachine(options: WorldsOptions): Promise<WorldsResult> {
  await using stages = await worldStages(options.model, options.text)
  return await runOnStages(stages, options)
}

/** On stages of worldStages. */
export async function runOnStages(stages: Stages, options: WorldsOptions): Promise<WorldsResult> {
  const seeds = Array.from({ length: options.worlds }, (_, world) => options.seed + world)
  let all = NOTHING
  const lane = async (): Promise<void> => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift())
      all = sumOf(all, await runPair(stages, seed, options))
  }
  await Promise.all(Array.from({ length: options.worldsAtOnce ?? 1 }, lane))
  return all
}

export function sumOf(one: WorldsResult, other: WorldsResult): WorldsResult {
  return {
    pairs: one.pairs + other.pairs,
    results: one.results + other.results,
    hiddenChanges: one.hiddenChanges + other.hiddenChanges,
    streams: one.streams + other.streams,
    revealed: one.revealed + other.revealed,
    differences: [...one.differences, ...other.differences],
  }
}

interface World {
  readonly address: string
  readonly application: Application
  readonly headers: Readonly<Record<string, string>>
}

function runPair(stages: Stages, seed: number, options: WorldsOptions): Promise<WorldsResult> {
  return stages.play(
    (one, first) =>
      stages.play(async (other, second) => {
        for (const application of [first, second]) await options.prepare?.(application)
        const person = await personOf(first, seed)
        const worlds = await Promise.all([worldOf(one.address, first, person), worldOf(other.address, second, person)])
        return comparePair(worlds[0], worlds[1], person, seed, options)
      }, options.otherDouble ?? options.double),
    options.double,
  )
}

async function worldOf(address: string, application: Application, person: string | null): Promise<World> {
  return { address, application, headers: person === null ? {} : await headersOfSession(application, person) }
}

async function comparePair(
  one: World,
  other: World,
  person: string | null,
  seed: number,
  options: WorldsOptions,
): Promise<WorldsResult> {
  const caller = await callerOf(other.application, person)
  // Where nobody writes, no rule is asked, so that everything hidden may be different.
  const isReading = seed % 3 !== 0
  const pool = { application: one.application, seed, isReading }
  const kept = options.asked ?? (await questionsTo({ ...pool, count: STREAMS_TRIED, isStream: true }))
  const streams = await streamsOf(other, person !== null, kept)
  const changes = await changeWhatIsHidden({
    application: other.application,
    caller,
    seed,
    tries: options.triesPerWorld ?? TRIES,
    kept: isReading ? null : askedByRules(options.model),
  })
  const told = await streams.eventsAfterChange()
  const start = { ...NOTHING, hiddenChanges: changes.length, streams: streams.count, pairs: streams.count }
  if ((await callerOf(other.application, person)).rolesKey !== caller.rolesKey) return start
  const named = `world ${seed}, ${person ?? 'nobody'}`
  if (told.length > 0) return { ...start, differences: told.map((event) => `${named}: was told of ${event}`) }
  const questions =
    options.asked ?? (await questionsTo({ ...pool, other: other.application, count: options.requestsPerWorld }))
  const compared = await compareAnswers(one, other, questions.filter(options.wanted ?? (() => true)), caller)
  return {
    ...sumOf(start, compared),
    differences: compared.differences.map(
      (difference) => `${named}: ${difference}\n    after ${changes.join('; ').slice(0, 2000)}`,
    ),
  }
}

async function compareAnswers(
  one: World,
  other: World,
  questions: readonly GeneratedRequest[],
  caller: Caller,
): Promise<WorldsResult> {
  const begunMs = Date.now()
  const differences: string[] = []
  let [pairs, results] = [0, 0]
  for (const request of questions) {
    const [a, b] = await Promise.all([answerOf(one, request, begunMs), answerOf(other, request, begunMs)])
    if (a === null || b === null) continue
    pairs += 1
    if (a.startsWith('{"status":2')) results += 1
    if (a === b) continue
    const [seenInOne, seenInOther] = await Promise.all([one, other].map((world) => seenIn(world, caller, begunMs)))
    if (seenInOne !== seenInOther) return { ...NOTHING, pairs, results, revealed: 1, differences }
    differences.push(`${request.method} ${request.path} ${request.body ?? ''}\n    ${parting(a, b)}`)
    // After a write that was answered differently nothing needs to be the same.
    if (differences.length === DIFFERENCES_MAX || request.method !== 'GET') break
  }
  return { ...NOTHING, pairs, results, differences }
}

async function answerOf(world: World, request: GeneratedRequest, begunMs: number): Promise<string | null> {
  const sent = { ...request, headers: { ...request.headers, ...world.headers } }
  const answer = await sendRaw(world.address, null, sent).catch(cutOff)
  return answer === null ? null : comparable(answer, begunMs)
}

async function seenIn({ application }: World, caller: Caller, begunMs: number): Promise<string> {
  const { text } = await seenByStatements(application, application.database.pool, caller)
  return withoutMomentsOfTheRun(text, begunMs)
}

/** From where two texts are different. */
function parting(a: string, b: string): string {
  let place = 0
  while (place < a.length && a[place] === b[place]) place += 1
  const from = Math.max(0, place - 120)
  return `${a.slice(from, place + 160)}\n    ${b.slice(from, place + 160)}`
}

/** Nobody, or one of those who are there. */
async function personOf(application: Application, seed: number): Promise<string | null> {
  const people = [...(await peopleOf(application)), null]
  return people[seed % people.length] ?? null
}

async function callerOf(application: Application, person: string | null): Promise<Caller> {
  const { model, database } = application
  const signIn = signInOf(model.roles)
  if (signIn === null || person === null) return callerWith(model, null, [], null)
  const { rows } = await database.pool.query<{ role: string }>(
    'SELECT role FROM ninefold.user_role WHERE user_id = $1 ORDER BY role',
    [person],
  )
  const id = /^[0-9]+$/.test(person) ? Number(person) : person
  const given = rows.map(({ role }) => role)
  return callerWith(model, { id, fields: {} }, await rolesOfUser(application, database, signIn, id, given), null)
}
