// A deletion → the deletion rules of the records that it cascades to. A record's own rules decide, however it is
// deleted.

import type { Entity } from '@ninefold/core/model/entities.ts'
import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import { goingUnderRules, planGoing, type Going } from '@ninefold/core/plan/write/cascading-deletion.ts'
import { loadedRecord } from '../context/loaded-record.ts'
import type { Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'

const goingPlan = planner('going', ({ model }, going: Going) => planGoing(model, going))

type KeepRules = (entity: Entity, record: RecordValue) => Promise<void>

/** `keepRules`: checks the rules of one record. */
export async function enforceRulesOfParts(
  work: Work,
  entity: Entity,
  record: RecordValue,
  keepRules: KeepRules,
  seen = new Set([placeOf(entity, record)]),
): Promise<void> {
  const { model } = work.application
  for (const going of goingUnderRules(model, entity.name)) {
    const statement = work.application.planned(goingPlan, work.caller, going)
    const rows = await work.transaction.run(statement, { ...work.bindings, whole: record.id })
    for (const part of rows.map((row) => loadedRecord(going.entity, row))) {
      const place = placeOf(going.entity, part)
      if (seen.has(place)) continue
      seen.add(place)
      await keepRules(going.entity, part)
      await enforceRulesOfParts(work, going.entity, part, keepRules, seen)
    }
  }
}

function placeOf(entity: Entity, { id }: RecordValue): string {
  return `${entity.name} ${id}`
}
