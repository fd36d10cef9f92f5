// Draft rules → checked rules. "Must hold" may rely on "If".

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { RuleDraft, RuleMomentDraft } from '../../draft/validation.ts'
import { assumeTrue } from '../../expression/check/check-expression.ts'
import type { PermissionAction } from '../../model/roles.ts'
import type { Rule, RuleMoment, ValidationModel } from '../../model/validation.ts'
import { report, type Checking } from '../checking.ts'
import type { EntityFacts } from '../entities/facts.ts'
import { requireExpression } from '../expressions/expressions.ts'
import { reportSecond, type Declared } from '../names/names.ts'
import { resolveEntity, resolveField, resolveTransition } from '../names/resolve.ts'
import { presenceOfWriters, recordScope, recordVariable } from '../names/scopes.ts'
import { checkOtherwise } from './otherwise.ts'
import { checkRuleOverRecords } from './rules-over-records.ts'

export function checkValidation(checking: Checking): ValidationModel {
  const unique = new Map<string, Declared>()
  return {
    rules: checking.draft.validation.rules.flatMap((draft) => {
      reportSecond(draft.name, 'a rule', unique, checking.found)
      return checkRule(checking, draft) ?? []
    }),
    rulesOverRecords: checking.draft.validation.rulesOverRecords.flatMap((draft) => {
      reportSecond(draft.name, 'a rule', unique, checking.found)
      return checkRuleOverRecords(checking, draft) ?? []
    }),
  }
}

const ACTIONS: Readonly<Record<RuleMomentDraft['kind'], readonly PermissionAction[]>> = {
  always: ['create', 'change'],
  create: ['create'],
  change: ['change'],
  delete: ['delete'],
  'field changes': ['create', 'change'],
  transition: ['change'],
}

function checkRule(checking: Checking, draft: RuleDraft): Rule | null {
  const entity = resolveEntity(checking, draft.entity)
  if (entity === null) {
    checkOtherwise(checking, draft, null)
    return null
  }
  const when = checkMoment(checking, entity, draft.when)
  // There is no earlier record at creation; rules of other moments that use it do not apply then.
  const old =
    draft.when.kind === 'create' || draft.when.kind === 'delete' ? [] : [['old', recordVariable(entity.name)] as const]
  const scope = recordScope(
    checking,
    entity.name,
    presenceOfWriters(checking, entity.name, ACTIONS[draft.when.kind]),
    old,
  )
  const condition =
    draft.condition === null ? null : requireExpression(checking, draft.condition, scope, { kind: 'boolean' })
  const isConditionBroken = draft.condition !== null && condition === null
  // "Must hold" relies on the condition, so a mistake there would be reported twice.
  const holds = isConditionBroken
    ? null
    : requireExpression(checking, draft.mustHold, condition === null ? scope : assumeTrue(condition, scope), {
        kind: 'boolean',
      })
  const otherwise = checkOtherwise(checking, draft, scope)
  if (when === null || holds === null || otherwise === null) return null
  return { name: draft.name.text, entity: entity.name, when, condition, holds, otherwise, span: draft.name.span }
}

function checkMoment(checking: Checking, entity: EntityFacts, draft: RuleMomentDraft): RuleMoment | null {
  if (draft.kind === 'field changes') {
    const field = resolveField(checking, entity, draft.field)
    if (field !== null) return { kind: 'field changes', field: field.field.name }
    if (entity.absent.has(draft.field.text))
      report(checking, diagnostic('N012', draft.field.span, 'rule about a field', draft.field.text))
    return null
  }
  if (draft.kind === 'transition') {
    const transition = resolveTransition(checking, entity.name, draft.transition)
    return transition === null ? null : { kind: 'transition', transition }
  }
  return { kind: draft.kind }
}
