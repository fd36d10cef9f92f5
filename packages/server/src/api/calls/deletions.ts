// `GET /_ninefold/deleted.json`: the deleted records that the caller may restore. `POST
// /_ninefold/deleted/:id/restore`: restores one.

import { deletions, restore } from '../../gate/records/deletions.ts'
import { refused } from '../../gate/context/refusal.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import { acceptedBody } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'

const ID = /^[0-9a-f-]{1,36}$/

export async function deletedRecords(exchange: Exchange): Promise<string> {
  refuseOtherParameters(exchange.query, ['record'])
  const asked = exchange.query['record']
  // A malformed id matches no record.
  const records =
    asked === undefined
      ? null
      : String(asked)
          .split(',')
          .filter((id) => ID.test(id))
  return JSON.stringify(
    await exchange.application.database.read((transaction) => deletions({ ...exchange, transaction }, records)),
  )
}

export async function restoreDeleted(exchange: Exchange): Promise<void> {
  const { application, body, parameters, query } = exchange
  refuseOtherParameters(query, [])
  acceptedBody(application.model, [], body)
  const id = parameters['id'] ?? ''
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw refused('not found')
  await writeUnderRules(exchange, (transaction) => restore({ ...exchange, transaction }, id))
}
