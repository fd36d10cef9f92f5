// Erases a user: their identity is no longer recoverable, and their contributions stay.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { planForgetting } from '@ninefold/core/plan/write/user-erasure.ts'
import { besideKeptValues } from '../../store/driver/kept-values.ts'
import { forgetAccount, forgetMessagesTo, forgetPersonalData } from '../../store/tables/users/forgotten-users.ts'
import { hashPassword } from '../../store/tables/users/password-hashing.ts'
import { newToken } from '../../store/tables/users/tokens.ts'
import type { Row } from '../../store/driver/rows.ts'
import { planner } from '../context/planner.ts'
import type { Work } from '../context/work.ts'
import { noteWritten } from '../records/audit.ts'
import { refuseHigherRoles, refuseUserAction } from './user-rights.ts'

const forgettingPlan = planner('forgetting', planForgetting)

/** The hash of an unknown password. It takes some time, and so is computed before the transaction. */
export function unknownPasswordHash(): Promise<string> {
  return hashPassword(newToken())
}

export async function forgetUser(work: Work, entity: Entity, user: RecordValue, passwordHash: string): Promise<void> {
  await refuseUserAction(work, entity, user, 'forget')
  await refuseHigherRoles(work, user)
  const { application, caller, transaction, bindings } = work
  const bound = { ...bindings, user: user.id, 'password hash': passwordHash }
  for (const { statement, ...part } of application.planned(forgettingPlan, caller)) {
    const rows = await besideKeptValues(transaction, () => transaction.run(statement, bound))
    await forgetPersonalData(
      transaction,
      part,
      String(user.id),
      rows.map((row) => String(row['id'])),
    )
    await forgetMessagesTo(transaction, rows.flatMap(addressesIn))
  }
  await forgetAccount(transaction, String(user.id))
  noteWritten(work, entity, user, 'forget')
}

function addressesIn(row: Row): readonly string[] {
  return (row['addresses'] ?? []) as readonly string[]
}
