// Receivers of a message → groups by the language that each last used, so that each reads the message in their own.

import type { MessageWay } from '@ninefold/core/model/outside/messages.ts'
import { planUsersByAddress } from '@ninefold/core/plan/read/messages.ts'
import { keepAddressLanguage, languagesOfAddresses } from '../../store/tables/users/address-languages.ts'
import { languagesOfUsers } from '../../store/tables/users/sessions.ts'
import type { Application } from '../context/application.ts'
import { planner } from '../context/planner.ts'
import { localizedApplication } from '../context/localized-application.ts'
import type { Work } from '../context/work.ts'

const usersByAddress = planner('users by address', planUsersByAddress)

/** `work`: in the language of the text, which programs and strangers get. */
export async function receiversByLanguage(
  work: Work,
  way: MessageWay,
  receivers: readonly string[],
  guestsLanguage: string | null,
): Promise<ReadonlyMap<Application, readonly string[]>> {
  const { application, transaction } = work
  if (way === 'webhook' || way === 'events' || application.model.limits.translations.length === 0)
    return new Map([[application, receivers]])
  const users = way === 'in-app' ? new Map(receivers.map((id) => [id, id])) : await idsByAddress(work, receivers)
  const languages = await languagesOfUsers(transaction, [...users.values()])
  const strangers = receivers.filter((receiver) => !users.has(receiver))
  const ofStrangers = await languagesOfStrangers(work, strangers, guestsLanguage)
  const found = new Map<Application, string[]>()
  for (const receiver of receivers) {
    const spoken = localizedApplication(
      application,
      languages.get(users.get(receiver) ?? '') ?? ofStrangers.get(receiver),
    )
    found.set(spoken, [...(found.get(spoken) ?? []), receiver])
  }
  return found
}

async function languagesOfStrangers(
  { transaction, bindings }: Work,
  strangers: readonly string[],
  guestsLanguage: string | null,
): Promise<ReadonlyMap<string, string>> {
  if (strangers.length === 0) return new Map()
  if (guestsLanguage === null) return languagesOfAddresses(transaction, strangers)
  await keepAddressLanguage(transaction, strangers, guestsLanguage, Number(bindings['now']))
  return new Map(strangers.map((stranger) => [stranger, guestsLanguage]))
}

async function idsByAddress({ application, caller, transaction, bindings }: Work, addresses: readonly string[]) {
  const statement = application.planned(usersByAddress, caller)
  if (statement === null) return new Map<string, string>()
  const rows = await transaction.run(statement, { ...bindings, addresses })
  return new Map(rows.map((row) => [String(row['address']), String(row['id'])]))
}
