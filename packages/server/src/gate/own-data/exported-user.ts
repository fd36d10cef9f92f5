// An identifier → all data about its user, for an operator who answers a request for access. It runs with the product's
// rights: every record that refers to the user in every tenant, without hidden fields and secrets.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { planReceiver } from '@ninefold/core/plan/read/finds.ts'
import type { Application } from '../context/application.ts'
import { bindingsOf } from '../context/bindings.ts'
import { THE_CLOCK } from '../context/caller.ts'
import { planner } from '../context/planner.ts'
import { CALL, noteWritten, keepAudit } from '../records/audit.ts'
import { ownData } from './own-data.ts'

const exportedUser = planner('user who is exported', planReceiver)

/** Null: no user has the identifier. The export is written to the audit log. */
export async function exportedData(
  application: Application,
  identifier: string,
): Promise<AsyncGenerator<string> | null> {
  const { model, database } = application
  const signIn = signInOf(model.roles)
  if (signIn === null) return null
  const entity = entityNamed(model, signIn.entity)
  const field = fieldNamed(entity, signIn.identifier)
  const statement = application.planned(exportedUser, THE_CLOCK, entity, field, field)
  const row = (await database.run(statement, { key: identifier, sent: identifier }))[0]
  if (row === undefined) return null
  const me: RecordValue = { id: row['id'] as string | number, fields: {} }
  await database.write(async (transaction) => {
    noteWritten({ transaction, caller: THE_CLOCK }, entity, me, 'export data')
    await keepAudit({ application, transaction, bindings: { [CALL]: 'ninefold export-user' } })
  })
  const caller = { ...THE_CLOCK, me }
  return ownData(application, async () => ({ caller, bindings: bindingsOf(application, caller) }))
}
