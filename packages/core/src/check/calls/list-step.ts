// `list articles from Article where …, sorted by …, take … after …, counting …` → the checked step.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { StepActionDraft } from '../../draft/calls.ts'
import type { Expression, Scope } from '../../expression/expression.ts'
import type { StepAction } from '../../model/calls.ts'
import type { StepSort } from '../../model/steps/step-sort.ts'
import { report } from '../checking.ts'
import { requireExpression, requireValue } from '../expressions/expressions.ts'
import { checkSorting } from '../sort-keys.ts'
import { bind, checkSource, whereScope, type StepContext } from './step-context.ts'

type ListDraft = Extract<StepActionDraft, { kind: 'list' }>

export function checkListStep(stepping: StepContext, draft: ListDraft, scope: Scope): StepAction | null {
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
  warnAboutSequence(stepping, draft, sortedBy)
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

/** Of `sort=-price,title` the price counts first. Conditions like `"price" in query.sort` do not know which one is first. */
function warnAboutSequence({ checking }: StepContext, draft: ListDraft, sortedBy: readonly StepSort[]): void {
  const fields = new Map<string, Set<string>>()
  for (const { when, field } of sortedBy) {
    const list = when === undefined ? null : listOfAskedOrder(when)
    if (list !== null) fields.set(list, (fields.get(list) ?? new Set()).add(field))
  }
  const conditions = draft.sortedBy.flatMap(({ when }) => when ?? [])
  for (const [list, named] of fields) {
    const isFirstAsked = conditions.some(({ text }) => text.replaceAll(' ', '').includes(`first(${list})`))
    const second = conditions.filter(({ text }) => text.includes(list))[1]
    if (named.size < 2 || isFirstAsked || second === undefined) continue
    report(
      checking,
      diagnostic('N770', second.span, list).withHint(
        `Begin with the order that is named first, as in \`first(${list}) == "…"\`, and let these follow; or take one word, without a list.`,
      ),
    )
  }
}

/** `query.sort` of `"price" in query.sort`; null: another condition. */
function listOfAskedOrder(condition: Expression): string | null {
  if (condition.kind !== 'binary' || condition.operator !== 'in') return null
  const { left, right } = condition
  return left.kind === 'literal' && right.kind === 'variable' && right.name.startsWith('query.') ? right.name : null
}

function checkPage(stepping: StepContext, draft: ListDraft, scope: Scope) {
  if (draft.page === null) return null
  const take = requireValue(stepping.checking, draft.page.take, scope, { kind: 'integer' }, true)
  const after = requireValue(stepping.checking, draft.page.after, scope, { kind: 'integer' }, true)
  return take === null || after === null ? null : { take, after, counting: draft.page.counting?.text ?? null }
}
