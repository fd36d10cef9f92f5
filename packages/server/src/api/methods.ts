// Which methods an address has, for those who come with another one: there is something, but not for them.

import type { FastifyInstance } from 'fastify'

/** The methods of an address; none: there is nothing. */
export type AllowedMethods = (path: string) => readonly string[]

/** Listens to every route that is added from now on. */
export function allowedMethodsOf(instance: FastifyInstance): AllowedMethods {
  const routes: { readonly methods: readonly string[]; readonly address: RegExp }[] = []
  instance.addHook('onRoute', ({ method, url }) => {
    routes.push({ methods: Array.isArray(method) ? method : [method], address: addressPattern(url) })
  })
  return (path) => [...new Set(routes.flatMap(({ methods, address }) => (address.test(path) ? methods : [])))].sort()
}

/** `/api/tickets/:number` */
function addressPattern(url: string): RegExp {
  const segments = url
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replace(/[^\w-]/g, '\\$&')))
  return new RegExp(`^${segments.join('/')}$`)
}
