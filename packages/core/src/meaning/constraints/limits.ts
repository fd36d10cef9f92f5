// Limits of point 9 (reference/9-limits, Limits): how often a call may be used in a time, and how many records may be there.

import type { Limit } from '../../model/limits.ts'
import type { Model } from '../../model/model.ts'
import { evaluate, type Surroundings, withNames } from '../evaluate.ts'
import { reasonOf, Refused } from '../refusals/refusal.ts'
import { type Caller, surroundingsOf } from '../rights.ts'
import { copyOf, isReference, recordsOf, type Reference, type Store } from '../store.ts'

/** `method path`, with names of the path as `:name`; null: only limits on all calls count. */
export interface Use {
  readonly call: string | null
  readonly caller: Caller
}

/** A use of a limit, with what the limit permits and leaves. */
export interface Told {
  readonly limit: Limit
  readonly most: number
  readonly left: number
}

/** The store with the use counted; a refused one leaves nothing. `told` gets each counted or refused use. */
export function countUse(model: Model, store: Store, { call, caller }: Use, told: Told[]): Store {
  const next = copyOf(store)
  for (const limit of limitsOf(model, call)) countOne(model, next, limit, caller, told)
  return next
}

/**
 * Headers about limits (reference/9-limits, Settings) without times, which are those of a real clock, and without the
 * number of the limit that X-RateLimit tells, which times decide between equal ones.
 */
export function limitHeaders({ limits }: Model, told: readonly Told[]): Readonly<Record<string, string>> {
  if (told.length === 0) return {}
  const policies = told.map(
    ({ limit, most }) => `"${limit.name}";q=${most};w=${Math.ceil((limit.windowMs ?? 0) / 1000)}`,
  )
  return {
    ...(limits.limitHeaders.some((each) => each.startsWith('X-'))
      ? { 'x-ratelimit-remaining': String(Math.min(...told.map(({ left }) => left))) }
      : {}),
    ...(limits.limitHeaders.includes('RateLimit') ? { 'ratelimit-policy': policies.join(', ') } : {}),
  }
}

export function limitsOf({ limits }: Model, call: string | null): Limit[] {
  return limits.limits.filter(
    ({ on }) => on.kind === 'call' && (on.call === null || (call !== null && pathOnly(on.call) === pathOnly(call))),
  )
}

/** Names of the parts of a path say nothing. */
function pathOnly(call: string): string {
  return call.replace(/:\w+/g, ':')
}

function countOne(model: Model, store: Store, limit: Limit, caller: Caller, told: Told[]): void {
  const { name, per, windowMs, atMost } = limit
  if (per.kind === 'user' && per.role !== null && !caller.roles.has(per.role)) return
  // All that play come from one address.
  const party = per.kind === 'user' ? (caller.me?.id ?? 'the address') : per.kind
  const key = JSON.stringify([name, party])
  const about = surroundingsOf(model, store, caller)
  const most = Number(evaluate(atMost, about) ?? 0)
  const young = (store.uses.get(key) ?? []).filter((usedMs) => usedMs > store.nowMs - (windowMs ?? 0))
  told.push({ limit, most, left: Math.max(0, most - young.length - 1) })
  if (young.length >= most) throw refusedByLimit(about, limit)
  store.uses.set(key, [...young, momentOf(store.nowMs, windowMs ?? 0, most)])
}

/** Above sixty uses, those of a sixtieth of the time count from its end. */
function momentOf(nowMs: number, windowMs: number, most: number): number {
  if (most <= MOMENTS_MAX) return nowMs
  const partMs = windowMs / MOMENTS_MAX
  return (Math.floor(nowMs / partMs) + 1) * partMs
}

const MOMENTS_MAX = 60

function refusedByLimit(about: Surroundings, { otherwise }: Limit): Refused {
  return new Refused([otherwise === null ? { code: 'too many', status: 429 } : reasonOf(about, otherwise)])
}

/** `before`: where the record belonged. Null: it is new. */
/** A write under way. */
export interface Counting {
  readonly model: Model
  readonly store: Store
  readonly caller: Caller
}

export function enforceQuotas(
  counting: Counting,
  record: Reference,
  before: Readonly<Record<string, unknown>> | null,
): void {
  const { model, store, caller } = counting
  for (const limit of model.limits.limits) {
    const { on, per } = limit
    if (on.kind !== 'entity' || on.entity !== record.entity) continue
    if (per.kind === 'user' && (caller.me === null || (per.role !== null && !caller.roles.has(per.role)))) continue
    const party = partyOf(store, limit, record)
    if (party === undefined) continue
    const [field] = fieldsOf(limit)
    if (before !== null && (field === undefined || idOf(before[field]) === idOf(valuesOf(store, record)[field])))
      continue
    const about = surroundingsOf(model, store, caller)
    const most = Number(evaluate(limit.atMost, party === null ? about : withNames(about, { this: party })) ?? 0)
    const counted = recordsOf(store, on.entity).filter(
      (each) => isCounted(store, limit, each, party) && isInSameTenant(store, limit, each, record),
    )
    if (counted.length > most) throw refusedByLimit(about, limit)
  }
}

/** Fields that lead to the one for whom it counts. Empty: it is everybody. */
function fieldsOf({ per }: Limit): readonly string[] {
  return per.kind === 'record' ? per.path : per.kind === 'user' ? ['createdBy'] : []
}

/** Null: everybody. Undefined: nobody. */
function partyOf(store: Store, limit: Limit, record: Reference): Reference | null | undefined {
  const fields = fieldsOf(limit)
  let at: Reference | null = record
  for (const field of fields) {
    const value: unknown = at === null ? null : (valuesOf(store, at)[field] ?? null)
    at = isReference(value as never) ? (value as unknown as Reference) : null
  }
  return fields.length === 0 ? null : (at ?? undefined)
}

function isCounted(store: Store, limit: Limit, record: Reference, party: Reference | null): boolean {
  const { windowMs } = limit
  const isRecent = windowMs === null || Number(valuesOf(store, record)['createdAt']) > store.nowMs - windowMs
  return isRecent && partyOf(store, limit, record)?.id === party?.id
}

function isInSameTenant(store: Store, { within }: Limit, one: Reference, other: Reference): boolean {
  return within === undefined || idOf(valuesOf(store, one)[within]) === idOf(valuesOf(store, other)[within])
}

function valuesOf(store: Store, { id }: Reference): Readonly<Record<string, unknown>> {
  return store.records.get(id)?.values ?? {}
}

function idOf(value: unknown): string | null {
  return isReference(value as never) ? (value as unknown as Reference).id : null
}
