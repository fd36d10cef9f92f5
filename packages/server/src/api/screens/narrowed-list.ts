// A list of a screen, with the author's condition and the viewer's filters → conditions of its statements.

import { ofEverything } from '@ninefold/core/expression/conditions.ts'
import type { Expression, Value } from '@ninefold/core/expression/expression.ts'
import type { Field } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { FOUND_COUNT_MAX } from '@ninefold/core/model/lists/list-count.ts'
import type { CountBlock, ListBlock, Screen } from '@ninefold/core/model/screens.ts'
import type { ListPlan } from '@ninefold/core/plan/read/lists.ts'
import { isOnDay, overlapsDays } from '@ninefold/core/rights/list-conditions.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { filterConditions, type FilterPlan } from '../http/list-filters.ts'
import type { AskedSort } from '../http/list-query.ts'

/** Everything that its statements depend on. */
export interface NarrowedList {
  readonly screen: Screen
  readonly block: ListBlock
  readonly filters: readonly FilterPlan[]
  readonly sort: readonly AskedSort[]
  /** For a calendar: the field whose days are bound as `days.from` and `days.until`. */
  readonly days: Field | null
}

/** A filtered list, before its form is applied. */
export interface Narrowed {
  readonly list: NarrowedList
  readonly bindings: Record<string, Value>
}

export type ListConditions = Pick<ListPlan, 'entity' | 'conditions' | 'relation' | 'sought' | 'countMax'>

export function listConditions(viewer: Viewer, { block, filters, days }: NarrowedList): ListConditions {
  const entity = entityNamed(viewer.model, block.entity)
  const conditionsOf = (some: readonly FilterPlan[]): Expression[] => [
    ...(block.where === null ? [] : [ofEverything(block.where)]),
    ...filterConditions(viewer, entity, some),
    ...(days === null ? [] : [isWithinDays(viewer, entity, days)]),
  ]
  const words = filters.find((filter) => filter.kind === 'words')
  const sought = words?.sought ?? null
  return {
    entity,
    conditions: conditionsOf(filters),
    relation: relationPlan(viewer.model, block),
    ...(words === undefined ? {} : { countMax: FOUND_COUNT_MAX }),
    sought: sought === null ? null : { ...sought, beside: conditionsOf(filters.filter((filter) => filter !== words)) },
  }
}

function isWithinDays(viewer: Viewer, entity: ListPlan['entity'], days: Field): Expression {
  const isWithin = days.type.kind === 'period' ? overlapsDays : isOnDay
  return isWithin(viewer, entity, days, 'days.from', 'days.until')
}

export function relationPlan(
  model: Viewer['model'],
  { relation }: Pick<ListBlock | CountBlock, 'relation'>,
): ListPlan['relation'] {
  if (relation === null) return null
  const of = entityNamed(model, relation.entity)
  return { of, field: fieldNamed(of, relation.field), record: 'parent' }
}
