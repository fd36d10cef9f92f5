// An API key → its user, with those roles of the key that the user still has and that point 6 still names.

import { AGENTS_PATH } from '@ninefold/core/contract/programs/agents.ts'
import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { AnySignIn } from '@ninefold/core/model/roles.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { type Caller, callerWith } from '../../gate/context/caller.ts'
import { refused } from '../../gate/context/refusal.ts'
import { rolesOfUser } from '../../gate/users/conditional-roles.ts'
import { findKey } from '../../store/tables/users/api-keys.ts'
import { isAskedByTool } from './agent-callers.ts'
import { isSafeMethod } from '../http/methods.ts'
import { sentSessionOf } from './session-token.ts'

/**
 * An expired key, one that has lost its roles, or one that was made at the address of another tenant counts as no key.
 * An app that a user has allowed in one tenant has no business in the others.
 */
export async function callerByKey(
  application: Application,
  signIn: AnySignIn,
  key: string,
  { userOf, tenant }: { readonly userOf: (userId: string) => RecordValue; readonly tenant: string | null },
): Promise<Caller> {
  const { model, database } = application
  const found = await findKey(database, key)
  const nobody: Caller = { ...callerWith(model, null, [], null), isSessionOver: true }
  if (found === null || signIn.apiKeys === null || found.tenant !== tenant) return nobody
  if (found.isOfApp && !signIn.apiKeys.alsoByOAuth) return nobody
  const user = userOf(found.userId)
  const given = await rolesOfUser(application, database, signIn, user.id, found.rolesOfUser, tenant)
  const has = callerWith(model, user, given, null).roles
  const named = signIn.apiKeys.roles
  const roles = found.roles.filter((role) => has.has(role) && named.includes(role))
  if (roles.length === 0) return nobody
  const { id, beginning, onlyReads } = found
  return { ...callerWith(model, user, roles, null), key: { id, beginning, onlyReads } }
}

/** The product's own addresses that calls link to. */
const OPEN_TO_KEYS = /^\/_ninefold\/(?:openapi\.json|files|documents|events|mcp)(?:[/?]|$)/
/** Addresses that an agent with an API key may read: screens, as the data that they show. */
const OPEN_TO_AGENTS = /^\/_ninefold\/screens\//
const OWN = /^\/_ninefold(?:[/?]|$)/

/**
 * API keys are for the application's calls. The product's own pages are for people, above all those that make keys,
 * change passwords or begin sessions.
 */
export async function refuseBeyondKey(
  { model }: Application,
  request: FastifyRequest,
  callerOf: () => Promise<Caller>,
): Promise<void> {
  const signIn = signInOf(model.roles)
  if (signIn === null || signIn.apiKeys === null || sentSessionOf(signIn, request)?.kind !== 'key') return
  const path = request.routeOptions.url ?? request.url
  const isOpen = OPEN_TO_KEYS.test(path) || (isAskedByTool(request) && OPEN_TO_AGENTS.test(path))
  if (OWN.test(path) && !isOpen) throw refused('forbidden', 'key', ['key outside calls'])
  // Each call that an agent asks for is checked by itself.
  if (path === AGENTS_PATH) return
  const { key, isSessionOver } = await callerOf()
  // A program with an invalid key must not continue as a guest, because its records would have no owner.
  if (isSessionOver === true) throw refused('session not valid')
  if (!isSafeMethod(request.method) && key?.onlyReads === true) throw refused('forbidden', 'key', ['key only reads'])
}
