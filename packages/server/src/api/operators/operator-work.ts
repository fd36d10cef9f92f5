// An operator's action on waiting work: retry, or give up. The audit log records it.

import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { refused } from '../../gate/context/refusal.ts'
import { noteWritten } from '../../gate/records/audit.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import type { Executor } from '../../store/driver/database.ts'
import { acceptedOrRefused } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { isUuid } from '../http/uuid.ts'

export type OperatorWork = 'again' | 'give up'

/** `work` returns the name of the affected work. Null: nothing can be done, which is answered like an unknown id. */
export async function workOn(
  exchange: Exchange,
  does: OperatorWork,
  entity: string,
  work: (executor: Executor, id: string, nowMs: number) => Promise<string | null>,
): Promise<void> {
  const { application, caller, parameters, query, body } = exchange
  refuseOtherParameters(query, [])
  acceptedOrRefused(acceptInputs([], body ?? {}))
  const id = parameters['id'] ?? ''
  if (!isUuid(id)) throw refused('not found')
  await writeUnderRules(exchange, async (transaction) => {
    const name = await work(transaction, id, application.database.nowMs())
    if (name === null) throw refused('not found')
    const action = does === 'again' ? `try "${name}" again` : `give "${name}" up`
    noteWritten({ transaction, caller }, { name: entity }, { id }, action)
    transaction.afterCommit(() => application.alarm.ring())
  })
}
