// "Shows: answer of call …" → the call's answer (reference/2-screens, The answer of a call), with the arguments of the
// screen and the person's filters.

import { parametersIn } from '../../model/addresses/call-path.ts'
import type { AnswerBlock } from '../../model/screens.ts'
import type { StandardCalls } from '../../model/calls.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { evaluate, type Surroundings, withNames } from '../evaluate.ts'
import { NotCovered } from '../not-covered.ts'
import { refusedInputs } from '../refusals/refusal.ts'
import { foundIn, type ListQuery, pageNumberOf } from '../standard-calls/lists.ts'
import { type Datum, isReference, type Reference } from '../store.ts'
import type { BlockRequest } from './block-request.ts'

export interface Asking {
  /** The body of a stated call's answer; its refusals become those of the block. */
  readonly stated: (path: Readonly<Record<string, Datum>>, call: string, query: ListQuery) => Datum
  /** A record in the shape of its standard calls. */
  readonly laidOut: (scope: Surroundings, record: Reference) => Datum
}

const PAGE_SIZE = 20
/** Limit of the count of a standard list. */
const TOTAL_MAX = 1000

export function isForCaller({ model, roles }: Surroundings, { method, path }: AnswerBlock): boolean {
  const call = model.calls.calls.find((each) => each.method === method && each.path === path)
  return call === undefined || call.who.some((role) => roles.has(role))
}

export function answerShown(scope: Surroundings, block: AnswerBlock, request: BlockRequest, asking: Asking): Datum {
  const standard = standardListOf(scope, block)
  const paging = standard === null ? pagingOf(scope, block) : null
  refuseOthers(block, standard !== null || paging !== null, request.query)
  if (standard === null) {
    const { path, query } = askedWith(scope, block, request)
    const page = paging === null ? {} : pageAsked(paging, pageNumberOf(request.query))
    return { answer: asking.stated(path, `${block.method} ${block.path}`, { ...page, ...query }) }
  }
  const after = (pageNumberOf(request.query) - 1) * PAGE_SIZE
  const found = foundOf(scope, standard, block, request)
  const items = found.slice(after, after + PAGE_SIZE).map((record) => asking.laidOut(scope, record))
  return { answer: { items, total: Math.min(found.length, TOTAL_MAX) } }
}

function standardListOf({ model }: Surroundings, { method, path }: AnswerBlock): StandardCalls | null {
  if (model.calls.calls.some((each) => each.method === method && each.path === path)) return null
  const standard = model.calls.standard.find((each) => each.path === path)
  if (standard === undefined) throw new NotCovered(`the answer of ${method} ${path} on a screen`)
  return standard
}

function foundOf(scope: Surroundings, { entity, foundBy }: StandardCalls, block: AnswerBlock, request: BlockRequest) {
  return foundIn(scope, entity, foundBy, askedWith(scope, block, request).query)
}

/** Arguments of the screen precede the person's filters. */
function askedWith(
  scope: Surroundings,
  block: AnswerBlock,
  { place, query }: BlockRequest,
): { readonly path: Readonly<Record<string, Datum>>; readonly query: ListQuery } {
  const names = Object.fromEntries(
    Object.entries(place).map(([name, value]): [string, Datum] => [`path.${name}`, value]),
  )
  const given = block.with.flatMap(({ name, value }): [string, string][] => {
    const found = evaluate(value, withNames(scope, names))
    return found === null ? [] : [[name, isReference(found) ? found.id : String(found)]]
  })
  const inPath = parametersIn(block.path)
  const isInPath = (name: string): boolean => inPath.includes(name)
  const narrowed = Object.entries(query).filter(([name, text]) => block.filters.includes(name) && text !== '')
  return {
    path: Object.fromEntries(given.filter(([name]) => isInPath(name))),
    query: Object.fromEntries([...narrowed, ...given.filter(([name]) => !isInPath(name))]),
  }
}

interface Paging {
  /** Query parameters for the number of rows and the offset. */
  readonly take: string
  readonly after: string
  readonly size: number
}

/** For a stated call with a single paginated list whose answer includes the total. Null: no pagination. */
function pagingOf({ model }: Surroundings, block: AnswerBlock): Paging | null {
  const call = model.calls.calls.find(({ method, path }) => method === block.method && path === block.path)
  const steps = everyStep(call?.steps ?? [])
  const lists = steps.flatMap(({ action }) => (action.kind === 'list' ? [action] : []))
  const page = lists.length === 1 ? (lists[0]?.page ?? null) : null
  const [take, after] = [page?.take, page?.after].map((of) =>
    of?.kind === 'variable' ? of.name.replace('query.', '') : '',
  )
  const size = call?.queries.find(({ name }) => name === take)?.otherwise
  const body = steps.flatMap(({ action }) =>
    action.kind === 'respond' && action.body !== null ? [action.body] : [],
  )[0]
  const isCounted =
    body?.kind === 'object' &&
    body.entries.some(({ value }) => value.kind === 'variable' && value.name === page?.counting)
  const isGiven = block.with.some(({ name }) => name === 'limit' || name === 'offset')
  if (isGiven || !isCounted || !take || !after || typeof size !== 'number') return null
  return { take, after, size }
}

function pageAsked({ take, after, size }: Paging, page: number): ListQuery {
  return { [take]: String(size), [after]: String((page - 1) * size) }
}

function refuseOthers({ filters }: AnswerBlock, hasPages: boolean, query: ListQuery): void {
  const known = [...filters, ...(hasPages ? ['page'] : [])]
  const others = Object.keys(query).filter((name) => !known.includes(name))
  if (others.length > 0) throw refusedInputs(others)
}
