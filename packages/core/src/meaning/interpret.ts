// The reference interpreter: a model, a store and a request → the answer and the next store. It implements reference/
// in the plainest way, so that it can judge faster implementations. Parts of the language that it does not support yet
// throw `NotCovered`.

import { type CallRequest, callAnswer, withOwnStatus } from './call.ts'
import { entityNamed } from '../model/find.ts'
import type { Model } from '../model/model.ts'
import { signInOf } from '../model/users/sign-in-of.ts'
import { bringBack, deletedFor } from './deleted-records.ts'
import { laidOut, type Surroundings } from './evaluate.ts'
import { everythingVisible } from './standard-calls/everything-visible.ts'
import { acceptedInputs } from './inputs.ts'
import { givenValues } from './standard-calls/request-body.ts'
import { countUse, limitHeaders, limitsOf, type Told } from './constraints/limits.ts'
import { historyOf } from './histories/shown-history.ts'
import { foundIn, type ListQuery, pageOf } from './standard-calls/lists.ts'
import { enforceRulesOverRecords } from './constraints/rules-over-records.ts'
import { beforeReading, type RefusalReason, Refused, refusedAs, statusOf, withStatus } from './refusals/refusal.ts'
import {
  type Caller,
  callerOf,
  eyesOf,
  isForbidden,
  mayEver,
  permissionsFor,
  refusedGuest,
  seenRecord,
  surroundingsOf,
} from './rights.ts'
import { changeRoleOf, guestsMayCreate, signUp } from './roles.ts'
import { type Answer, doEffect, runSteps } from './steps.ts'
import { copyOf, type Datum, type Deletion, recordsOf, type Reference, type Store } from './store.ts'
import { membershipIn, tenantOfAddress } from './users/tenants.ts'
import type { Asking } from './screens/answers.ts'
import type { BlockRequest } from './screens/block-request.ts'
import { blockAnswer } from './screens/blocks.ts'
import { runPutOff } from './time.ts'
import { doTransition } from './transition.ts'
import { suspend } from './users/suspensions.ts'
import { callerByKey, endKey, type KeyToMake, makeKey } from './users/keys.ts'
import { changeRecord, createRecord, deleteRecord, type Values, type Writing } from './write.ts'

/** `version`: the version that was seen, if it is sent. `withKey`: an API key of `me`. `tenantLabel`: the part of the address that names a tenant. */
export type Request = {
  readonly me: Reference | null
  readonly version?: number
  readonly withKey?: string
  readonly tenantLabel?: string
} & (
  | ({ readonly kind: 'make key' } & KeyToMake)
  | { readonly kind: 'end key'; readonly name: string }
  | { readonly kind: 'deleted' }
  | ({ readonly kind: 'screen' } & BlockRequest)
  | { readonly kind: 'tenant'; readonly tenant: Reference }
  | { readonly kind: 'restore'; readonly deletion: Deletion | undefined }
  | { readonly kind: 'list'; readonly entity: string; readonly query?: ListQuery }
  | { readonly kind: 'get' | 'delete' | 'history'; readonly entity: string; readonly key: Datum }
  | { readonly kind: 'create'; readonly entity: string; readonly body: Values }
  | { readonly kind: 'change'; readonly entity: string; readonly key: Datum; readonly body: Values }
  | {
      readonly kind: 'transition'
      readonly entity: string
      readonly key: Datum
      readonly transition: string
      readonly inputs: Values
    }
  | ({ readonly kind: 'call' } & CallRequest)
  | { readonly kind: 'suspend' | 'end suspension'; readonly user: Reference | null }
  | {
      readonly kind: 'give role' | 'take role'
      readonly user: Reference | null
      readonly role: string
    }
)

/** Limit of the count. */
const TOTAL_MAX = 1000

export interface Outcome {
  readonly answer: Answer
  /** Reasons of the refusal; empty: not refused. */
  readonly reasons: readonly RefusalReason[]
  readonly store: Store
  /** It is refused before its body is read. */
  readonly isUnread?: true | undefined
}

export function interpret(model: Model, store: Store, request: Request): Outcome {
  let counted = store
  const told: Told[] = []
  try {
    counted = beforeReading(() => countedIn(model, store, request, told))
    const next = copyOf(counted)
    const caller = beforeReading(() => askingIn(model, next, request))
    const answer = answered({ model, store: next, caller, names: new Map(), doEffect }, request)
    enforceRulesOverRecords(model, store, next)
    const headers = { ...limitHeaders(model, told), ...answer.headers }
    return { answer: { ...answer, headers }, reasons: [], store: runPutOff(model, next) }
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause
    const stated = cause.reasons.map((reason) => withStatedStatus(model, reason))
    const reasons = request.kind === 'call' ? stated.map((reason) => withOwnStatus(request.call, reason)) : stated
    const answer = { status: statusOf(reasons), headers: limitHeaders(model, told) }
    return { answer, reasons, store: counted, ...(cause.isUnread ? { isUnread: true } : {}) }
  }
}

/** A use of a call counts, whatever comes of it. */
function countedIn(model: Model, store: Store, request: Request, told: Told[]): Store {
  if (!CALLS.includes(request.kind)) return store
  const call = callOf(model, request)
  if (limitsOf(model, call).length === 0) return store
  return countUse(model, store, { call, caller: askingIn(model, store, request) }, told)
}

/** Null: only a limit on all calls counts it. */
function callOf(model: Model, request: Request): string | null {
  if (request.kind === 'call') return `${request.call.method} ${request.call.path}`
  return request.kind === 'create' ? `POST ${standardOf(model, request.entity).path}` : null
}

/** Point 8 may state statuses of built-in errors. */
function withStatedStatus({ errors }: Model, reason: RefusalReason): RefusalReason {
  const stated = Object.entries(errors.builtIn).find(([error]) => error === reason.code)?.[1]?.status
  return withStatus(reason, stated)
}

/** API keys are for calls: the product's own pages are for people. */
function askingIn(model: Model, store: Store, request: Request): Caller {
  const { withKey, me, tenantLabel } = request
  const named = tenantLabel === undefined ? undefined : tenantOfAddress({ model, store }, tenantLabel)
  if (named === null) throw refusedAs('not found', model.entities.tenancy?.address?.by)
  const tenant = named?.id
  if (withKey === undefined || signInOf(model.roles)?.apiKeys == null) return callerInSession(model, store, me, tenant)
  if (!CALLS.includes(request.kind)) throw refusedAs('forbidden')
  const isRead = ['list', 'get'].includes(request.kind) || (request.kind === 'call' && request.call.method === 'GET')
  return callerByKey(model, store, { name: withKey, isRead, tenant })
}

/** The sessions of a suspended user are over: nobody is signed in. The product's own cookie counts as no session. */
function callerInSession(model: Model, store: Store, me: Reference | null, tenant: string | undefined): Caller {
  if (me === null || !store.suspended.has(me.id)) return callerOf(model, store, me, tenant)
  const isInOwnCookie = signInOf(model.roles)?.session.carriers[0]?.kind === 'cookie'
  return { ...callerOf(model, store, null, tenant), ...(isInOwnCookie ? {} : { isSessionOver: true }) }
}

const CALLS: readonly Request['kind'][] = ['list', 'get', 'create', 'change', 'delete', 'transition', 'call']

function answered(writing: Writing, request: Request): Answer {
  if (request.kind === 'call') return callAnswer(writing, request)
  if (request.kind === 'give role' || request.kind === 'take role') {
    changeRoleOf(writing, request.user, request.role, request.kind === 'give role')
    return { status: 204 }
  }
  const { model } = writing
  switch (request.kind) {
    case 'suspend':
    case 'end suspension':
      suspend(writing, request.user, request.kind === 'suspend')
      return { status: 204 }
    case 'make key':
      makeKey(writing, request)
      return { status: 201 }
    case 'end key':
      endKey(writing, request.name)
      return { status: 204 }
    case 'tenant':
      chooseTenant(writing, request.tenant)
      return { status: 204 }
    case 'deleted':
      return { status: 200, body: { records: deletedFor(writing).map(({ entity, label }) => ({ entity, label })) } }
    case 'restore':
      bringBack(writing, request.deletion)
      return { status: 204 }
    case 'screen':
      return blockAnswer(writing, request, askingOf(writing))
    case 'list':
      return listAnswer(writing, request.entity, request.query ?? {})
    case 'get':
      return shown(writing, recordAt(writing, request.entity, request.key), 200)
    case 'history':
      return historyAnswer(writing, request.entity, request.key)
    case 'create': {
      askAction(writing, request.entity, 'create')
      const given = givenValues(writing, request.entity, 'create', request.body)
      const record = createRecord(writing, entityNamed(model, request.entity), { given, set: {} }, false)
      if (guestsMayCreate(model, writing.store, request.entity)) signUp(writing, record, true)
      return shown(writing, record, 201)
    }
    case 'change': {
      askGuest(writing, request.entity, 'change')
      const record = recordAt(writing, request.entity, request.key)
      const given = changeGiven(writing, record, request.body)
      changeRecord(writing, record, { given, set: {} }, false, request.version)
      return shown(writing, record, 200)
    }
    case 'delete':
      askGuest(writing, request.entity, 'delete')
      deleteRecord(writing, recordAt(writing, request.entity, request.key), false, request.version)
      return { status: 204 }
    case 'transition': {
      if (writing.caller.me === null && !mayEverDo(writing, request.entity, request.transition))
        throw refusedGuest(writing.caller)
      const placed = ranksGiven(writing, request)
      const others = Object.fromEntries(Object.entries(request.inputs).filter(([name]) => !(name in placed)))
      const inputs = transitionInputs(writing, { ...request, inputs: others })
      const record = recordAt(writing, request.entity, request.key)
      if (Object.keys(placed).length > 0)
        changeRecord(writing, record, { given: changeGiven(writing, record, placed), set: {} }, false)
      doTransition(writing, record, request.transition, { by: 'caller', inputs, runSteps, ...versionIn(request) })
      return shown(writing, record, 200)
    }
  }
}

/** One of the caller's tenants. */
function chooseTenant({ model, store, caller }: Writing, { id }: Reference): void {
  const { tenancy } = model.entities
  if (tenancy === null) throw refusedAs('not found', 'id')
  const { me } = caller
  if (me === null) throw refusedGuest(caller)
  const own = membershipIn({ model, store }, me, id)
  if (own === null) throw refusedAs('not found', 'id')
  const user = store.records.get(me.id)
  if (user !== undefined) user.values[tenancy.field] = own.values[tenancy.field] ?? null
}

/** How a screen uses calls: as its viewer. */
function askingOf(writing: Writing): Asking {
  return {
    stated: (path, name, query) => {
      const call = writing.model.calls.calls.find((each) => `${each.method} ${each.path}` === name)
      if (call === undefined) throw new Error(`There is no call ${name}.`)
      return callAnswer(writing, { call, path, inputs: {}, query }).body ?? null
    },
    laidOut: shapeOf,
  }
}

/** A caller without the right to change the record gets no messages about the inputs. */
function changeGiven(writing: Writing, record: Reference, body: Values): Values {
  const scope = scopeOf(writing)
  if (!mayEver(record.entity, 'change', scope)) throw refusedAs('forbidden')
  try {
    return givenValues(writing, record.entity, 'change', body)
  } catch (cause) {
    throw permissionsFor(record, 'change', scope).length === 0 ? refusedAs('forbidden') : cause
  }
}

function versionIn({ version }: Request): { readonly version?: number } {
  return version === undefined ? {} : { version }
}

/** Ranks that the caller may change, without those that the transition has as inputs. */
function ranksGiven(
  writing: Writing,
  { entity, transition, inputs }: Extract<Request, { kind: 'transition' }>,
): Values {
  const { model } = writing
  const own = model.states.machines
    .filter((machine) => machine.entity === entity)
    .flatMap(({ procedures }) => procedures.filter((procedure) => procedure.transition === transition))
    .flatMap((procedure) => procedure.inputs.map(({ path }) => path[0]))
  const ranks = entityNamed(model, entity).fields.filter(
    ({ type, name }) => type.kind === 'rank' && !own.includes(name),
  )
  if (!mayEver(entity, 'change', scopeOf(writing))) return {}
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => ranks.some((field) => field.name === name)))
}

/** Validated before its record is looked up. */
function transitionInputs({ model }: Writing, request: Extract<Request, { kind: 'transition' }>): Values {
  const declared = model.states.machines
    .filter(({ entity }) => entity === request.entity)
    .flatMap(({ procedures }) => procedures.filter(({ transition }) => transition === request.transition))
    .flatMap(({ inputs }) => inputs)
  const { values, reasons } = acceptedInputs(declared, request.inputs, { isUnknownIgnored: false })
  if (reasons.length > 0) throw new Refused(reasons)
  return values
}

function scopeOf({ model, store, caller, names }: Writing): Surroundings {
  return surroundingsOf(model, store, caller, names)
}

/** Guests get 401 if no guest could ever do it; otherwise they first learn whether the record exists. */
function askGuest(writing: Writing, entity: string, action: 'see' | 'change' | 'delete'): void {
  if (writing.caller.me === null) askAction(writing, entity, action)
}

/** Tells whether these roles could do the transition for some record. */
function mayEverDo({ model, caller }: Writing, entity: string, transition: string): boolean {
  return model.states.machines.some(
    (machine) =>
      machine.entity === entity &&
      machine.transitions.some(
        ({ name, who }) =>
          name === transition && who.some(({ kind, role }) => kind === 'role' && caller.roles.has(role)),
      ),
  )
}

function askAction(writing: Writing, entity: string, action: 'see' | 'create' | 'change' | 'delete'): void {
  const { model, caller } = writing
  if (mayEver(entity, action, scopeOf(writing)) && !isForbidden(model, entity, action, null)) return
  throw caller.me === null ? refusedGuest(caller) : refusedAs('forbidden')
}

/** A hidden record counts as missing. */
function recordAt(writing: Writing, entity: string, key: Datum): Reference {
  askGuest(writing, entity, 'see')
  const scope = scopeOf(writing)
  const seen: Surroundings = { ...scope, eyes: eyesOf(writing.caller, scope) }
  const { foundBy } = standardOf(writing.model, entity)
  const record = seenRecord(seen, entity, foundBy, key)
  if (record === null) throw refusedAs('not found', foundBy)
  return record
}

function standardOf(model: Model, entity: string) {
  const calls = model.calls.standard.find((each) => each.entity === entity)
  if (calls === undefined) throw new Error(`${entity} has no standard calls.`)
  return calls
}

function historyAnswer(writing: Writing, entity: string, key: Datum): Answer {
  const scope = scopeOf(writing)
  const found = recordsOf(writing.store, entity).find(
    ({ values }) => values[standardOf(writing.model, entity).foundBy] === key,
  )
  if (found === undefined) throw refusedAs('not found')
  return { status: 200, body: historyOf({ ...scope, eyes: eyesOf(writing.caller, scope) }, { entity, id: found.id }) }
}

/** The record in its shape for the caller; empty if it is hidden after the write. */
function shown(writing: Writing, record: Reference, status: number): Answer {
  const scope = scopeOf(writing)
  const eyes = eyesOf(writing.caller, scope)
  if (eyes !== null && !eyes.sees(record)) return { status, body: {} }
  return { status, body: shapeOf({ ...scope, eyes }, record) }
}

function shapeOf(scope: Surroundings, record: Reference): Datum {
  const { shape } = standardOf(scope.model, record.entity)
  return shape === null ? everythingVisible(scope, record) : laidOut(scope, shape, record)
}

function listAnswer(writing: Writing, entity: string, query: ListQuery): Answer {
  const scope = eyesFor(writing, entity)
  const found = foundIn(scope, entity, standardOf(writing.model, entity).foundBy, query)
  const { limit, after } = pageOf(query)
  const items = found.slice(after, after + limit).map((record) => shapeOf(scope, record))
  const next = items.length < limit ? null : String(after + limit)
  return { status: 200, body: { items, total: Math.min(found.length, TOTAL_MAX), next } }
}

function eyesFor(writing: Writing, entity: string): Surroundings {
  askGuest(writing, entity, 'see')
  const scope = scopeOf(writing)
  return { ...scope, eyes: eyesOf(writing.caller, scope) }
}
