// Refusals that tell which values there are of what a caller may not see → a bound on how many of them one caller gets.
// A value that is unique has to be refused, and the refusal tells that it is there: of the other organisation's
// insurance numbers, of addresses of accounts. So it is bounded for each user, and for each address of guests.

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

/** Nobody who writes what is their own meets so many values of others by chance. */
const REFUSALS_MAX = 60
const WINDOW_MS = 15 * 60_000

export interface Write {
  readonly caller: Caller
  readonly entity: Entity
  readonly sources: readonly { readonly field: string }[]
  readonly bindings: Bindings
}

/** Until when callers wait who have used up theirs. Each process learns of it by the next refusal that it would give. */
const waiting = new WeakMap<Database, Map<string, number>>()

/** Before the write, so that a value which is free is no longer told from one that is taken. */
export function refuseProbing(application: Application, write: Write): void {
  const until = waitsUntil(application, write)
  if (until !== null) throw tooMany(until)
}

/** Null: the write does not have to wait. */
export function waitsUntil({ database, model }: Application, write: Write): number | null {
  const who = whoProbes(write)
  const until = who === null ? undefined : waiting.get(database)?.get(who)
  return until !== undefined && until > Date.now() && isTelling(model, write) ? until : null
}

/** `count`: how many values are told as taken. Null: they may be told. */
export async function probed(application: Application, write: Write, count: number): Promise<Refusal | null> {
  const { database, model, mode } = application
  // In development, one person tries everything, and machines do.
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

/** Does a unique value of what is written belong to fields of which the caller does not see every record's? */
function isTelling(model: Model, { caller, entity, sources }: Write): boolean {
  const written = new Set(sources.map(({ field }) => field))
  // A call that runs as the product sees everything; whoever calls it does not.
  const person: CallerRoles = { roles: caller.roles, isSignedIn: caller.isSignedIn }
  return uniqueSets(entity)
    .filter((fields) => fields.some((field) => written.has(field)))
    .some((fields) => !fields.every((field) => seesOfAll(model, person, entity.name, field)))
}

function uniqueSets({ fields, uniqueTogether }: Entity): (readonly string[])[] {
  const single = fields.flatMap(({ name, unique }) => (unique === null ? [] : [[name, ...unique.within]]))
  return [...single, ...uniqueTogether.map((together) => together.fields)]
}

/** Null: nobody knows from where it comes, as of steps that were put off; strangers do not wait for each other. */
function whoProbes({ caller, bindings }: Write): string | null {
  if (caller.me !== null) return `user ${String(caller.me.id)}`
  const address = bindings[ADDRESS] ?? null
  return address === null ? null : `address ${String(address)}`
}

function tooMany(until: number): Refusal {
  return new Refusal(refused('too many').items, Math.max(1, Math.ceil((until - Date.now()) / 1000)))
}
