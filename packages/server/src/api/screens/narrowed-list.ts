// A list of a screen, narrowed by the author's condition and by whoever looks → conditions of its statements.

import { ofEverything } from '@ninefold/core/expression/conditions.ts'
import type { Expression, Value } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { CountBlock, ListBlock } from '@ninefold/core/model/screens.ts'
import type { ListPlan } from '@ninefold/core/plan/read/lists.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import type { ListQuery } from '../http/list-query.ts'

/** What a list is narrowed to before its form matters. */
export interface Narrowed {
  readonly entity: Entity
  readonly parsed: ListQuery
  readonly days: Days | null
  readonly bindings: Record<string, Value>
  readonly key: string
}

export interface Days {
  readonly bindings: Record<string, Value>
  readonly condition: (viewer: Viewer, entity: Entity) => Expression
}

export function conditionsOf(
  viewer: Viewer,
  entity: Entity,
  block: ListBlock,
  parsed: ListQuery,
  days: Days | null,
): Expression[] {
  return [
    ...(block.where === null ? [] : [ofEverything(block.where)]),
    ...parsed.conditions,
    ...(days === null ? [] : [days.condition(viewer, entity)]),
  ]
}

export function relationPlan(
  model: Viewer['model'],
  { relation }: Pick<ListBlock | CountBlock, 'relation'>,
): ListPlan['relation'] {
  if (relation === null) return null
  const of = entityNamed(model, relation.entity)
  return { of, field: fieldNamed(of, relation.field), record: 'parent' }
}
