// A filtered and sorted list of a screen → the statements for its pages, its parts and its file.

import { columnsExpression, rowExpression } from '@ninefold/core/contract/screens/screen-rows.ts'
import type { ScreenScope } from '@ninefold/core/contract/screens/screen-scope.ts'
import type { Expression } from '@ninefold/core/expression/expression.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import { orCreation } from '@ninefold/core/model/lists/default-sort.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { planWalk } from '@ninefold/core/plan/read/list-walk.ts'
import { type ListPlan, planList } from '@ninefold/core/plan/read/lists.ts'
import { sortsOfPaths } from '@ninefold/core/rights/list-conditions.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { planner } from '../../gate/context/planner.ts'
import { sortKeys } from '../http/list-query.ts'
import { listConditions, type NarrowedList } from './narrowed-list.ts'

type Operations = ScreenScope['operations']

/** The number of sort values of a row. */
export function keysOfOrder(model: Model, { block, sort }: NarrowedList): number {
  return sort.length === 0 ? orCreation(entityNamed(model, block.entity), block.sortedBy).length : sort.length
}

export const pagePlan = planner(
  'screen list page',
  (viewer, list: NarrowedList, operations: Operations, size: number | null, isFirst: boolean) =>
    planList(viewer, {
      ...listed(viewer, list),
      output: rowOf(viewer, list, operations),
      page: size === null ? { kind: 'all' } : { kind: 'bounded', take: size, isFirst },
    }),
)

/** `after`, `until`: which sort values of the cursors are empty. */
export const partPlan = planner(
  'screen list part',
  (
    viewer,
    list: NarrowedList,
    operations: Operations,
    after: readonly boolean[] | null,
    until: readonly boolean[] | null,
  ) =>
    planWalk(viewer, {
      ...listed(viewer, list),
      output: rowOf(viewer, list, operations),
      after,
      ...(until === null ? {} : { until }),
      // Few rows may remain after filtering, so the scan must not stop early.
      ...(after === null || list.filters.length > 0 ? { isBounded: true as const } : {}),
    }),
)

/** By id, because an action may change the values that the list is sorted by, and must not come to a row twice. */
export const bulkActionPartPlan = planner(
  'screen list whole',
  (viewer, list: NarrowedList, operations: Operations, isFirst: boolean) =>
    planWalk(viewer, {
      ...listConditions(viewer, list),
      order: [],
      output: rowOf(viewer, list, operations),
      after: isFirst ? null : [],
    }),
)

export const filePartPlan = planner(
  'screen list file',
  (viewer, list: NarrowedList, operations: Operations, after: readonly boolean[] | null) => {
    const output = columnsExpression({ model: viewer.model, caller: viewer.caller, operations }, list.block)
    return planWalk(viewer, { ...listed(viewer, list), output, after })
  },
)

/** Its conditions and its order. */
export function listed(viewer: Viewer, list: NarrowedList): Omit<ListPlan, 'page' | 'output'> {
  const { block, sort } = list
  const narrowed = listConditions(viewer, list)
  const stated = sortsOfPaths(viewer, narrowed.entity, block.sortedBy)
  return { ...narrowed, order: sortKeys(viewer, narrowed.entity, sort, stated) }
}

function rowOf(viewer: Viewer, { screen, block }: NarrowedList, operations: Operations): Expression {
  return rowExpression({ model: viewer.model, caller: viewer.caller, operations }, screen, block)
}
