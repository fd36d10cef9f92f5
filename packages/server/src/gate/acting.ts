// Who acts in a transaction, told to the database: its triggers write the history of changes, and no statement that
// changes a record, whichever it is, can forget them.

import type { Executor } from '../store/database.ts'
import type { Work } from './work.ts'

const told = new WeakMap<Executor, string>()

/** Before a write. It is told once in a transaction, and again when somebody else acts from then on. */
export async function actAs({ application, caller, transaction }: Work): Promise<void> {
  if (!application.model.entities.entities.some(({ history }) => history !== null)) return
  const by = caller.me === null ? '' : String(caller.me.id)
  if (told.get(transaction) === by) return
  await transaction.runOwn('act-as', `SELECT set_config('ninefold.caller', $1, true)`, [by])
  told.set(transaction, by)
}
