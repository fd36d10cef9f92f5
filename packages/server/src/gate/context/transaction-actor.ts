// The actor of a transaction, set in the database: triggers write the history of changes, so that no statement can
// bypass it.

import { isListInHistory } from '@ninefold/core/model/find.ts'
import type { Executor } from '../../store/driver/database.ts'
import { actorOf } from './caller.ts'
import type { Work } from './work.ts'

const told = new WeakMap<Executor, string>()

/** Runs before a record is created, because the new record has a history and may enter lists that have one. */
export async function actAsMaker(work: Work): Promise<void> {
  const { entities } = work.application.model.entities
  if (entities.some((entity) => entity.fields.some((field) => isListInHistory(entity, field)))) await actAs(work)
}

/** Runs before a write: once per transaction, and again when the actor changes. */
export async function actAs({ application, caller, transaction }: Work): Promise<void> {
  if (!application.model.entities.entities.some(({ history }) => history !== null)) return
  const by = actorOf(caller)
  if (told.get(transaction) === by) return
  await transaction.runOwn('act-as', `SELECT set_config('ninefold.caller', $1, true)`, [by])
  told.set(transaction, by)
}
