// `GET /_ninefold/secrets/:entity/:id/:field`: the plain secret text, for callers who may see the field of the record
// now. All other answers only say whether there is one.

import { addressPart } from '@ninefold/core/model/words.ts'
import { fieldNamed } from '@ninefold/core/model/find.ts'
import { planSecret, secretFields } from '@ninefold/core/plan/read/secret-texts.ts'
import { refused } from '../../gate/context/refusal.ts'
import { pathValue } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { planner } from '../../gate/context/planner.ts'

const secretPlan = planner('secret', planSecret)

export async function secretText(exchange: Exchange): Promise<string> {
  const { application, caller, bindings, parameters, query } = exchange
  refuseOtherParameters(query, [])
  const found = secretFields(application.model).find(
    ({ entity, field }) => addressPart(entity.name) === parameters['entity'] && field.name === parameters['field'],
  )
  if (found === undefined || application.secretTexts === null) throw refused('not found')
  const { entity, field } = found
  const record = pathValue(fieldNamed(entity, 'id').type, parameters['id'] ?? '')
  const statement = application.planned(secretPlan, caller, entity, field)
  const row = record === null ? undefined : (await application.database.run(statement, { ...bindings, record }))[0]
  // A hidden text answers like a missing one.
  if (row === undefined) throw refused('not found')
  return JSON.stringify({ text: application.secretTexts.open(String(row['sealed'])) })
}
