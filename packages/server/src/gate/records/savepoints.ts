// Part of a transaction that is undone alone if it is refused: after a failed statement, PostgreSQL accepts no other one
// before a rollback to a savepoint.

import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import { Refusal } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import { markWritten } from './audit.ts'
import { constraintRefusal } from './constraint-refusal.ts'
import { allTaken } from './taken-values.ts'

const SAVEPOINT: Statement = { text: 'SAVEPOINT part', parameters: [] }
const BACK: Statement = { text: 'ROLLBACK TO SAVEPOINT part', parameters: [] }
const RELEASE: Statement = { text: 'RELEASE SAVEPOINT part', parameters: [] }

/**
 * Throws a `Refusal` with the transaction as it was before, if the work is refused. Other errors are thrown as they are.
 * `otherwise`: the refusal of an error that is not about a constraint; null: the error is thrown.
 */
export async function withinSavepoint<Result>(
  { application, transaction }: Work,
  doing: () => Promise<Result>,
  otherwise: (cause: unknown) => Refusal | null = () => null,
): Promise<Result> {
  const forget = markWritten(transaction)
  await transaction.run(SAVEPOINT, {})
  try {
    const result = await doing()
    await transaction.run(RELEASE, {})
    return result
  } catch (cause) {
    const told = await allTaken(application, cause)
    const refusal = told instanceof Refusal ? told : (constraintRefusal(application, told) ?? otherwise(cause))
    if (refusal === null) throw cause
    await transaction.run(BACK, {})
    forget()
    await transaction.run(RELEASE, {})
    throw refusal
  }
}
