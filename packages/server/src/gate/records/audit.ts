// Writes of a transaction → audit log entries, stored by the same transaction: who did what, by which call, under which
// revision of the specification. They name records and contain no values.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { AUDITED } from '@ninefold/core/plan/write/audit.ts'
import { ACTING } from '@ninefold/core/plan/write/lowering.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { Bindings } from '../../store/driver/rows.ts'
import type { Application } from '../context/application.ts'
import { actorOf, type Caller } from '../context/caller.ts'
import type { Work } from '../context/work.ts'
import { tellFollowers } from '../messages/followers.ts'

interface Written {
  readonly caller: string | null
  /** Null: a session and no API key. */
  readonly key: string | null
  readonly byAgent: boolean
  readonly entity: string
  readonly record: string
  readonly action: string
  readonly isStep: boolean
}

/** Binding names of the request id and the call. Missing: automatic work. */
export const REQUEST = 'request.id'
export const CALL = 'request.call'

const BY_ITSELF = 'by itself'

const written = new WeakMap<Executor, Written[]>()

/**
 * `action`: create, change, delete, restore, the name of a transition (`isStep`), or a change of a user's roles and
 * sessions.
 */
export function noteWritten(
  { transaction, caller }: Pick<Work, 'transaction' | 'caller'>,
  entity: Pick<Entity, 'name'>,
  { id }: Pick<RecordValue, 'id'>,
  action: string,
  isStep = false,
): void {
  const before = written.get(transaction) ?? []
  if (before.length === 0) written.set(transaction, before)
  const { isAgent: byAgent = false } = caller
  const [who, key] = [idOf(caller), keyOf(caller)]
  before.push({ caller: who, key, byAgent, entity: entity.name, record: String(id), action, isStep })
}

/** Returns a function that forgets writes noted after this call: for a rollback to a savepoint. */
export function markWritten(transaction: Executor): () => void {
  const before = written.get(transaction)?.length ?? 0
  return () => void written.get(transaction)?.splice(before)
}

/** Runs at the end of the transaction. */
export async function keepAudit({
  application,
  bindings,
  transaction,
}: Pick<Work, 'application' | 'bindings' | 'transaction'>): Promise<void> {
  const done = written.get(transaction)
  if (done === undefined) return
  written.delete(transaction)
  await tellFollowers({ application, bindings, transaction }, done)
  await transaction.runOwn(
    'keep-audit',
    `INSERT INTO ninefold.audit (request, call, revision, caller, api_key, by_agent, entity, record, action, at)
     SELECT $1, $2, $3, d.caller, d.key, d.by_agent, d.entity, d.record, d.action, now()
     FROM unnest($4::text[], $5::text[], $6::boolean[], $7::text[], $8::text[], $9::text[])
       AS d (caller, key, by_agent, entity, record, action)`,
    [
      bindings[REQUEST] ?? null,
      bindings[CALL] ?? BY_ITSELF,
      application.revision,
      ...(['caller', 'key', 'byAgent', 'entity', 'record', 'action'] as const).map((part) =>
        done.map((each) => each[part]),
      ),
    ],
  )
}

/** `record` null: no user is known. */
export interface Failure {
  readonly entity: string
  readonly record: string | null
  readonly action: string
}

/** A failed attempt is logged outside of any transaction. */
export async function keepFailure(
  application: Application,
  bindings: Bindings,
  { entity, record, action }: Failure,
): Promise<void> {
  await application.database.runOwn(
    'keep-failure',
    `INSERT INTO ninefold.audit (request, call, revision, caller, entity, record, action, at)
     VALUES ($1, $2, $3, NULL, $4, $5, $6, now())`,
    [bindings[REQUEST] ?? null, bindings[CALL] ?? BY_ITSELF, application.revision, entity, record ?? NOBODY, action],
  )
}

const NOBODY = '-'

/** The same entry for a statement that is its own transaction. */
export function auditedAtOnce({ revision }: Application, caller: Caller, bindings: Bindings, action: string): Bindings {
  return {
    [AUDITED.request]: bindings[REQUEST] ?? null,
    [AUDITED.call]: bindings[CALL] ?? BY_ITSELF,
    [AUDITED.revision]: revision,
    [AUDITED.caller]: idOf(caller),
    [AUDITED.key]: keyOf(caller),
    [AUDITED.byAgent]: caller.isAgent === true,
    [AUDITED.action]: action,
    [ACTING]: actorOf(caller),
  }
}

function keyOf({ key }: Caller): string | null {
  return key?.beginning ?? null
}

function idOf({ me }: Caller): string | null {
  return me === null ? null : String(me.id)
}
