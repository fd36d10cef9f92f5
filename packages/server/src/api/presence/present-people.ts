// Users who have a stream of a record open → the answer about them, as far as its reader may see these users.

import { answerShape } from '@ninefold/core/contract/calls/everything-visible.ts'
import type { Expression } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { PRESENT_MAX, presentPeopleOf } from '@ninefold/core/model/users/presence.ts'
import { planList } from '@ninefold/core/plan/read/lists.ts'
import { isOneOf } from '@ninefold/core/rights/list-conditions.ts'
import { planner } from '../../gate/context/planner.ts'
import { presentUsers } from '../../store/tables/open-streams.ts'
import { pathValue } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'

const presentPlan = planner('present people', (viewer, entity: Entity, output: Expression) =>
  planList(viewer, {
    entity,
    conditions: [isOneOf(viewer, entity, fieldNamed(entity, 'id'), 'present')],
    relation: null,
    order: [],
    output,
    page: { kind: 'bounded', take: PRESENT_MAX, isFirst: true },
  }),
)

const shapePlan = planner('shape of people', ({ model }, entity: Entity, shape: string | null) =>
  answerShape(model, entity, shape),
)

/** `{"items", "total"}`. The caller's right to see the record has been checked. A stream makes its caller present. */
export async function presentPeople(exchange: Exchange, topic: string): Promise<string> {
  const { application, caller } = exchange
  const people = presentPeopleOf(application.model)
  if (people === null) return listOf([], 0)
  const entity = entityNamed(application.model, people.entity)
  return presentAs(exchange, topic, entity, application.planned(shapePlan, caller, entity, people.shape))
}

/** `output`: each person as JSON, an expression over `this`. */
export async function presentAs(
  exchange: Exchange,
  topic: string,
  entity: Entity,
  output: Expression,
): Promise<string> {
  const { application, caller, bindings, stream } = exchange
  await stream?.joins(topic)
  const { type } = fieldNamed(entity, 'id')
  const present = (await presentUsers(application.database, topic)).map((id) => pathValue(type, id))
  const statement = application.planned(presentPlan, caller, entity, output)
  const rows = await application.database.run(statement, { ...bindings, present })
  const people = new Map(
    rows.flatMap((row) => (row['json'] === null ? [] : [[String(row['id']), String(row['json'])] as const])),
  )
  stream?.tells(topic, people)
  return listOf([...people.values()], Number(rows[0]?.['total'] ?? 0))
}

function listOf(items: readonly string[], total: number): string {
  return `{"items":[${items.join(',')}],"total":${total}}`
}
