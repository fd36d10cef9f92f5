// Point 7 not shown → standard calls that development provides for every entity.

import type { Draft } from '../../draft/draft.ts'
import type { StandardCalls } from '../../model/calls.ts'
import type { EntityFacts } from '../entities/facts.ts'
import type { Names } from '../names/names.ts'
import { pluralAddress } from '../names/plural.ts'

export function provisionalStandardCalls(
  draft: Draft,
  names: Names,
  entities: ReadonlyMap<string, EntityFacts>,
): StandardCalls[] {
  const isAnswered = draft.answers.some(
    ({ question, openness }) =>
      question === 'Product calls (method, path shape, payload shape)' && openness.kind !== 'not shown',
  )
  if (isAnswered) return []
  return [...entities.values()].map((entity) => ({
    entity: entity.name,
    path: `/api/${pluralAddress(entity.name)}`,
    calls: [...names.machines.values()].some((machine) => machine.entity.text === entity.name)
      ? (['list', 'get', 'create', 'change', 'delete', 'transitions'] as const)
      : (['list', 'get', 'create', 'change', 'delete'] as const),
    foundBy: 'id',
    shape: null,
    isProvisional: true,
    was: null,
    span: entity.draft.name.span,
  }))
}
