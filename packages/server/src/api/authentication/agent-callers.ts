// A request of an agent → its caller with the roles that point 6 lets agents have. A call that a tool makes counts as a
// request of an agent too, and checks its caller as every request does.

import { AsyncLocalStorage } from 'node:async_hooks'
import { AGENTS_PATH } from '@ninefold/core/contract/programs/agents.ts'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { type Caller, callerWith } from '../../gate/context/caller.ts'
import { refused } from '../../gate/context/refusal.ts'
import { outsiderRefusal } from '../http/anonymous-requests.ts'
import { matchedRoute, pathOf } from '../http/methods.ts'

/** Patterns of the addresses that a request made for a tool may reach. Missing: any address. */
type Routes = readonly string[] | undefined

const asking = new AsyncLocalStorage<{ readonly routes: Routes; readonly isTool: boolean }>()

/** Marks the requests made within `work` as a tool's. A header cannot say so, because any client could send it. */
export function askedByTool<Result>(routes: Routes, work: () => PromiseLike<Result>): Promise<Result> {
  // Awaited inside, because an injected request starts only when it is awaited.
  return asking.run({ routes, isTool: true }, async () => await work())
}

/** Marks the requests made within `work` as parts of the request at hand, by the same caller. Those of a tool stay a tool's. */
export function askedWithin<Result>(routes: Routes, work: () => PromiseLike<Result>): Promise<Result> {
  const isTool = asking.getStore()?.isTool === true
  return asking.run({ routes, isTool }, async () => await work())
}

const ofTools = new WeakSet<FastifyRequest>()
const inner = new WeakSet<FastifyRequest>()

/**
 * Runs before the request is read. The key of a record can lead the router to another route: `/api/reports/:slug` with
 * the slug `latest` becomes `GET /api/reports/latest`, and `/:owner/:name` can become one of the product's own
 * addresses.
 */
export function noteTool(request: FastifyRequest): void {
  const asked = asking.getStore()
  if (asked === undefined) return
  inner.add(request)
  if (asked.isTool) ofTools.add(request)
  const { routes } = asked
  if (routes === undefined) return
  const isOwn = routes.includes(pathOf(request) ?? '') && (!isOfProduct(request.url) || routes.some(isOfProduct))
  if (!isOwn) throw refused('not found')
}

/** The router has read the address, so it can be decoded. */
function isOfProduct(address: string): boolean {
  return decodeURIComponent(address.split(/[/?]/)[1] ?? '') === '_ninefold'
}

export function isAskedByTool(request: FastifyRequest): boolean {
  return ofTools.has(request)
}

/** Another request of this process makes it and waits for its answer. */
export function isInner(request: FastifyRequest): boolean {
  return inner.has(request)
}

export function isByAgent(request: FastifyRequest): boolean {
  return isAskedByTool(request) || matchedRoute(request).url === AGENTS_PATH
}

/**
 * A guest keeps the roles of every guest. A user's agent keeps only the roles that point 6 names for agents, and the
 * roles that these include.
 */
export function asAgent({ model }: Application, caller: Caller): Caller {
  const agents = model.roles.agents
  if (agents === null || caller.me === null) return { ...caller, isAgent: true }
  const roles = agents.roles.filter((role) => caller.roles.has(role))
  const { key, isSessionOver, tenant } = caller
  return {
    ...callerWith(model, caller.me, roles, caller.token),
    ...(key === undefined ? {} : { key }),
    ...(isSessionOver === undefined ? {} : { isSessionOver }),
    ...(tenant === undefined ? {} : { tenant }),
    isAgent: true,
  }
}

/**
 * Without a statement about agents, they may use the application in development only, for its author. With one, the
 * caller needs one of the stated roles.
 */
export function refuseUnlessAgent({ model, mode }: Application, caller: Caller): void {
  const agents = model.roles.agents
  if (agents === null && mode !== 'development') throw refused('not found')
  if (caller.isSessionOver === true) throw outsiderRefusal(caller)
  if (agents !== null && !agents.roles.some((role) => caller.roles.has(role))) throw outsiderRefusal(caller)
}
