// The two-worlds test: a specification and one of its people → two databases that are equal in everything that this
// person may see, and different elsewhere. Both must answer every request of the person identically, byte for byte, and
// a change in only one of them must send the person no event.

import { tenantPath } from '@ninefold/core/contract/programs/tenant-paths.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { inPublic, quoted } from '@ninefold/core/plan/schema/ddl.ts'
import { columnName, tableName } from '@ninefold/core/plan/sql/database-names.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import { type Caller, callerWith } from '@ninefold/server/gate/context/caller.ts'
import { rolesOfUser } from '@ninefold/server/gate/users/conditional-roles.ts'
import { comparable, withoutMomentsOfTheRun } from '@ninefold/server/testing/comparable-answers.ts'
import type { GeneratedRequest } from '@ninefold/server/testing/generated-requests.ts'
import { type RawAnswer, sendRaw } from '@ninefold/server/testing/raw-request.ts'
import { headersOfSession, type Stages } from '../../examples/stages.ts'
import { askedByRules } from '../requests/asked-by-rules.ts'
import { followingOn, type Question } from '../requests/following-questions.ts'
import { changeWhatIsHidden } from './hidden-changes.ts'
import { CountedLooks, streamsOf } from './streams-of-hidden.ts'
import { seenByStatements } from './what-is-seen.ts'
import { addedUp, pathsOf, type Travelled } from './world-paths.ts'
import { poolOf } from './world-pool.ts'
import { cutOff, peopleOf, worldStages } from './world-stages.ts'
import { questionsTo, streamedBy } from './worlds-questions.ts'

export interface WorldsOptions {
  readonly model: Model
  readonly text: string
  /** Number of pairs of worlds, each with its own seed. */
  readonly worlds: number
  readonly requestsPerWorld: number
  readonly seed: number
  readonly worldsAtOnce?: number
  readonly triesPerWorld?: number
  /** An application with a planted fault, which the test must find. */
  readonly double?: (honest: Application) => Application
  /** For the second world only, to compare two versions of the application. */
  readonly otherDouble?: (honest: Application) => Application
  /** Tells which requests to send. */
  readonly wanted?: (request: GeneratedRequest) => boolean
  /** Replaces the usual requests. */
  readonly asked?: readonly GeneratedRequest[]
  /** Adds data to both worlds before they diverge. */
  readonly prepare?: (application: Application) => Promise<void>
}

export interface WorldsResult {
  /** Requests sent to both worlds: answers and streams. */
  readonly pairs: number
  /** Pairs with successful answers. */
  readonly results: number
  readonly hiddenChanges: number
  readonly streams: number
  readonly travelled: Travelled
  /** Pairs of worlds that ended early, because a write has rightly revealed hidden data to the person. */
  readonly revealed: number
  readonly differences: readonly string[]
}

const NOTHING: WorldsResult = {
  pairs: 0,
  results: 0,
  hiddenChanges: 0,
  streams: 0,
  travelled: {},
  revealed: 0,
  differences: [],
}
const TRIES = 60
const STREAMS_TRIED = 40
const DIFFERENCES_MAX = 3

export async function runWorldsMachine(options: WorldsOptions): Promise<WorldsResult> {
  await using stages = await worldStages(options.model, options.text)
  return await runOnStages(stages, options)
}

/** Runs on the databases of worldStages. */
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
    travelled: addedUp(one.travelled, other.travelled),
    revealed: one.revealed + other.revealed,
    differences: [...one.differences, ...other.differences],
  }
}

interface World {
  readonly address: string
  readonly application: Application
  readonly headers: Readonly<Record<string, string>>
  /** The path of a tenant before each address; empty: none. */
  readonly base: string
}

function runPair(stages: Stages, seed: number, options: WorldsOptions): Promise<WorldsResult> {
  const looks = new CountedLooks()
  const otherDouble = options.otherDouble ?? options.double
  return stages.play(
    (one, first) =>
      stages.play(
        async (other, second) => {
          for (const application of [first, second]) await options.prepare?.(application)
          const person = await personOf(first, seed)
          const at = await placeOf(first, seed)
          const worlds = await Promise.all([
            worldOf(one.address, first, person, at),
            worldOf(other.address, second, person, at),
          ])
          return comparePair(worlds, { ...options, person, tenant: at?.tenant ?? null, looks, seed })
        },
        (honest) => looks.double(otherDouble?.(honest) ?? honest),
      ),
    options.double,
  )
}

async function worldOf(
  address: string,
  application: Application,
  person: string | null,
  at: TenantPlace | null,
): Promise<World> {
  const isByPath = application.model.entities.tenancy?.address?.by === 'path'
  const host: Record<string, string> = at === null || isByPath ? {} : { host: `${at.label}.localhost` }
  const headers = { ...host, ...(person && (await headersOfSession(application, person))) }
  return { address, application, headers, base: at === null || !isByPath ? '' : tenantPath(at.label) }
}

interface PairOptions extends WorldsOptions {
  readonly person: string | null
  /** Named by the address of every request; null: no address names any. */
  readonly tenant: string | null
  /** In the second world. */
  readonly looks: CountedLooks
}

async function comparePair([one, other]: readonly [World, World], options: PairOptions): Promise<WorldsResult> {
  const { person, tenant, looks, seed, asked } = options
  const caller = await callerOf(other.application, person, tenant)
  // Without writes no rule of the author runs, so everything hidden may differ.
  const isReading = seed % 3 !== 0
  const seen = idsIn((await seenByStatements(one.application, one.application.database.pool, caller)).cells)
  const before = await poolOf([one.application], seen)
  const asking = { application: one.application, caller, seed, isReading }
  const isWanted = options.wanted ?? (() => true)
  const kept = asked ?? streamedBy({ ...asking, pool: before, count: STREAMS_TRIED })
  const streams = await streamsOf(
    { ...other, address: other.address + other.base, person, looks },
    // A reader of streams cannot name a host.
    tenant === null || other.base !== '' ? kept.filter(isWanted).map(({ path }) => path) : [],
  )
  const changes = await changeWhatIsHidden({
    application: other.application,
    caller,
    seed,
    tries: options.triesPerWorld ?? TRIES,
    kept: isReading ? null : askedByRules(options.model),
  })
  const told = await streams.eventsAfterChange()
  const start: WorldsResult = {
    ...NOTHING,
    hiddenChanges: changes.length,
    streams: streams.count,
    pairs: streams.count,
    results: streams.count,
    travelled: streams.count === 0 ? {} : { 'live update': streams.count },
  }
  if ((await callerOf(other.application, person, tenant)).rolesKey !== caller.rolesKey) return start
  const named = `world ${seed}, ${person ?? 'nobody'}${tenant === null ? '' : ` at the address of ${tenant}`}`
  if (told.length > 0) return { ...start, differences: told.map((event) => `${named}: was told of ${event}`) }
  const pool = isReading ? await poolOf([one.application, other.application], seen) : before
  const questions = asked ?? questionsTo({ ...asking, pool, count: options.requestsPerWorld })
  const compared = await compareAnswers(one, other, questions.filter(isWanted), caller)
  return {
    ...sumOf(start, compared),
    differences: compared.differences.map(
      (difference) => `${named}: ${difference}\n    after ${changes.join('; ').slice(0, 2000)}`,
    ),
  }
}

/** Takes `Ticket 4711 dueAt` apart. */
function idsIn(cells: ReadonlySet<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = new Map<string, Set<string>>()
  for (const cell of cells) {
    const [entity = '', id = ''] = cell.split(' ')
    ids.set(entity, (ids.get(entity) ?? new Set()).add(id))
  }
  return ids
}

/** A request to the first world, and one to the second. */
type AskedOfBoth = readonly [Question, Question]

async function compareAnswers(
  one: World,
  other: World,
  questions: readonly GeneratedRequest[],
  caller: Caller,
): Promise<WorldsResult> {
  const begunMs = Date.now()
  const differences: string[] = []
  let [pairs, results, travelled] = [0, 0, {} as Travelled]
  const waiting: AskedOfBoth[] = questions.map((question) => [question, question])
  for (let both = waiting.shift(); both !== undefined; both = waiting.shift()) {
    const [asked, askedOfOther] = both
    const [first, second] = await Promise.all([answerOf(one, asked), answerOf(other, askedOfOther)])
    if (first == null || second == null) continue
    pairs += 1
    const [a, b] = [comparable(first, begunMs), comparable(second, begunMs)]
    if (a === b) {
      const paths = pathsOf(one.application, asked, first)
      if (paths.some((path) => path !== 'refusal' && path !== 'address of something hidden')) results += 1
      travelled = addedUp(travelled, Object.fromEntries(paths.map((path) => [path, 1])))
      // A reader continues with the cursor of their own world's list, which may contain a moment of the run.
      const others = followingOn(askedOfOther, second)
      waiting.unshift(...followingOn(asked, first).map((next, place): AskedOfBoth => [next, others[place] ?? next]))
      continue
    }
    const [seenInOne, seenInOther] = await Promise.all([one, other].map((world) => seenIn(world, caller, begunMs)))
    if (seenInOne !== seenInOther) return { ...NOTHING, pairs, results, travelled, revealed: 1, differences }
    differences.push(`${asked.method} ${asked.path} ${asked.body ?? ''}\n    ${parting(a, b)}`)
    // After a write with different answers, the worlds need not agree any more.
    if (differences.length === DIFFERENCES_MAX || asked.method !== 'GET') break
  }
  return { ...NOTHING, pairs, results, travelled, differences }
}

async function answerOf(world: World, request: GeneratedRequest): Promise<RawAnswer | null> {
  const path = world.base + request.path
  const sent = { ...request, path, headers: { ...request.headers, ...world.headers } }
  return sendRaw(world.address, null, sent).catch(cutOff)
}

async function seenIn({ application }: World, caller: Caller, begunMs: number): Promise<string> {
  const { text } = await seenByStatements(application, application.database.pool, caller)
  return withoutMomentsOfTheRun(text, begunMs)
}

/** The position where two texts start to differ. */
function parting(a: string, b: string): string {
  let place = 0
  while (place < a.length && a[place] === b[place]) place += 1
  const from = Math.max(0, place - 120)
  return `${a.slice(from, place + 160)}\n    ${b.slice(from, place + 160)}`
}

/** A guest, or one of the users. */
async function personOf(application: Application, seed: number): Promise<string | null> {
  const people = [...(await peopleOf(application)), null]
  // Shifts by one in every round, so that everybody writes in some world.
  return people[(seed + Math.floor(seed / people.length)) % people.length] ?? null
}

interface TenantPlace {
  readonly tenant: string
  readonly label: string
}

/** A tenant at whose address the person is; null: an address that names none. */
async function placeOf({ model, database }: Application, seed: number): Promise<TenantPlace | null> {
  const { tenancy } = model.entities
  if (tenancy === null || tenancy.address === null) return null
  const label = fieldNamed(entityNamed(model, tenancy.tenant), tenancy.address.field)
  const column = quoted(columnName(label.name, label.type))
  // A host cannot contain other values.
  const { rows } = await database.pool.query<TenantPlace>(
    `SELECT id::text AS tenant, ${column} AS label FROM ${inPublic(tableName(tenancy.tenant))}
     WHERE ${column} ~ '^[a-z0-9-]+$' ORDER BY id LIMIT ${TENANTS_MAX}`,
  )
  const places = [...rows, null]
  return places[seed % places.length] ?? null
}

const TENANTS_MAX = 3

async function callerOf(application: Application, person: string | null, tenant: string | null): Promise<Caller> {
  const { model, database } = application
  const signIn = signInOf(model.roles)
  const inTenant = tenant === null ? {} : { tenant }
  if (signIn === null || person === null) return { ...callerWith(model, null, [], null), ...inTenant }
  const { rows } = await database.pool.query<{ role: string }>(
    'SELECT role FROM ninefold.user_role WHERE user_id = $1 ORDER BY role',
    [person],
  )
  const id = /^[0-9]+$/.test(person) ? Number(person) : person
  const given = rows.map(({ role }) => role)
  const roles = await rolesOfUser(application, database, signIn, id, given, tenant)
  return { ...callerWith(model, { id, fields: {} }, roles, null), ...inTenant }
}
