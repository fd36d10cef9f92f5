// The actor of a transaction, told to the database: its triggers write the history of changes, and no statement that
// changes a record, whichever it is, can forget them.

import { isListInHistory } from '@ninefold/core/model/find.ts'
import type { Executor } from '../../store/driver/database.ts'
import { actorOf } from './caller.ts'
import type { Work } from './work.ts'

const told = new WeakMap<Executor, string>()

/** Before a record is made: it may come into lists of which a history is kept, and brings its own. */
export async function actAsMaker(work: Work): Promise<void> {
  const { entities } = work.application.model.entities
  if (entities.some((entity) => entity.fields.some((field) => isListInHistory(entity, field)))) await actAs(work)
}

/** Before a write. It is told once in a transaction, and again when somebody else acts from then on. */
export async function actAs({ application, caller, transaction }: Work): Promise<void> {
  if (!application.model.entities.entities.some(({ history }) => history !== null)) return
  const by = actorOf(caller)
  if (told.get(transaction) === by) return
  await transaction.runOwn('act-as', `SELECT set_config('ninefold.caller', $1, true)`, [by])
  told.set(transaction, by)
}
