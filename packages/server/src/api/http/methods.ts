// The methods of an address, for 405 and OPTIONS. A second router with the options of the serving one decides, so that
// both parse addresses alike.

import type { FastifyInstance } from 'fastify'
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
