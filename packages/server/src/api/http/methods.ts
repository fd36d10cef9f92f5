// Which methods an address has, for those who come with another one: there is something, but not for them. A router of the
// same kind and with the same options as the one that serves decides, so that both read an address alike.

import type { FastifyInstance } from 'fastify'
import findMyWay, { type Config, type HTTPMethod, type HTTPVersion } from 'find-my-way'

/** The methods of an address as it was asked for; none: there is nothing. */
export type AllowedMethods = (url: string) => readonly string[]

/** Safe as HTTP has it: it changes nothing. */
export function isSafeMethod(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method)
}

/** Listens to every route that is added from now on. */
export function allowedMethodsOf(
  instance: FastifyInstance,
  options: Config<HTTPVersion.V1>,
  today: () => string,
): AllowedMethods {
  const router = findMyWay(options)
  const known = new Set<HTTPMethod>()
  instance.addHook('onRoute', ({ method, url, constraints }) => {
    // The preflight of CORS answers at every address, and makes none of them one that is there.
    if (url === '*' || url === '/*') return
    for (const each of [method].flat() as HTTPMethod[]) {
      known.add(each)
      router.on(each, url, { constraints: constraints ?? {} }, () => undefined)
    }
  })
  return (url) => [...known].filter((method) => router.find(method, url, { until: today() }) !== null).sort()
}
