// Receivers of a message → groups by the language that each last used, so that each reads the message in their own.

import type { MessageWay } from '@ninefold/core/model/outside/messages.ts'
import { planUsersByAddress } from '@ninefold/core/plan/read/messages.ts'
import { languagesOfUsers } from '../../store/tables/users/sessions.ts'
import type { Application } from '../context/application.ts'
import { planner } from '../context/planner.ts'
import { spokenApplication } from '../context/spoken-application.ts'
import type { Work } from '../context/work.ts'

const usersByAddress = planner('users by address', planUsersByAddress)

/** `work`: in the language of the text, which programs and strangers get. */
export async function receiversByLanguage(
  work: Work,
  way: MessageWay,
  receivers: readonly string[],
): Promise<ReadonlyMap<Application, readonly string[]>> {
  const { application, transaction } = work
  if (way === 'webhook' || way === 'events' || application.model.limits.translations.length === 0)
    return new Map([[application, receivers]])
  const users = way === 'in-app' ? new Map(receivers.map((id) => [id, id])) : await idsByAddress(work, receivers)
  const languages = await languagesOfUsers(transaction, [...users.values()])
  const found = new Map<Application, string[]>()
  for (const receiver of receivers) {
    const spoken = spokenApplication(application, languages.get(users.get(receiver) ?? ''))
    found.set(spoken, [...(found.get(spoken) ?? []), receiver])
  }
  return found
}

async function idsByAddress({ application, caller, transaction, bindings }: Work, addresses: readonly string[]) {
  const statement = application.planned(usersByAddress, caller)
  if (statement === null) return new Map<string, string>()
  const rows = await transaction.run(statement, { ...bindings, addresses })
  return new Map(rows.map((row) => [String(row['address']), String(row['id'])]))
}
