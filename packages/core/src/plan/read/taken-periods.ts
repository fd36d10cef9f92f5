// A rule that periods never overlap → the periods of one of its groups within an interval, without any other data.

import * as build from '../../expression/build.ts'
import { notOf } from '../../expression/conditions.ts'
import { BOOLEAN } from '../../expression/value-types.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { fieldOf } from '../../model/paths.ts'
import type { OverlapRule } from '../../model/validation.ts'
import { equals, isRecordBoundAs } from '../../rights/list-conditions.ts'
import type { Viewer } from '../../rights/readable.ts'
import type { Statement } from '../sql/sql.ts'
import { planList } from './lists.ts'

const TAKEN_MAX = 500

/** The variable for the value of a group's field. */
export function groupVariable(field: string): string {
  return `group.${field}`
}

/** The record that is changed is bound as this. */
export const OWN = 'own record'

/** The variable for the asked time, a period. */
export const ASKED = 'asked period'

/**
 * Compares periods as the rule does, so that the index of the rule finds those of the asked time. `hasOwn`: one record is in nobody's way. Each row has, as JSON,
 * `period`.
 */
export function planTakenPeriods(viewer: Viewer, rule: OverlapRule, hasOwn: boolean): Statement {
  const { model } = viewer
  const entity = entityNamed(model, rule.entity)
  const field = fieldNamed(entity, rule.form.field)
  const period = fieldOf(model, build.recordVariable('this', entity.name), entity.name, field)
  return planList(viewer, {
    entity,
    relation: null,
    conditions: [
      ...rule.same.map((name) => equals(viewer, entity, fieldNamed(entity, name), groupVariable(name))),
      ...(rule.countingOnly === null ? [] : [rule.countingOnly]),
      ...(hasOwn ? [notOf(isRecordBoundAs(entity, OWN))] : []),
      build.call('overlaps', [period, build.variable(ASKED, period.type)], BOOLEAN),
    ],
    order: [],
    page: { kind: 'bounded', take: TAKEN_MAX, isFirst: true },
    output: build.object([{ key: 'period', value: period }]),
  })
}
