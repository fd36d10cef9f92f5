// `list articles from Article where …, sorted by …, take … after …, counting …` → the checked step.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { StepActionDraft } from '../../draft/calls.ts'
import type { Scope } from '../../expression/expression.ts'
import type { StepAction } from '../../model/calls.ts'
import type { StepSort } from '../../model/steps/step-sort.ts'
import { requireExpression, requireValue } from '../expressions/expressions.ts'
import { checkSorting } from '../sorting.ts'
import { bind, checkSource, whereScope, type Stepping } from './stepping.ts'

type ListDraft = Extract<StepActionDraft, { kind: 'list' }>

export function checkListStep(stepping: Stepping, draft: ListDraft, scope: Scope): StepAction | null {
  const { checking } = stepping
  const found = checkSource(stepping, draft.source, scope)
  const where =
    found === null || draft.where === null
      ? null
      : requireExpression(checking, draft.where, whereScope(scope, found.entity), { kind: 'boolean' })
  const sortedBy = draft.sortedBy.flatMap((sort): StepSort[] => {
    const [by] = found === null ? [] : checkSorting(checking, found.entity, [sort])
    const when = sort.when === undefined ? null : requireExpression(checking, sort.when, scope, { kind: 'boolean' })
    if (by === undefined || (sort.when !== undefined && when === null)) return []
    return [when === null ? by : { ...by, when }]
  })
  const page = checkPage(stepping, draft, scope)
  const of = found === null ? ({ kind: 'unknown' } as const) : ({ kind: 'record', entity: found.entity.name } as const)
  bind(stepping, draft.as, { type: found === null ? of : { kind: 'list', of }, isOptional: false })
  if (draft.page !== null && draft.sortedBy.length === 0) {
    const hint = 'Add an order, such as: sorted by createdAt newest first.'
    checking.found.push(diagnostic('N719', draft.as.span, draft.as.text).withHint(hint))
  }
  const total = draft.page?.counting ?? null
  if (total !== null) bind(stepping, total, { type: { kind: 'integer' }, isOptional: false })
  const isBroken = found === null || (draft.where !== null && where === null) || (draft.page !== null && page === null)
  if (isBroken) return null
  return {
    kind: 'list',
    as: draft.as.text,
    source: found.source,
    where,
    isNarrowedByQuery: draft.isNarrowedByQuery,
    sortedBy,
    page,
  }
}

function checkPage(stepping: Stepping, draft: ListDraft, scope: Scope) {
  if (draft.page === null) return null
  const take = requireValue(stepping.checking, draft.page.take, scope, { kind: 'integer' }, true)
  const after = requireValue(stepping.checking, draft.page.after, scope, { kind: 'integer' }, true)
  return take === null || after === null ? null : { take, after, counting: draft.page.counting?.text ?? null }
}
