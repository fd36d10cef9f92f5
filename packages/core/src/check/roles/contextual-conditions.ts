// Roles on a record → their conditions, as `is("Owner", ticket)` evaluates them in any point. They are checked when
// first needed, because their own names may involve roles.

import * as build from '../../expression/build.ts'
import type { ContextualRoleDraft } from '../../draft/roles.ts'
import { checkExpression } from '../../expression/check/check-expression.ts'
import { allOf } from '../../expression/conditions.ts'
import type { Catalogue, CatalogueContextualRole, Expression } from '../../expression/expression.ts'
import type { Draft } from '../../draft/draft.ts'
import type { Names } from '../names/names.ts'
import { presenceOfRoles, recordScope } from '../names/scopes.ts'

interface Surroundings {
  readonly draft: Draft
  readonly names: Names
  readonly catalogue: Catalogue
}

export function contextualConditions(
  names: Names,
  surroundings: () => Surroundings,
): ReadonlyMap<string, readonly CatalogueContextualRole[]> {
  return new Map(
    [...names.contextualRoles].map(([name, drafts]) => [
      name,
      drafts.map((draft) => ({ entity: draft.entity.text, condition: askedOnce(draft, surroundings) })),
    ]),
  )
}

/** A mistake in the condition is reported at its row only. */
function askedOnce(draft: ContextualRoleDraft, surroundings: () => Surroundings): CatalogueContextualRole['condition'] {
  let known: Expression | 'circle' | null | undefined
  let isBeingRead = false
  return () => {
    if (isBeingRead) known = 'circle'
    if (known !== undefined) return known
    isBeingRead = true
    const read = conditionOf(draft, surroundings())
    isBeingRead = false
    return (known ??= read)
  }
}

function conditionOf(draft: ContextualRoleDraft, { draft: whole, names, catalogue }: Surroundings): Expression | null {
  const { listener: _, ...unheard } = catalogue
  const inside = { draft: whole, names, catalogue: unheard }
  const role = draft.mustHave.text
  if (!catalogue.entities.has(draft.entity.text) || !catalogue.roles.has(role)) return null
  const scope = recordScope(inside, draft.entity.text, presenceOfRoles(inside, [role]))
  const { expression } = checkExpression(draft.when, scope, { kind: 'boolean' })
  if (expression === null) return null
  const { span } = draft.mustHave
  return allOf([build.hasRole(role, span), expression])
}
