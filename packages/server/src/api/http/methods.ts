// The methods of an address, for 405 and OPTIONS. A second router with the options of the serving one decides, so that
// both parse addresses alike.

import { filledPath } from '@ninefold/core/model/addresses/call-path.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import findMyWay, { type Config, type HTTPMethod, type HTTPVersion } from 'find-my-way'

/** The methods of an address; empty: the address does not exist. */
export type AllowedMethods = (url: string) => readonly string[]

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
  instance.addHook('onRoute', ({ method, url, constraints }) => {
    // The CORS preflight route matches every address, so it is left out.
    if (url === '*' || url === '/*') return
    for (const each of [method].flat() as HTTPMethod[]) {
      known.add(each)
      router.on(each, url, { constraints: constraints ?? {} }, () => undefined)
    }
  })
  return (url) => [...known].filter((method) => router.find(method, url, { until: today() }) !== null).sort()
}

/**
 * The path of a call in find-my-way's notation: a literal colon is doubled, and a parameter in the middle of a part
 * states its characters.
 */
export function routeOf(path: string): string {
  const places: string[] = []
  const marked = filledPath(path, ({ written, name }) => {
    places.push(written.startsWith('*') ? '*' : `:${name}`)
    return '\0'
  })
  return marked.replaceAll(':', '::').replace(/\0(?=([^])?)/g, (_, next: string | undefined) => {
    const place = places.shift() ?? ''
    return place === '*' || next === undefined || /[/.-]/.test(next) ? place : `${place}(.+?)`
  })
}

/** Values of the route's parameters, by name. */
export function placesOf({ params, routeOptions }: FastifyRequest): Readonly<Record<string, string>> {
  const { rest } = routeOptions.config
  const { '*': all, ...places } = params as Readonly<Record<string, string>>
  return rest === undefined ? places : { ...places, [rest]: all ?? '' }
}

/** The path as written in the text, and its rest parameter. */
export function writtenPath(path: string): { readonly path: string; readonly rest?: string } {
  const name = /\/\*(\w+)$/.exec(path)?.[1]
  return name === undefined ? { path } : { path, rest: name }
}

/** The path of the called call as written in the text, else of the product's own route. */
export function pathOf({ routeOptions }: FastifyRequest): string | undefined {
  return routeOptions.config.path ?? routeOptions.url
}
