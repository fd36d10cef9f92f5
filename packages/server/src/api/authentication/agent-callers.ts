// A request of an agent → its caller with those roles that point 6 lets agents have. A tool's
// request of a call is such a request, too: the call judges it as it judges every one of this caller.

import { AsyncLocalStorage } from 'node:async_hooks'
import { AGENTS_PATH } from '@ninefold/core/contract/programs/agents.ts'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { type Caller, callerWith } from '../../gate/context/caller.ts'
import { refused } from '../../gate/context/refusal.ts'
import { outsiderRefusal } from '../http/anonymous-requests.ts'

/** Patterns of the addresses that a request made for a tool may reach. Missing: any. */
type Routes = readonly string[] | undefined

const asking = new AsyncLocalStorage<{ readonly routes: Routes }>()

/** Within it requests are made for a tool. No header says so, because a header is anybody's to send. */
export function askedByTool<Result>(routes: Routes, work: () => PromiseLike<Result>): Promise<Result> {
  // Awaited inside: what an injected request does begins when somebody waits for it.
  return asking.run({ routes }, async () => await work())
}

const ofTools = new WeakSet<FastifyRequest>()

/**
 * Before anything is made of the request. A key of a record can lead the router elsewhere: `/api/reports/:slug` with the
 * slug `latest` to `GET /api/reports/latest`, and `/:owner/:name` to addresses of the product's own.
 */
export function noteTool(request: FastifyRequest): void {
  const asked = asking.getStore()
  if (asked === undefined) return
  ofTools.add(request)
  const { routes } = asked
  if (routes === undefined) return
  const isOwn =
    routes.includes(request.routeOptions.url ?? '') && (!isOfProduct(request.url) || routes.some(isOfProduct))
  if (!isOwn) throw refused('not found')
}

/** The router has read the address, so it can be decoded. */
function isOfProduct(address: string): boolean {
  return decodeURIComponent(address.split(/[/?]/)[1] ?? '') === '_ninefold'
}

export function isAskedByTool(request: FastifyRequest): boolean {
  return ofTools.has(request)
}

export function isByAgent(request: FastifyRequest): boolean {
  return isAskedByTool(request) || request.routeOptions.url === AGENTS_PATH
}

/** The roles of a guest are those of everybody; of users, agents have those that are named, and what these include. */
export function asAgent({ model }: Application, caller: Caller): Caller {
  const agents = model.roles.agents
  if (agents === null || caller.me === null) return { ...caller, isAgent: true }
  const roles = agents.roles.filter((role) => caller.roles.has(role))
  const { key, isSessionOver } = caller
  return {
    ...callerWith(model, caller.me, roles, caller.token),
    ...(key === undefined ? {} : { key }),
    ...(isSessionOver === undefined ? {} : { isSessionOver }),
    isAgent: true,
  }
}

/**
 * Nobody has said that agents may use it: then they do while it is developed, for its author. Where it is said, the caller
 * has one of the roles.
 */
export function refuseUnlessAgent({ model, mode }: Application, caller: Caller): void {
  const agents = model.roles.agents
  if (agents === null && mode !== 'development') throw refused('not found')
  if (caller.isSessionOver === true) throw outsiderRefusal(caller)
  if (agents !== null && !agents.roles.some((role) => caller.roles.has(role))) throw outsiderRefusal(caller)
}
