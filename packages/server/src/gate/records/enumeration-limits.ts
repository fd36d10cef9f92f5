// Refusals that reveal hidden values → a limit on how many a caller gets. A unique value has to be refused, and so
// reveals that it exists, such as an account's address. So the refusals are limited per user, and per address of
// guests.

import type { Entity } from '@ninefold/core/model/entities.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { type CallerRoles, seesOfAll } from '@ninefold/core/rights/roles.ts'
import { allowAttempt } from '../../store/tables/users/sign-in-attempts.ts'
import type { Database } from '../../store/driver/database.ts'
import type { Bindings } from '../../store/driver/rows.ts'
import type { Application } from '../context/application.ts'
import { ADDRESS } from '../context/bindings.ts'
import type { Caller } from '../context/caller.ts'
import { Refusal, refused } from '../context/refusal.ts'

/** A caller with honest data does not meet this many taken values. */
const REFUSALS_MAX = 60
const WINDOW_MS = 15 * 60_000

export interface Write {
  readonly caller: Caller
  readonly entity: Entity
  readonly sources: readonly { readonly field: string }[]
  readonly bindings: Bindings
}

/** Until when callers above the limit wait. Each process learns this at its next refusal. */
const waiting = new WeakMap<Database, Map<string, number>>()

/** Runs before the write, so that free and taken values get the same answer. */
export function refuseProbing(application: Application, write: Write): void {
  const until = waitsUntil(application, write)
  if (until !== null) throw tooMany(until)
}

/** Null: the write need not wait. */
export function waitsUntil({ database, model }: Application, write: Write): number | null {
  const who = whoProbes(write)
  const until = who === null ? undefined : waiting.get(database)?.get(who)
  return until !== undefined && until > Date.now() && isTelling(model, write) ? until : null
}

/** `count`: the number of values that the refusal reveals as taken. Null: they may be revealed. */
export async function probed(application: Application, write: Write, count: number): Promise<Refusal | null> {
  const { database, model, mode } = application
  // In development, authors and tests try everything.
  if (mode === 'development' || write.caller.isClock === true || !isTelling(model, write)) return null
  const who = whoProbes(write)
  if (who === null) return null
  for (let told = 0; told < count; told++) {
    const key = `taken ${who}`
    if (await database.write((transaction) => allowAttempt(transaction, key, REFUSALS_MAX, WINDOW_MS))) continue
    const until = Date.now() + WINDOW_MS
    const known = waiting.get(database) ?? new Map<string, number>()
    for (const [other, end] of known) if (end <= Date.now()) known.delete(other)
    waiting.set(database, known.set(who, until))
    return tooMany(until)
  }
  return null
}

/** Tells whether a written unique value belongs to a field that the caller cannot see in every record. */
function isTelling(model: Model, { caller, entity, sources }: Write): boolean {
  const written = new Set(sources.map(({ field }) => field))
  // A call that runs as the product sees everything, but its caller does not.
  const person: CallerRoles = { roles: caller.roles, isSignedIn: caller.isSignedIn }
  return uniqueSets(entity)
    .filter((fields) => fields.some((field) => written.has(field)))
    .some((fields) => !fields.every((field) => seesOfAll(model, person, entity.name, field)))
}

function uniqueSets({ fields, uniqueTogether }: Entity): (readonly string[])[] {
  const single = fields.flatMap(({ name, unique }) => (unique === null ? [] : [[name, ...unique.within]]))
  return [...single, ...uniqueTogether.map((together) => together.fields)]
}

/** Null: the origin is unknown, as for deferred steps; unknown callers do not share a limit. */
function whoProbes({ caller, bindings }: Write): string | null {
  if (caller.me !== null) return `user ${String(caller.me.id)}`
  const address = bindings[ADDRESS] ?? null
  return address === null ? null : `address ${String(address)}`
}

function tooMany(until: number): Refusal {
  return new Refusal(refused('too many').items, Math.max(1, Math.ceil((until - Date.now()) / 1000)))
}
