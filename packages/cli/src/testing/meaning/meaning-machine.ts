// The meaning machine: made-up specifications and requests go to the engine, and what it answers and keeps is written down.
// The reference interpreter must say the same of each request. A difference is shrunk to the fewest lines and requests that
// still show it. Faults are looked for in the same records of play, so that the engine plays once for all of them.

import { modelOf } from '@ninefold/core/compile.ts'
import { Unbound } from '@ninefold/core/meaning/evaluate.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { randomFrom } from '../chance.ts'
import { engineOf, Place, type Seen } from './engine.ts'
import { InterpretedPlay } from './interpreted-play.ts'
import { inRanks, withoutUndecided } from './listed.ts'
import type { Json } from './json.ts'
import { madeUpRequests, type MadeUpRequest } from './made-up-requests.ts'
import { madeUpSpecification } from './made-up-specification.ts'

export interface MeaningOptions {
  readonly specifications: number
  readonly requestsPerSpecification: number
  readonly seed: number
  /** Seeds that go before those that follow `seed`. Missing: none. */
  readonly firstSeeds?: readonly number[]
  /** All specifications are small ones; missing: every other one. */
  readonly areSmall?: boolean
  /** How to connect to another database in which nothing is yet. */
  readonly newDatabase: () => Promise<string>
  readonly told?: (line: string) => void
  /** The played run is given back, to look for faults in it. Of thousands it would be more than memory holds. */
  readonly keepsPlays?: boolean
  /** Differences are not shrunk. */
  readonly isHasty?: boolean
}

/** The engine's run of one specification. */
export interface Play {
  readonly seed: number
  readonly text: string
  /** When it began to be served. */
  readonly beginsMs: number
  readonly model: Model
  readonly requests: readonly MadeUpRequest[]
  /** One for each request. */
  readonly seen: readonly Seen[]
}

export interface MeaningResult {
  readonly specifications: number
  /** Made-up texts that the checker refused: they are made again. */
  readonly refused: number
  readonly requests: number
  /** Requests that were answered with a result. */
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

/** Two differences of one kind are taken for the same one: the kind of request, and how the answers, or what is kept, differ. */
type DifferenceKind = string

const SHRINKING_TRIES = 160
const DIFFERENCES_MAX = 8
/** Specifications that are played at the same time: while one waits for the database, another computes. */
const LANES = Number(process.env['LANES'] ?? 3)

export async function runMeaningMachine(options: MeaningOptions): Promise<MeaningResult> {
  const differences: MeaningDifference[] = []
  const plays: Play[] = []
  const answers = { requests: 0, results: 0 }
  let [refused, begun] = [0, 0]
  const seeds = seedsOf(options)
  const isOver = (): boolean => differences.length >= DIFFERENCES_MAX
  const lane = async (): Promise<void> => {
    await using place = new Place(await options.newDatabase())
    while (begun < options.specifications && !isOver()) {
      const own = seeds.next().value
      const random = randomFrom(own)
      const madeUp = madeUpSpecification(random, options.areSmall ?? own % 2 === 1, hasTenants(own))
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

/** The others go the same way whatever is made up of tenants. */
export function hasTenants(seed: number): boolean {
  return seed % 8 === 1
}

function* seedsOf({ seed, firstSeeds = [] }: MeaningOptions): Generator<number, never> {
  const first = new Set(firstSeeds)
  yield* first
  for (let next = seed; ; next++) if (!first.has(next)) yield next
}

/** The saved parts of a play that make it go the same way again. */
export type SavedPlay = Pick<Play, 'text' | 'beginsMs' | 'requests'>

/** Plays it on the engine again, from the same moment. */
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

/** A connection that has served another specification may have a statement of it that fits no longer. */
async function seenAgain({ model, text, beginsMs, requests }: Play, place: Place): Promise<MeaningDifference | null> {
  await place.renew()
  const seen = await played(model, { text, beginsMs }, requests, place)
  return differenceIn({ text, beginsMs, model, requests, seen })
}

/** On a machine that does much else, a connection may be awaited in vain, which says nothing of a meaning. */
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

/** Null: the database was not there in time. */
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
      if (came.codes.includes('DATABASE_AWAY')) return null
      seen.push(came)
    }
    return seen
  } catch (cause) {
    if (cause instanceof Error && cause.message.includes('connection timeout')) return null
    throw cause
  }
}

/** The first request of which the reference interpreter says something else than the engine has done. */
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

/** Would the engine be told from an application that does what another play says? */
export function findsFault(play: Play, fault: (play: Play) => Play): boolean {
  try {
    return differenceIn(fault(play)) !== null
  } catch (cause) {
    // A fault may leave out what binds a name: that application would fail where the engine has answered.
    if (cause instanceof Unbound) return true
    throw cause
  }
}

function titleOf(request: MadeUpRequest): string {
  const { who, kind, entity, path, key, block, of, transition, body, query, asked } = request
  const sent = kind === 'list' || kind === 'screen' ? query : asked === undefined ? body : { body, ...asked }
  return `${who ?? 'a guest'} ${kind} ${kind === 'call' ? path : entity} ${key}${block === undefined ? '' : `/${block}`}${of === undefined ? '' : ` of ${of}`} ${transition} ${JSON.stringify(sent)}`
}

function differenceKind({ kind }: MadeUpRequest, expected: Seen, came: Seen): DifferenceKind {
  const [wanted, given] = [expected, came].map(({ status, codes }) => [status, ...codes].join(' '))
  if (wanted !== given) return `${kind}: ${wanted} / ${given}`
  return answerOf(expected, expected) === answerOf(came, expected)
    ? `${kind}: what is kept`
    : `${kind}: ${wanted}, another body`
}

/** `expected`: what the reference interpreter says of the same request. */
function answerOf(seen: Seen, expected: Seen): string {
  const { body, headers = {} } = seen
  const { ranks, undecided } = expected
  const decided = undecided === undefined || ranks !== undefined ? body : withoutUndecided(body, undecided)
  const compared = ranks === undefined ? comparable(decided) : comparableList(body, ranks, undecided)
  return JSON.stringify({ ...toldBy(seen, expected), body: compared, headers: comparable(headers) })
}

/** Of several reasons of which one is told, the application chooses. */
function toldBy(seen: Seen, expected: Seen): Pick<Seen, 'status' | 'codes'> {
  const { status, codes } = seen
  const isChosen = expected.oneOf?.some((one) => one.status === status && one.codes.join() === codes.join()) === true
  return isChosen ? { status: expected.status, codes: expected.codes } : { status, codes }
}

function comparableList(
  body: Seen['body'],
  ranks: readonly number[],
  undecided: readonly string[] | undefined,
): Seen['body'] {
  const { items = [], ...others } = (body ?? {}) as { readonly items?: readonly Json[] }
  const decided = undecided === undefined ? items : items.map((item) => withoutUndecided(item, undecided))
  return { ...others, ordered: inRanks(decided, ranks, (item) => JSON.stringify(comparable(item))) }
}

function differenceBetween(expected: Seen, came: Seen): string | null {
  const [wanted, given] = [expected, came].map((each) => answerOf(each, expected))
  if (wanted !== given) return `expected ${wanted}, came ${given}`
  if (came.kept === null || expected.kept === null) return null
  const missing = without(expected.kept, came.kept)
  const added = without(came.kept, expected.kept)
  return missing.length + added.length === 0
    ? null
    : `there should be ${missing.join(' ')}, there is ${added.join(' ')}`
}

/** Lines may be there several times. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return lines.filter((line) => {
    const place = left.indexOf(line)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}

/** Of averages: further digits are nobody's promise. */
const DIGITS = 12
/** Of decimals: they say nothing (reference/3-entities). */
const TRAILING_ZEROS = /^(-?\d+(?:\.\d*[1-9])?)\.?0*$/

/** Of a table in CSV. */
const CELLS = /(,|\r\n)/

function withoutZeros(word: string): string {
  return word.replace(TRAILING_ZEROS, '$1')
}

/** Lists have no order that anybody could count on, but for those that are called `ordered`; where the next page begins, each program says in its way. */
function comparable(value: Seen['body'], name = ''): Seen['body'] {
  if (name === 'amount' && value !== null && value !== '') return Number(Number(value).toPrecision(DIGITS))
  if (typeof value === 'string') return value.split(CELLS).map(withoutZeros).join('')
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const items = value.map((item: Seen['body']) => comparable(item))
    return name === 'ordered' ? items : items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries
      .filter(([key]) => key !== 'next' || !('items' in value))
      .map(([key, each]): [string, Seen['body']] => [key, comparable(each, key)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** Leaves out requests and lines for as long as there is still a difference of the same kind. */
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
      // A part that a request speaks of was left out: that is another text, not a smaller one.
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
