// A user → all data about them as one JSON object, streamed. Memory holds only a part of one entity at a time.

import { entityNamed } from '@ninefold/core/model/find.ts'
import type { AnySignIn } from '@ninefold/core/model/roles.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { placeIdVariable } from '@ninefold/core/plan/read/list-walk.ts'
import { agreementsOf } from '../../store/tables/users/agreements.ts'
import { keysOfUser } from '../../store/tables/users/api-keys.ts'
import { identitiesOfUser } from '../../store/tables/users/identities.ts'
import { notificationsOf } from '../../store/tables/notifications.ts'
import { eventsAfter } from '../../store/tables/operation/events.ts'
import { grantsOfUser } from '../../store/tables/users/oauth-grants.ts'
import { passkeysOfUser } from '../../store/tables/users/passkeys.ts'
import { rolesGivenTo, sessionsOfUser } from '../../store/tables/users/sessions.ts'
import type { Bindings, Row } from '../../store/driver/rows.ts'
import type { Application } from '../context/application.ts'
import type { Caller } from '../context/caller.ts'
import { refused } from '../context/refusal.ts'
import { ownRecordsPlan, ownUserPlan } from './own-records.ts'
import { signedInUser } from '../context/signed-in-user.ts'

const ROWS_AT_ONCE = 500
const SESSIONS_MAX = 1_000

/** The present caller, with the user as `me`. */
export interface Asking {
  readonly caller: Caller
  readonly bindings: Bindings
}

/** `ask` looks up the caller anew for each part, so that a lost role or session stops the export. */
export async function* ownData(application: Application, ask: () => Promise<Asking>): AsyncGenerator<string> {
  const { model, database } = application
  const signIn = signInOf(model.roles)
  const first = await ask()
  const userId = String(signedInUser(first.caller).id)
  if (signIn === null) throw refused('not found')
  const again = async (): Promise<Asking> => {
    const asking = await ask()
    if (String(signedInUser(asking.caller).id) !== userId) throw refused('not signed in')
    return asking
  }
  yield `{${member('application', model.name)},${member('madeAt', moment(database.nowMs()))}`
  yield `,"user":${await ownUser(application, signIn, first)}`
  for (const [name, value] of Object.entries(await ofEngine(application, signIn, userId)))
    yield `,${member(name, value)}`
  yield* list('messages', messageParts(application, userId))
  yield* list('events', eventParts(application, userId))
  yield ',"records":{'
  let isAny = false
  for (const { name } of model.entities.entities) {
    const parts = recordParts(application, { entity: name, users: signIn.entity }, again)
    const begun = await parts.next()
    if (begun.done === true) continue
    yield `${isAny ? ',' : ''}\n${JSON.stringify(name)}:[\n${begun.value.join(',\n')}`
    isAny = true
    for await (const part of parts) yield `,\n${part.join(',\n')}`
    yield ']'
  }
  yield '}}\n'
}

function member(name: string, value: unknown): string {
  return `\n${JSON.stringify(name)}:${JSON.stringify(value)}`
}

function moment(ms: number): string {
  return new Date(ms).toISOString()
}

function momentOrNull(ms: number | null): string | null {
  return ms === null ? null : moment(ms)
}

async function* list(name: string, parts: AsyncGenerator<readonly string[]>): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}:[`
  let isAny = false
  for await (const part of parts) {
    if (part.length === 0) continue
    yield `${isAny ? ',' : ''}\n${part.join(',\n')}`
    isAny = true
  }
  yield ']'
}

/** As JSON; null if the user may not see it. */
async function ownUser(application: Application, signIn: AnySignIn, { caller, bindings }: Asking): Promise<string> {
  const statement = application.planned(ownUserPlan, caller, entityNamed(application.model, signIn.entity))
  const row = (await application.database.run(statement, bindings))[0]
  return String(row?.['json'] ?? 'null')
}

/** Names and moments from engine tables, without any credentials. */
async function ofEngine(application: Application, signIn: AnySignIn, userId: string): Promise<Record<string, unknown>> {
  return application.database.read(async (transaction) => ({
    roles: (await rolesGivenTo(transaction, userId)).toSorted(),
    sessions: (await sessionsOfUser(transaction, userId, signIn.session, null, SESSIONS_MAX)).map(
      ({ browser, system, address, createdAtMs, lastUsedAtMs }) => ({
        browser,
        system,
        address,
        signedInAt: moment(createdAtMs),
        lastUsedAt: moment(lastUsedAtMs),
      }),
    ),
    agreements: (await agreementsOf(transaction, userId)).map(({ name, version, agreedAtMs }) => ({
      name,
      version,
      agreedAt: moment(agreedAtMs),
    })),
    apiKeys: (await keysOfUser(transaction, userId)).map((key) => ({
      name: key.name,
      roles: key.roles,
      onlyReads: key.onlyReads,
      ...momentsOf(key),
    })),
    connectedApps: (await grantsOfUser(transaction, userId)).map((grant) => ({
      name: grant.name,
      roles: grant.roles,
      onlyReads: grant.onlyReads,
      ...momentsOf(grant),
    })),
    passkeys: (await passkeysOfUser(transaction, userId, false)).map(
      ({ browser, system, createdAtMs, lastUsedAtMs }) => ({
        browser,
        system,
        createdAt: moment(createdAtMs),
        lastUsedAt: momentOrNull(lastUsedAtMs),
      }),
    ),
    identities: (await identitiesOfUser(transaction, userId, false)).map(
      ({ provider, address, createdAtMs, lastUsedAtMs }) => ({
        provider,
        address,
        createdAt: moment(createdAtMs),
        lastUsedAt: moment(lastUsedAtMs),
      }),
    ),
  }))
}

interface Moments {
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly lastUsedAtMs: number | null
}

function momentsOf({ createdAtMs, expiresAtMs, lastUsedAtMs }: Moments): Record<string, string | null> {
  return { createdAt: moment(createdAtMs), endsAt: moment(expiresAtMs), lastUsedAt: momentOrNull(lastUsedAtMs) }
}

/** Notifications, newest first. */
async function* messageParts({ database }: Application, userId: string): AsyncGenerator<readonly string[]> {
  let after: string | null = null
  do {
    const found = await notificationsOf(database, userId, after, ROWS_AT_ONCE)
    // The former entry was erased meanwhile, so the position for the next page is lost.
    if (found === null) return
    // Notifications of followed records contain no text, because the records belong to others.
    yield found.flatMap(({ name, subject, body, atMs, isRead, happening }) =>
      happening === null ? [JSON.stringify({ name, subject, body, at: moment(atMs), isRead })] : [],
    )
    after = found.length < ROWS_AT_ONCE ? null : (found.at(-1)?.id ?? null)
  } while (after !== null)
}

/** Events for the user's programs, oldest first. Erased events are missing. */
async function* eventParts({ database }: Application, userId: string): AsyncGenerator<readonly string[]> {
  let after: string | null = null
  do {
    const found: Awaited<ReturnType<typeof eventsAfter>> = await eventsAfter(database, userId, after, ROWS_AT_ONCE)
    if (found === null) return
    yield found.events.flatMap(({ body }) => (body === '' ? [] : [body]))
    after = found.events.length < ROWS_AT_ONCE ? null : (found.events.at(-1)?.id ?? null)
  } while (after !== null)
}

/** One statement per part. */
async function* recordParts(
  application: Application,
  { entity: name, users }: { readonly entity: string; readonly users: string },
  ask: () => Promise<Asking>,
): AsyncGenerator<readonly string[], void> {
  const { model, database } = application
  const entity = entityNamed(model, name)
  let last: string | null = null
  do {
    const { caller, bindings } = await ask()
    const statement = application.planned(ownRecordsPlan, caller, entity, users, last === null)
    if (statement === null) return
    const place = last === null ? {} : { [placeIdVariable('after')]: last }
    const rows: readonly Row[] = await database.run(statement, { ...bindings, ...place, 'page.take': ROWS_AT_ONCE })
    if (rows.length === 0) return
    yield rows.map((row) => String(row['json']))
    last = rows.length < ROWS_AT_ONCE ? null : String(rows.at(-1)?.['id'])
  } while (last !== null)
}
