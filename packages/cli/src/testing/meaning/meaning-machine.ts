// The meaning machine: a made-up specification and requests go to the reference interpreter and to the engine. Their
// answers, the codes of their refusals and their stored records must be the same. A difference is shrunk to the fewest
// lines and requests that still show it.

import { compile } from '@ninefold/core/compile.ts'
import { interpret, type Request } from '@ninefold/core/meaning/interpret.ts'
import {
  addRecord,
  type Datum,
  emptyStore,
  isReference,
  type Reference,
  recordsOf,
  type Store,
} from '@ninefold/core/meaning/store.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { randomFrom } from '../chance.ts'
import { type Engine, engineOf, type HttpRequest, type Json } from './engine.ts'
import { madeUpRequests, type MadeUpRequest } from './made-up-requests.ts'
import { madeUpSpecification } from './made-up-specification.ts'

export interface MeaningOptions {
  readonly specifications: number
  readonly requestsPerSpecification: number
  readonly seed: number
  /** How to connect to another database in which nothing is yet. */
  readonly newDatabase: () => Promise<string>
  /** Makes an engine with a fault in it, which the machine must find: what it does is what another model says. */
  readonly fault?: (model: Model) => Model
  readonly told?: (line: string) => void
  /** Ends with the first difference, and does not shrink it. */
  readonly isHasty?: boolean
}

export interface MeaningResult {
  readonly specifications: number
  /** Made-up texts that the checker refused: they are made again. */
  readonly refused: number
  readonly requests: number
  /** Requests that were answered with a result. */
  readonly results: number
  readonly differences: readonly MeaningDifference[]
}

export interface MeaningDifference {
  readonly text: string
  readonly requests: readonly MadeUpRequest[]
  readonly what: string
  readonly kind: DifferenceKind
}

/** Two differences of one kind are taken for the same one: the kind of request, and how the answers, or the records, differ. */
type DifferenceKind = string

const SHRINKING_TRIES = 120
const DIFFERENCES_MAX = 5

export async function runMeaningMachine(options: MeaningOptions): Promise<MeaningResult> {
  const differences: MeaningDifference[] = []
  let [refused, requests, results, specifications] = [0, 0, 0, 0]
  for (let seed = options.seed; specifications < options.specifications; seed++) {
    const random = randomFrom(seed)
    const madeUp = madeUpSpecification(random)
    const { model } = compile(madeUp.text)
    if (model === null) {
      refused++
      continue
    }
    specifications++
    const asked = madeUpRequests(madeUp, options.requestsPerSpecification, random)
    const compared = await compareOn(model, madeUp.text, asked, options)
    requests += compared.requests
    results += compared.results
    if (compared.difference === null) continue
    const found = { text: madeUp.text, requests: asked.slice(0, compared.requests), ...compared.difference }
    options.told?.(`seed ${seed}: ${found.what}`)
    differences.push(options.isHasty === true ? found : await shrunk(found, options))
    if (options.isHasty === true || differences.length >= DIFFERENCES_MAX) break
  }
  return { specifications, refused, requests, results, differences }
}

interface Compared {
  readonly requests: number
  readonly results: number
  readonly difference: Pick<MeaningDifference, 'what' | 'kind'> | null
}

async function compareOn(
  model: Model,
  text: string,
  asked: readonly MadeUpRequest[],
  { newDatabase, fault }: Pick<MeaningOptions, 'newDatabase' | 'fault'>,
): Promise<Compared> {
  await using engine = await engineOf(model, text, await newDatabase(), fault)
  let store = beginning(model)
  let results = 0
  for (const [index, request] of asked.entries()) {
    const outcome = interpret(model, store, requestOf(model, store, request))
    const expected = {
      status: outcome.answer.status,
      body: comparable(outcome.answer.body as Json | undefined),
      codes: outcome.reasons.map(({ code }) => code.toUpperCase().replaceAll(' ', '_')).sort(),
    }
    const answer = await engine.send(httpOf(request))
    const came = { status: answer.status, body: comparable(answer.body), codes: [...answer.codes].sort() }
    store = outcome.store
    if (answer.status < 400) results++
    const told = firstDifference(expected, came) ?? (await differenceInStores(model, store, engine))
    if (told === null) continue
    const difference = { what: `${titleOf(request)}: ${told}`, kind: differenceKind(request, expected, came) }
    return { requests: index + 1, results, difference }
  }
  return { requests: asked.length, results, difference: null }
}

function titleOf({ who, kind, entity, path, key, transition, body }: MadeUpRequest): string {
  return `${who ?? 'a guest'} ${kind} ${kind === 'call' ? path : entity} ${key} ${transition} ${JSON.stringify(body)}`
}

interface ComparedAnswer {
  readonly status: number
  readonly body: Json | null
  readonly codes: readonly string[]
}

function differenceKind({ kind }: MadeUpRequest, expected: ComparedAnswer, came: ComparedAnswer): DifferenceKind {
  const [wanted, given] = [expected, came].map(({ status, codes }) => [status, ...codes].join(' '))
  if (wanted !== given) return `${kind}: ${wanted} / ${given}`
  return firstDifference(expected, came) === null ? `${kind}: records` : `${kind}: ${wanted}, another body`
}

function firstDifference(expected: object, came: object): string | null {
  const [a, b] = [JSON.stringify(expected), JSON.stringify(came)]
  return a === b ? null : `expected ${a}, came ${b}`
}

async function differenceInStores(model: Model, store: Store, engine: Engine): Promise<string | null> {
  const sorted = (records: readonly object[]): string[] => records.map((record) => JSON.stringify(record)).sort()
  const [expected, came] = [sorted(storedIn(model, store)), sorted(await engine.stored())]
  const missing = expected.filter((record) => !came.includes(record))
  const added = came.filter((record) => !expected.includes(record))
  return missing.length + added.length === 0 ? null : `stored should be ${missing.join(' ')}, is ${added.join(' ')}`
}

function storedIn(model: Model, store: Store): object[] {
  return [...store.records.values()].map(({ entity, values }) => {
    const fields = model.entities.entities.find(({ name }) => name === entity)?.fields ?? []
    const stored = fields.filter(({ name, type }) => name in values && type.kind !== 'password')
    return {
      entity,
      ...Object.fromEntries(stored.map(({ name }): [string, Datum] => [name, named(store, values[name] ?? null)])),
    }
  })
}

function named(store: Store, value: Datum): Datum {
  return isReference(value) ? (store.records.get(value.id)?.values['code'] ?? 'gone') : value
}

/** Lists have no order that anybody could count on, but for those that are called `ordered`. */
function comparable(value: Json | undefined, name = ''): Json | null {
  if (value === undefined || value === null || typeof value !== 'object') return value ?? null
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => comparable(item))
    return name === 'ordered' ? items : items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  const entries = Object.entries(value as Readonly<Record<string, Json>>)
  return Object.fromEntries(
    entries
      .filter(([key]) => key !== 'next')
      .map(([key, each]): [string, Json] => [key, comparable(each, key)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** The sample data of the text. */
function beginning(model: Model): Store {
  const store = emptyStore()
  for (const { entity, rows } of model.entities.sampleData) {
    for (const { values, roles } of rows) {
      const record = addRecord(store, entity, values)
      store.roles.set(record.id, new Set(roles))
    }
  }
  return store
}

function recordByCode(store: Store, entity: string, code: Json): Reference {
  const found = recordsOf(store, entity).find(({ values }) => values['code'] === code)
  return { entity, id: found?.id ?? 'nothing' }
}

function requestOf(model: Model, store: Store, request: MadeUpRequest): Request {
  const { who, kind, entity, key, body, transition } = request
  const me = who === null ? null : recordByCode(store, 'Person', who)
  const values = Object.fromEntries(
    Object.entries(body).map(([name, value]): [string, Datum] =>
      typeof value === 'object' && value !== null && '$code' in value
        ? [name, recordByCode(store, String(value['$entity']), value['$code'] ?? null)]
        : [name, value as Datum],
    ),
  )
  if (kind === 'call') {
    const call = model.calls.calls.find(({ path }) => path === request.path)
    if (call === undefined) throw new Error(`Defect: there is no call ${request.path}.`)
    return { kind, me, call, path: { code: key }, inputs: values }
  }
  if (kind === 'list') return { kind, me, entity }
  if (kind === 'create') return { kind, me, entity, body: values }
  if (kind === 'change') return { kind, me, entity, key, body: values }
  if (kind === 'transition') return { kind, me, entity, key, transition }
  return { kind, me, entity, key }
}

const METHODS = {
  list: 'GET',
  get: 'GET',
  create: 'POST',
  change: 'PATCH',
  delete: 'DELETE',
  transition: 'POST',
  call: 'POST',
} as const

function httpOf({ who, kind, path, key, transition, body }: MadeUpRequest): HttpRequest {
  const method = METHODS[kind]
  if (kind === 'list') return { who, method, path }
  if (kind === 'create') return { who, method, path, body }
  if (kind === 'call') return { who, method, path: path.replace(':code', key), body }
  const address = kind === 'transition' ? `${path}/${key}/${transition}` : `${path}/${key}`
  return { who, method, path: address, ...(kind === 'change' ? { body } : {}) }
}

/** Leaves out requests and lines for as long as there is still a difference of the same kind. */
async function shrunk(found: MeaningDifference, options: MeaningOptions): Promise<MeaningDifference> {
  let tries = SHRINKING_TRIES
  const differs = async (text: string, requests: readonly MadeUpRequest[]): Promise<MeaningDifference | null> => {
    const { model } = compile(text)
    if (model === null || tries-- <= 0) return null
    try {
      const { difference } = await compareOn(model, text, requests, options)
      return difference?.kind === found.kind ? { text, requests, ...difference } : null
    } catch {
      // A part that a request speaks of was left out: that is another text, not a smaller one.
      return null
    }
  }
  let smallest = found
  for (let size = 16; size >= 1 && tries > 0; size = Math.floor(size / 2)) {
    for (let at = smallest.requests.length - 1 - size; at >= 0 && tries > 0; at -= size)
      smallest = (await differs(smallest.text, without(smallest.requests, at, size))) ?? smallest
    const lines = smallest.text.split('\n').length
    for (let at = lines - size; at >= 0 && tries > 0; at -= size)
      smallest = (await differs(without(smallest.text.split('\n'), at, size).join('\n'), smallest.requests)) ?? smallest
  }
  return smallest
}

function without<Item>(items: readonly Item[], at: number, count: number): Item[] {
  return items.filter((_, index) => index < at || index >= at + count)
}
