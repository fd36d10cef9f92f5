// The meaning test: generated specifications and requests run on the engine, and its answers and stored data are
// recorded. The reference interpreter must produce the same for each request. A difference is minimised to the fewest
// lines and requests that still show it. Planted faults are sought in the same recorded runs, so that the engine runs
// once for all of them.

import type { TenantAddress } from '@ninefold/core/model/entities.ts'
import { modelOf } from '@ninefold/core/compile.ts'
import { Unbound } from '@ninefold/core/meaning/evaluate.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { randomFrom } from '../chance.ts'
import { engineOf, Place, type Seen } from './engine.ts'
import { InterpretedPlay } from './interpreted-play.ts'
import { withMissingPlaces } from './fields/places-of-decimals.ts'
import { withoutUndecided } from './listed.ts'
import { withOpenWords } from './refusals/as-supplied.ts'
import type { Json } from './json.ts'
import { madeUpRequests, type MadeUpRequest } from './made-up-requests.ts'
import type { Tenancies } from './made-up-parts.ts'
import { madeUpSpecification } from './made-up-specification.ts'

export interface MeaningOptions {
  readonly specifications: number
  readonly requestsPerSpecification: number
  readonly seed: number
  /** Seeds to run before those that follow `seed`. Missing: none. */
  readonly firstSeeds?: readonly number[]
  /** True: all specifications are small. Missing: every other one. */
  readonly areSmall?: boolean
  /** Returns the connection string of another empty database. */
  readonly newDatabase: () => Promise<string>
  /** Puts a fault into the tables of each engine. */
  readonly plant?: NonNullable<Place['plant']>
  readonly told?: (line: string) => void
  /** True: returns the recorded runs, to seek faults in them. Thousands would not fit into memory. */
  readonly keepsPlays?: boolean
  /** True: differences are not minimised. */
  readonly isHasty?: boolean
}

/** The engine's run of one specification. */
export interface Play {
  readonly seed: number
  readonly text: string
  /** Start of the service. */
  readonly beginsMs: number
  readonly model: Model
  readonly requests: readonly MadeUpRequest[]
  /** One for each request. */
  readonly seen: readonly Seen[]
}

export interface MeaningResult {
  readonly specifications: number
  /** Generated texts that the checker refused; others are generated instead. */
  readonly refused: number
  readonly requests: number
  /** Requests with a successful result. */
  readonly results: number
  readonly differences: readonly MeaningDifference[]
  readonly plays: readonly Play[]
}

export interface MeaningDifference {
  readonly text: string
  readonly beginsMs: number
  readonly requests: readonly MadeUpRequest[]
  readonly what: string
  readonly kind: DifferenceKind
}

/**
 * Two differences of one kind count as the same one. A kind consists of the kind of request and the way in which
 * answers or stored data differ.
 */
type DifferenceKind = string

const SHRINKING_TRIES = 160
const DIFFERENCES_MAX = 8
/** Specifications that run concurrently: one computes while another waits for the database. */
const LANES = Number(process.env['LANES'] ?? 3)

export async function runMeaningMachine(options: MeaningOptions): Promise<MeaningResult> {
  const differences: MeaningDifference[] = []
  const plays: Play[] = []
  const answers = { requests: 0, results: 0 }
  let [refused, begun] = [0, 0]
  const seeds = seedsOf(options)
  const isOver = (): boolean => differences.length >= DIFFERENCES_MAX
  const lane = async (): Promise<void> => {
    await using place = new Place(await options.newDatabase(), options.plant)
    while (begun < options.specifications && !isOver()) {
      const own = seeds.next().value
      const random = randomFrom(own)
      const madeUp = madeUpSpecification(
        random,
        options.areSmall ?? own % 2 === 1,
        tenanciesOf(own),
        namedByOf(own),
        hasBranchesOf(own),
      )
      const model = modelOf(madeUp.text)
      if (model === null) {
        refused++
        continue
      }
      begun++
      const requests = madeUpRequests(
        madeUp,
        options.requestsPerSpecification,
        random,
        new InterpretedPlay(model, madeUp.beginsMs),
      )
      const seen = await played(model, madeUp, requests, place)
      const play = { seed: own, text: madeUp.text, beginsMs: madeUp.beginsMs, model, requests, seen }
      if (options.keepsPlays === true) plays.push(play)
      answers.requests += seen.length
      answers.results += seen.filter(({ status }) => status < 400).length
      const first = differenceIn(play)
      if (first === null) continue
      options.told?.(`seed ${own}: ${first.what}`)
      const difference = await seenAgain(play, place)
      if (difference === null) {
        options.told?.(`seed ${own}: gone when it was played again`)
        continue
      }
      differences.push(options.isHasty === true ? difference : await shrunk(difference, place))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { specifications: begun, refused, ...answers, differences, plays }
}

/** Other seeds give the same specification as before tenants existed. */
export function tenanciesOf(seed: number): Tenancies {
  if (seed % 8 !== 1) return 'none'
  return seed % 16 === 9 ? 'roles in tenants' : 'tenants'
}

/**
 * Some of those with tenants have hosts or paths that name them, with and without roles in tenants. Other seeds, those of
 * planted faults too, give the same as before.
 */
export function namedByOf(seed: number): TenantAddress['by'] | null {
  if (seed % 56 !== 49) return null
  return seed % 224 < 112 ? 'host' : 'path'
}

/** Some of those without tenants have hierarchies of records. */
export function hasBranchesOf(seed: number): boolean {
  return seed % 56 === 51
}

function* seedsOf({ seed, firstSeeds = [] }: MeaningOptions): Generator<number, never> {
  const first = new Set(firstSeeds)
  yield* first
  for (let next = seed; ; next++) if (!first.has(next)) yield next
}

/** The saved parts of a run that are enough to replay it. */
export type SavedPlay = Pick<Play, 'text' | 'beginsMs' | 'requests'>

/** Runs it on the engine again, from the same moment. */
export async function replayed(
  { text, beginsMs, requests }: SavedPlay,
  newDatabase: () => Promise<string>,
): Promise<MeaningDifference | null> {
  const model = modelOf(text)
  if (model === null) throw new Error('The checker refuses the text.')
  await using place = new Place(await newDatabase())
  const seen = await played(model, { text, beginsMs }, requests, place)
  return differenceIn({ text, beginsMs, model, requests, seen })
}

/** A connection that served another specification may have an outdated prepared statement. */
async function seenAgain({ model, text, beginsMs, requests }: Play, place: Place): Promise<MeaningDifference | null> {
  await place.renew()
  const seen = await played(model, { text, beginsMs }, requests, place)
  return differenceIn({ text, beginsMs, model, requests, seen })
}

/** On a busy machine a connection or a query may time out, which is no difference in meaning. */
const PLAYS_MAX = 4

async function played(
  model: Model,
  of: Pick<Play, 'text' | 'beginsMs'>,
  requests: readonly MadeUpRequest[],
  place: Place,
): Promise<readonly Seen[]> {
  for (let plays = 1; plays <= PLAYS_MAX; plays++) {
    const seen = await playedOnce(model, of, requests, place)
    if (seen !== null) return seen
  }
  throw new Error(`The database was not there in time, ${PLAYS_MAX} times.`)
}

/** Null: the database was not available in time. */
async function playedOnce(
  model: Model,
  { text, beginsMs }: Pick<Play, 'text' | 'beginsMs'>,
  requests: readonly MadeUpRequest[],
  place: Place,
): Promise<readonly Seen[] | null> {
  try {
    await using engine = await engineOf(model, text, place, beginsMs)
    const seen: Seen[] = []
    for (const request of requests) {
      const came = await engine.play(request)
      // A stated error body may tell no code.
      if (came.codes.includes('DATABASE_AWAY') || (came.status === 503 && came.codes.length === 0)) return null
      seen.push(came)
    }
    return seen
  } catch (cause) {
    if (cause instanceof Error && /connection timeout|Query read timeout|no answer for/.test(cause.message)) return null
    throw cause
  }
}

/** Returns the first request whose result differs between the reference interpreter and the engine. */
export function differenceIn({ text, beginsMs, model, requests, seen }: Omit<Play, 'seed'>): MeaningDifference | null {
  const play = new InterpretedPlay(model, beginsMs)
  for (const [index, request] of requests.entries()) {
    const came = seen[index]
    if (came === undefined) throw new Error('Defect: a request that was not played.')
    const expected = play.next(request)
    const told = differenceBetween(expected, came)
    if (told === null) continue
    return {
      text,
      beginsMs,
      requests: requests.slice(0, index + 1),
      what: `${titleOf(request)}: ${told}`,
      kind: differenceKind(request, expected, came),
    }
  }
  return null
}

/** Tells whether the engine would differ from an application with this fault. */
export function findsFault(play: Play, fault: (play: Play) => Play): boolean {
  const faulty = fault(play)
  if (isAlike(faulty, play)) return false
  try {
    return differenceIn(faulty) !== null
  } catch (cause) {
    // The fault may remove the step that binds a name; such an application would fail where the engine has answered.
    if (cause instanceof Unbound) return true
    throw cause
  }
}

/** A text may have nothing of which the fault is: it need not be played. */
function isAlike(faulty: Play, play: Play): boolean {
  const parts = ['model', 'requests', 'seen', 'beginsMs'] as const
  return parts.every(
    (part) => faulty[part] === play[part] || JSON.stringify(faulty[part]) === JSON.stringify(play[part]),
  )
}

function titleOf(request: MadeUpRequest): string {
  const { who, kind, entity, path, key, block, of, transition, body, query, asked } = request
  const sent = kind === 'list' || kind === 'screen' ? query : asked === undefined ? body : { body, ...asked }
  return `${who ?? 'a guest'} ${kind} ${kind === 'call' ? path : entity} ${key}${block === undefined ? '' : `/${block}`}${of === undefined ? '' : ` of ${of}`} ${transition} ${JSON.stringify(sent)}`
}

function differenceKind({ kind }: MadeUpRequest, expected: Seen, came: Seen): DifferenceKind {
  const [wanted, given] = [expected, came].map(({ status, codes }) => [status, ...codes].join(' '))
  if (wanted !== given) return `${kind}: ${wanted} / ${given}`
  return isSameAnswer(expected, came) ? `${kind}: what is kept` : `${kind}: ${wanted}, another body`
}

/** `expected`: the reference interpreter's result of the same request. */
function answerOf(seen: Seen, expected: Seen): string {
  const { headers = {} } = seen
  const body = withMissingPlaces(expected.body, seen.body)
  const { isList, undecided } = expected
  const decided =
    undecided === undefined
      ? body
      : isList === true
        ? withDecidedItems(body, undecided)
        : withoutUndecided(body, undecided)
  const compared = comparable(decided)
  const { status, codes } = seen
  if (status < 400) return JSON.stringify({ status, codes, body: compared, headers: comparable(headers) })
  return JSON.stringify({
    status,
    codes,
    body: withOpenWords(comparable(expected.body), compared),
    headers: withOpenWords(comparable(expected.headers ?? {}), comparable(headers)),
  })
}

/** Of several possible reasons, the application chooses one. */
function meantBy(expected: Seen, came: Seen): Seen {
  const chosen = expected.oneOf?.find((one) => isSameAnswer({ ...expected, ...one }, came))
  return chosen === undefined ? expected : { ...expected, ...chosen }
}

function isSameAnswer(expected: Seen, came: Seen): boolean {
  return answerOf(expected, expected) === answerOf(came, expected)
}

function withDecidedItems(body: Json, undecided: readonly string[]): Json {
  const { items = [], ...others } = (body ?? {}) as { readonly items?: readonly Json[] }
  return { ...others, items: items.map((item) => withoutUndecided(item, undecided)) }
}

function differenceBetween(of: Seen, came: Seen): string | null {
  const expected = meantBy(of, came)
  const [wanted, given] = [expected, came].map((each) => answerOf(each, expected))
  if (wanted !== given) return `expected ${wanted}, came ${given}`
  if (came.kept === null || expected.kept === null) return null
  const missing = without(expected.kept, came.kept)
  const added = without(came.kept, expected.kept)
  return missing.length + added.length === 0
    ? null
    : `there should be ${missing.join(' ')}, there is ${added.join(' ')}`
}

/** Lines may occur several times. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return lines.filter((line) => {
    const place = left.indexOf(line)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}

/** Averages: further digits are not guaranteed. */
const DIGITS = 12
/** Decimals: trailing zeros have no meaning (reference/3-entities). */
const TRAILING_ZEROS = /^(-?\d+(?:\.\d*[1-9])?)\.?0*$/

/** Groups of a chart and sums of a board's columns: the page arranges them. */
const UNORDERED = ['groups', 'lanes']

/** Cells of a CSV table. */
const CELLS = /(,|\r\n)/

function withoutZeros(word: string): string {
  return word.replace(TRAILING_ZEROS, '$1')
}

/** Cursors of the next page differ between the programs. */
function comparable(value: Seen['body'], name = ''): Seen['body'] {
  if (name === 'amount' && value !== null && value !== '') return Number(Number(value).toPrecision(DIGITS))
  if (typeof value === 'string') return value.split(CELLS).map(withoutZeros).join('')
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const items = value.map((item: Seen['body']) => comparable(item))
    return UNORDERED.includes(name) ? items.map((item) => JSON.stringify(item)).sort() : items
  }
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries
      .filter(([key]) => key !== 'next' || !('items' in value))
      .map(([key, each]): [string, Seen['body']] => [key, comparable(each, key)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** Leaves out requests and lines as long as a difference of the same kind remains. */
async function shrunk(found: MeaningDifference, place: Place): Promise<MeaningDifference> {
  let tries = SHRINKING_TRIES
  const differs = async (text: string, requests: readonly MadeUpRequest[]): Promise<MeaningDifference | null> => {
    const model = modelOf(text)
    if (model === null || tries-- <= 0) return null
    try {
      const { beginsMs } = found
      const seen = await played(model, { text, beginsMs }, requests, place)
      const difference = differenceIn({ text, beginsMs, model, requests, seen })
      return difference?.kind === found.kind ? difference : null
    } catch {
      // A request mentions the removed part, so this would be another text and not a smaller one.
      return null
    }
  }
  let smallest = found
  for (let size = 16; size >= 1 && tries > 0; size = Math.floor(size / 2)) {
    for (let at = smallest.requests.length - 1 - size; at >= 0 && tries > 0; at -= size)
      smallest = (await differs(smallest.text, withoutSome(smallest.requests, at, size))) ?? smallest
    const lines = smallest.text.split('\n').length
    for (let at = lines - size; at >= 0 && tries > 0; at -= size)
      smallest =
        (await differs(withoutSome(smallest.text.split('\n'), at, size).join('\n'), smallest.requests)) ?? smallest
  }
  return smallest
}

function withoutSome<Item>(items: readonly Item[], at: number, count: number): Item[] {
  return items.filter((_, index) => index < at || index >= at + count)
}
