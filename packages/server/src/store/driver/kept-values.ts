// Writes by the product that change no other value of a record, such as an erasure → the same writes, beside values that
// a rule keeps until their record's next change.

import { KEEPS_VALUES } from '@ninefold/core/plan/schema/ddl.ts'
import type { Executor } from './executor.ts'

/** `transaction`: a failure ends it, and the setting with it. */
export async function besideKeptValues<Result>(transaction: Executor, write: () => Promise<Result>): Promise<Result> {
  await transaction.runOwn('keep-values', `SELECT set_config('${KEEPS_VALUES}', 'on', true)`, [])
  const result = await write()
  await transaction.runOwn('judge-values', `SELECT set_config('${KEEPS_VALUES}', '', true)`, [])
  return result
}
