// Rows from `nothing` → the conditions on a record that are checked before it is created.

import { TRUE } from '../../expression/conditions.ts'
import type { Entity } from '../../model/entities.ts'
import type { Viewer } from '../../rights/readable.ts'
import { expressionSql } from '../sql/expression-sql.ts'
import { named } from '../sql/named-columns.ts'
import { type FieldSource, futureRecord } from './record-writes.ts'
import { joinSql, renderSql, type Statement, sql } from '../sql/sql.ts'
import { caseOf, type DoneBy, type TransitionCase } from './states.ts'
import { sqlContext } from '../sql/statement-scope.ts'

/** By machine. The performer is also checked when the product creates the record, because it selects between rows. */
export function creationCases(viewer: Viewer, entity: Entity, by: DoneBy): TransitionCase[][] {
  return viewer.model.states.machines
    .filter((machine) => machine.entity === entity.name && machine.creations.length > 0)
    .map((machine) =>
      machine.creations.map((creation) => caseOf(viewer, machine, creation, by === 'product' ? 'caller' : by)),
    )
}

/** `who0`, `guard0`, … per case. */
export function planCreationQuestions(
  viewer: Viewer,
  entity: Entity,
  sources: readonly FieldSource[],
  lists: readonly string[],
  cases: readonly TransitionCase[],
): Statement {
  const context = sqlContext(viewer, { this: futureRecord(viewer, entity, sources, [], lists).record })
  const questions = cases.flatMap(({ transition, who }, index) => [
    named(`who${index}`, expressionSql(who, context)),
    named(`guard${index}`, expressionSql(transition.guard ?? TRUE, context)),
  ])
  return renderSql(sql`SELECT ${joinSql(questions, ', ')}`)
}
