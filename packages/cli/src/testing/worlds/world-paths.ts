// A request and its answer → the paths of disclosure that it has tested, so that each path is counted and none counts
// as safe without a test.

import type { Operation } from '@ninefold/core/contract/calls/calls.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import type { GeneratedRequest } from '@ninefold/server/testing/generated-requests.ts'
import type { RawAnswer } from '@ninefold/server/testing/raw-request.ts'

/** All the ways in which a person could learn of hidden data. */
export const PATHS = [
  'list',
  'get',
  'filter',
  'sort',
  'search in a list',
  'part of a list',
  'call with a shape',
  'count',
  'chart',
  'screen',
  'offer',
  'title',
  'form',
  'CSV',
  'options',
  'palette',
  'history',
  'file',
  'thumbnail',
  'secret text',
  'deleted record',
  'notification',
  'view',
  'description',
  'OpenAPI',
  'version',
  'live update',
  'write',
  'refusal',
  'address of something hidden',
  'way of the author',
] as const

export type WorldPath = (typeof PATHS)[number]

/** The number of successful pairs for each path. */
export type Travelled = Readonly<Partial<Record<WorldPath, number>>>

export function addedUp(one: Travelled, other: Travelled): Travelled {
  const all: Partial<Record<WorldPath, number>> = { ...one }
  for (const path of PATHS) if (other[path] !== undefined) all[path] = (all[path] ?? 0) + other[path]
  return all
}

export function notTravelled(travelled: Travelled): WorldPath[] {
  return PATHS.filter((path) => (travelled[path] ?? 0) === 0)
}

/** For a pair with equal answers in both worlds. */
export function pathsOf(application: Application, request: GeneratedRequest, answer: RawAnswer): readonly WorldPath[] {
  const { status, body, headers } = answer
  const [path = '', query = ''] = request.path.split('?', 2)
  if (isOfTheAuthor(path)) return status === 404 ? ['way of the author'] : []
  if (status >= 400)
    return status === 404 && isOfRecord(application, request, path)
      ? ['address of something hidden', 'refusal']
      : ['refusal']
  if (status === 304)
    return path.startsWith('/_ninefold/files/') ? [path.endsWith('l') || path.endsWith('m') ? 'thumbnail' : 'file'] : []
  if (request.method !== 'GET') return request.method === 'HEAD' ? [] : ['write']
  const of = whereTo(application, path, request)
  // An empty answer proves nothing, because most wrong answers would be empty too.
  if (of === null || !tellsSomething(body)) return []
  const version: WorldPath[] = /^"\d{1,15}-[\w-]{22}"$/.test(headers['etag'] ?? '') ? ['version'] : []
  return [of, ...narrowedBy(application.model, query), ...offersIn(of, body), ...version]
}

function isOfTheAuthor(path: string): boolean {
  return path === '/_ninefold/why' || path === '/_ninefold/requests.json' || path === '/_ninefold/view-as'
}

/** Names a single record, which may exist for others. */
function isOfRecord({ operations }: Application, { method }: GeneratedRequest, path: string): boolean {
  if (/^\/_ninefold\/(history|files|secrets)\//.test(path)) return true
  return operations.some((operation) => operation.path.includes(':') && isAt(operation, method, path))
}

const OWN: readonly (readonly [RegExp, WorldPath])[] = [
  [/^\/_ninefold\/screens\/[^/]+\/titles$/, 'title'],
  [/^\/_ninefold\/screens\/[^/]+\/[^/]+\/rows\.csv$/, 'CSV'],
  [/^\/_ninefold\/screens\//, 'screen'],
  [/^\/_ninefold\/forms\//, 'form'],
  [/^\/_ninefold\/options\//, 'options'],
  [/^\/_ninefold\/search$/, 'palette'],
  [/^\/_ninefold\/history\//, 'history'],
  [/^\/_ninefold\/files\/[^/]+\/[^/]+$/, 'thumbnail'],
  [/^\/_ninefold\/files\//, 'file'],
  [/^\/_ninefold\/secrets\//, 'secret text'],
  [/^\/_ninefold\/deleted\.json$/, 'deleted record'],
  [/^\/_ninefold\/notifications/, 'notification'],
  [/^\/_ninefold\/views$/, 'view'],
  [/^\/_ninefold\/app$/, 'description'],
  [/^\/_ninefold\/openapi\.json$/, 'OpenAPI'],
]

function whereTo({ operations }: Application, path: string, { method }: GeneratedRequest): WorldPath | null {
  const own = OWN.find(([address]) => address.test(path))
  if (own !== undefined) return own[1]
  const operation = operations.find((each) => isAt(each, method, path))
  if (operation === undefined) return null
  if (operation.kind === 'list' || operation.kind === 'get') return operation.kind
  return operation.kind === 'stated' ? 'call with a shape' : null
}

function isAt({ method, path }: Operation, asked: string, address: string): boolean {
  const [stated, given] = [path.split('/'), address.split('/')]
  return (
    method === asked &&
    stated.length === given.length &&
    stated.every((part, index) => part.startsWith(':') || part === given[index])
  )
}

function narrowedBy(model: Model, query: string): WorldPath[] {
  const names = [...new URLSearchParams(query).keys()].map((name) => name.replace('.contains', ''))
  const fields = new Set(model.entities.entities.flatMap((entity) => entity.fields.map(({ name }) => name)))
  const parameters = new Set(model.screens.routes.flatMap((route) => route.parameters.map(({ name }) => name)))
  return [
    ...(names.some((name) => fields.has(name) && !parameters.has(name)) ? (['filter'] as const) : []),
    ...(names.includes('sort') ? (['sort'] as const) : []),
    ...(names.includes('q') ? (['search in a list'] as const) : []),
    ...(names.some((name) => ['after', 'until', 'page', 'limit', 'offset'].includes(name))
      ? (['part of a list'] as const)
      : []),
  ]
}

function offersIn(of: WorldPath, body: string): WorldPath[] {
  if (of !== 'screen') return []
  if (body.startsWith('{"count":')) return ['count']
  if (body.startsWith('{"groups":')) return ['chart']
  return body.includes('"isAvailable":') ? ['offer'] : []
}

/** An empty list without a count and a title is not a result. */
function tellsSomething(body: string): boolean {
  return !/^(\[\]|\{\}|\{"count":0\}|\{"(titles|actions)":\{\}\}|\{"[A-Za-z]+":\[\](,"[A-Za-z]+":(null|0|false|\[\]))*\})$/.test(
    body,
  )
}
