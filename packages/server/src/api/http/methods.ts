// The methods of an address, for 405 and OPTIONS. A second router with the options of the serving one decides, so that
// both parse addresses alike.

import { acceptedMediaTypes } from '@ninefold/core/contract/calls/accepted-media-types.ts'
import type { Operation } from '@ninefold/core/contract/calls/calls.ts'
import { filledPath } from '@ninefold/core/model/addresses/call-path.ts'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import findMyWay, { type Config, type HTTPMethod, type HTTPVersion } from 'find-my-way'

export interface Allowed {
  /** Empty: the address does not exist. */
  readonly methods: readonly string[]
  /** Media types of bodies of `PATCH`; empty: the address has no such call. */
  readonly patchTypes: readonly string[]
}

export type AllowedMethods = (url: string) => Allowed

/** Safe in the sense of HTTP: the method changes nothing. */
export function isSafeMethod(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method)
}

/** Observes every route that is added from now on. */
export function allowedMethodsOf(
  instance: FastifyInstance,
  options: Config<HTTPVersion.V1>,
  today: () => string,
): AllowedMethods {
  const router = findMyWay(options)
  const known = new Set<HTTPMethod>()
  instance.addHook('onRoute', ({ method, url, constraints, config }) => {
    // The CORS preflight route matches every address, so it is left out.
    if (url === '*' || url === '/*') return
    for (const each of [method].flat() as HTTPMethod[]) {
      known.add(each)
      router.on(each, url, { constraints: constraints ?? {} }, () => undefined, config?.acceptedTypes)
    }
  })
  const found = (method: HTTPMethod, url: string) => router.find(method, url, { until: today() })
  return (url) => ({
    methods: [...known].filter((method) => found(method, url) !== null).sort(),
    patchTypes: (found('PATCH', url)?.store as readonly string[] | undefined) ?? [],
  })
}

/**
 * The path of a call in find-my-way's notation: a literal colon is doubled, and a parameter states its characters, at
 * least one. Without them the router takes nothing for a value, and `/books/` for the address of a book.
 */
export function routeOf(path: string): string {
  const places: string[] = []
  const marked = filledPath(path, ({ written, name }) => {
    places.push(written.startsWith('*') ? '*' : `:${name}([\\s\\S]+?)`)
    return '\0'
  })
  return marked.replaceAll(':', '::').replace(/\0/g, () => places.shift() ?? '')
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null: nothing has asked for it. */
    cachedRoute: FastifyRequest['routeOptions'] | null
  }
}

/** The route of the request. Fastify builds the object anew each time that it is read. */
export function matchedRoute(request: FastifyRequest): FastifyRequest['routeOptions'] {
  return (request.cachedRoute ??= request.routeOptions)
}

/** Values of the route's parameters, by name. */
export function placesOf(request: FastifyRequest): Readonly<Record<string, string>> {
  const { rest } = matchedRoute(request).config
  const places = request.params as Readonly<Record<string, string>>
  if (rest === undefined) return places
  const { '*': all, ...others } = places
  return { ...others, [rest]: all ?? '' }
}

/** The path as written in the text, and its rest parameter. */
export function writtenPath(path: string): { readonly path: string; readonly rest?: string } {
  const name = /\/\*(\w+)$/.exec(path)?.[1]
  return name === undefined ? { path } : { path, rest: name }
}

/** The path of the called call as written in the text, else of the product's own route. */
export function pathOf(request: FastifyRequest): string | undefined {
  const { config, url } = matchedRoute(request)
  return config.path ?? url
}

/** Adds `Accept-Patch` (RFC 5789) to the answers of a record that can be changed, and of its change. */
export function tellPatchTypes(
  { operations }: Pick<Application, 'operations'>,
  { method, path }: Operation,
): onRequestHookHandler[] {
  const change = operations.find((each) => each.method === 'PATCH' && each.path === path)
  if (change === undefined || !['GET', 'PATCH'].includes(method)) return []
  const types = acceptedMediaTypes(change).join(', ')
  return [
    (_, reply, done) => {
      reply.header('accept-patch', types)
      done()
    },
  ]
}
