// `GET /_ninefold/history/:entity/:id`: the history of a record, as far as the caller may see it now.

import type { HistoryData } from '@ninefold/core/contract/screens/record-history.ts'
import type { Definitions } from '@ninefold/core/contract/custom-fields/app-with-custom-fields.ts'
import { changesOfValues } from '@ninefold/core/contract/custom-fields/changed-values.ts'
import { customFieldHolders } from '@ninefold/core/model/custom-fields/definitions.ts'
import { addressPart } from '@ninefold/core/model/words.ts'
import { fieldNamed } from '@ninefold/core/model/find.ts'
import { planHistory } from '@ninefold/core/plan/read/history.ts'
import { shownDefinitions } from '../../gate/custom-fields/shown-custom-fields.ts'
import { refused } from '../../gate/context/refusal.ts'
import { pathValue } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { findByKey } from '../../gate/context/loaded-record.ts'
import { planner } from '../../gate/context/planner.ts'

const historyPlan = planner('history', planHistory)

export async function history(exchange: Exchange): Promise<string> {
  const { application, caller, bindings, parameters, query } = exchange
  refuseOtherParameters(query, [])
  const { entities } = application.model.entities
  const entity = entities.find(({ name }) => addressPart(name) === parameters['entity'])
  if (entity === undefined) throw refused('not found')
  const statement = application.planned(historyPlan, caller, entity)
  const id = fieldNamed(entity, 'id')
  const key = pathValue(id.type, parameters['id'] ?? '')
  const find = application.planned(findByKey, caller, entity, id)
  return application.database.read(async (transaction) => {
    const found = key === null ? [] : await transaction.run(find, { ...bindings, key })
    // A hidden record answers like a missing one, and so does an entity without a history.
    if (found.length === 0 || statement === null) throw refused('not found')
    const rows = await transaction.run(statement, { ...bindings, record: key })
    const customFields = new Map(customFieldHolders(entity).map(({ name, type }) => [name, type.definedBy]))
    const definitions: Definitions = customFields.size === 0 ? new Map() : await shownDefinitions(exchange, transaction)
    const data: HistoryData = {
      changes: rows.flatMap((row) => {
        const change = {
          field: String(row['field']),
          at: new Date(Number(row['at'])).toISOString(),
          by: row['by'] === null ? null : String(row['by']),
          isByProduct: row['isByProduct'] === true,
          ...(row['isUnsigned'] === true ? { isUnsigned: true as const } : {}),
          before: row['before'] ?? null,
          after: row['after'] ?? null,
        }
        const by = customFields.get(change.field)
        return by === undefined ? [change] : changesOfValues(change, definitions.get(by) ?? [])
      }),
    }
    return JSON.stringify(data)
  })
}
