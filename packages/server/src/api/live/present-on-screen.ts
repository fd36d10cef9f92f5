// `GET /_ninefold/screens/:screen/:block/present`: people who are at the record of a screen, as its page shows them.

import { labelExpression } from '@ninefold/core/contract/screens/screen-rows.ts'
import * as build from '@ninefold/core/expression/build.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import { hasPresence, presenceTopic, presentPeopleOf } from '@ninefold/core/model/users/presence.ts'
import { planner } from '../../gate/context/planner.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Exchange } from '../http/exchange.ts'
import { presentAs } from '../presence/present-people.ts'
import { openedBlock, refuseOtherRecords, screenRecord } from '../screens/screens.ts'

const labelPlan = planner('labels of people', ({ model }, entity: Entity) =>
  build.object([
    { key: 'id', value: build.recordVariable('this', entity.name) },
    { key: 'label', value: labelExpression(model, entity.name) },
  ]),
)

export async function presentOnScreen(exchange: Exchange): Promise<string> {
  const { application, caller } = exchange
  const { model } = application
  const { screen, block } = openedBlock(exchange)
  await refuseOtherRecords(exchange, screen)
  const people = presentPeopleOf(model)
  if (block.kind !== 'record' || !hasPresence(model, block.entity) || people === null) throw refused('not found')
  const { id } = await screenRecord(exchange, screen, application.database)
  const entity = entityNamed(model, people.entity)
  return presentAs(exchange, presenceTopic(block.entity, id), entity, application.planned(labelPlan, caller, entity))
}
