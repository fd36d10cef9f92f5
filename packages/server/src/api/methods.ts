// Which methods an address has, for those who come with another one: there is something, but not for them.

import type { FastifyInstance } from 'fastify'

/** The methods of an address; none: there is nothing. */
export type AllowedMethods = (path: string) => readonly string[]

/** Listens to every route that is added from now on. */
export function allowedMethodsOf(instance: FastifyInstance, today: () => string): AllowedMethods {
  const routes: { readonly methods: readonly string[]; readonly address: RegExp; readonly until: string | null }[] = []
  instance.addHook('onRoute', ({ method, url, constraints }) => {
    const until = (constraints?.['until'] as string | undefined) ?? null
    routes.push({ methods: Array.isArray(method) ? method : [method], address: addressPattern(url), until })
  })
  return (path) => {
    const there = routes.filter(({ address, until }) => address.test(path) && (until === null || today() <= until))
    return [...new Set(there.flatMap(({ methods }) => methods))].sort()
  }
}

/** `/api/tickets/:number` */
function addressPattern(url: string): RegExp {
  const segments = url
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replace(/[^\w-]/g, '\\$&')))
  return new RegExp(`^${segments.join('/')}$`)
}
