// Records that a step finds or lists → conditions and order for a statement.

import * as build from '@ninefold/core/expression/build.ts'
import { ofEverything } from '@ninefold/core/expression/conditions.ts'
import type { Expression, Value } from '@ninefold/core/expression/expression.ts'
import type { QueryParameter, StepAction } from '@ninefold/core/model/calls.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import { orCreation } from '@ninefold/core/model/lists/default-sort.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { StepList } from '@ninefold/core/plan/read/finds.ts'
import { holdsVisibly, sortOfPath } from '@ninefold/core/rights/list-conditions.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import type { Bindings } from '../../store/driver/rows.ts'
import { isAmong } from './for-each.ts'

type ListAction = Extract<StepAction, { kind: 'list' }>

export function findConditions(
  model: Model,
  { source, where }: Extract<StepAction, { kind: 'find' }>,
): readonly Expression[] {
  return [...(source.kind === 'relation' ? [isAmong(model, source)] : []), ofEverything(where)]
}

/** `narrowed`: the optional queries that were sent and so filter the records. */
export function stepList(viewer: Viewer, action: ListAction, narrowed: readonly QueryParameter[]): StepList {
  const { model } = viewer
  const entity = entityNamed(model, action.source.entity)
  return {
    entity,
    conditions: [
      ...(action.where === null ? [] : [ofEverything(action.where)]),
      ...narrowed.flatMap(({ keepsOnly }) => (keepsOnly === null ? [] : [holdsVisibly(viewer, keepsOnly)])),
      ...(action.source.kind === 'relation' ? [isAmong(model, action.source)] : []),
    ],
    order: orCreation(entity, action.sortedBy).map(({ field, direction, ...sort }) => {
      const value = sortOfPath(viewer, entity, field)
      const when = 'when' in sort ? sort.when : undefined
      // A constant sort value where the order does not matter.
      const none = build.nothing(value.type, value.span)
      if (when === undefined) return { value, direction }
      const holds = ofEverything(when)
      return { value: build.conditional(holds, value, none), direction, when: holds }
    }),
    isPaged: action.page !== null,
    isCounted: (action.page?.counting ?? null) !== null,
  }
}

/** The optional queries that were sent and so filter the records. */
export function sentNarrowings(queries: readonly QueryParameter[], bindings: Bindings): readonly QueryParameter[] {
  return queries.filter(({ name, keepsOnly }) => keepsOnly !== null && wasSent(bindings[`query.${name}`]))
}

export function narrowingQueries(
  { isNarrowedByQuery }: ListAction,
  sent: readonly QueryParameter[],
): readonly QueryParameter[] {
  return isNarrowedByQuery ? sent : []
}

function wasSent(value: Value | undefined): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
}
