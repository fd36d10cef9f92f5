// Records that engine tables refer to by id → labels and addresses, as far as point 6 lets the operator see them.

import type { NamedRecord } from '@ninefold/core/contract/wire/operators.ts'
import { findablePages } from '@ninefold/core/contract/screens/search.ts'
import { optionExpression } from '@ninefold/core/contract/screens/screen-rows.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { fieldNamed } from '@ninefold/core/model/find.ts'
import { planList } from '@ninefold/core/plan/read/lists.ts'
import { isOneOf } from '@ninefold/core/rights/list-conditions.ts'
import { planner } from '../../gate/context/planner.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { Exchange } from '../http/exchange.ts'
import { isUuid } from '../http/uuid.ts'

/** `by`: the field in the address of the record's page. */
const namedPlan = planner('records for operators', (viewer, entity: Entity, by: string) =>
  planList(viewer, {
    entity,
    conditions: [isOneOf(viewer, entity, fieldNamed(entity, 'id'), 'named')],
    relation: null,
    order: [],
    output: optionExpression(viewer, entity.name, by),
    page: { kind: 'all' },
  }),
)

export interface RecordToName {
  readonly entity: string
  readonly id: string
}

export type NameOf = (record: RecordToName) => NamedRecord

/** One statement per entity, however many records. */
export async function namedRecords(
  exchange: Exchange,
  executor: Executor,
  records: readonly RecordToName[],
): Promise<NameOf> {
  const { application, caller, bindings } = exchange
  const { model, operations } = application
  const pages = findablePages({ model, caller, operations })
  const found = new Map<string, NamedRecord>()
  for (const entity of model.entities.entities) {
    const ids = new Set(records.flatMap(({ entity: name, id }) => (name === entity.name ? [id] : [])))
    const named = keysOf(entity, [...ids])
    if (named.length === 0) continue
    const page = pages.find((each) => each.entity.name === entity.name)
    const statement = application.planned(namedPlan, caller, entity, page?.field ?? 'id')
    for (const row of await executor.run(statement, { ...bindings, named })) {
      if (row['json'] === null) continue
      const { value, label } = JSON.parse(String(row['json'])) as { readonly value?: string; readonly label?: string }
      const id = String(row['id'])
      const isAddressed = page !== undefined && value !== undefined && value !== null
      const address = isAddressed ? page.path.replace(`:${page.parameter}`, encodeURIComponent(value)) : null
      found.set(`${entity.name} ${id}`, { id, label: label ?? null, address })
    }
  }
  return ({ entity, id }) => found.get(`${entity} ${id}`) ?? { id, label: null, address: null }
}

/** Ids that have the type of the entity's key; others stem from an earlier text. */
function keysOf(entity: Entity, ids: readonly string[]): Value[] {
  const { type } = fieldNamed(entity, 'id')
  const isCounting = type.kind === 'identifier' && type.form === 'counting'
  if (!isCounting) return ids.filter(isUuid)
  return ids.filter((id) => /^[0-9]{1,15}$/.test(id)).map(Number)
}
