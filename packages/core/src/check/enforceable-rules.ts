// A model → rules over several records, and unique values, whose violation cannot be detected. The database enforces
// all others; a rule that cannot be enforced is refused.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import { type HeldRule, heldRules } from '../model/rules/held-rules.ts'
import type { Model } from '../model/model.ts'
import { ruleSources, type Unwatchable } from '../model/rules/rule-sources.ts'

export function refuseUnenforceableRules(model: Model): Diagnostic[] {
  return heldRules(model).flatMap((rule) => {
    const sources = ruleSources(model, rule)
    return typeof sources === 'string' ? [refused(rule, sources)] : []
  })
}

function refused(rule: HeldRule, why: Unwatchable): Diagnostic {
  const told = rule.unique === undefined ? diagnostic('N510', rule.span, why) : diagnostic('N326', rule.span, why)
  return told.withHint(WAY_OUT[why])
}

const WAY_OUT: Readonly<Record<Unwatchable, string>> = {
  'all records': 'Compute the field from the record itself, from its lists and from what it points to.',
  'group that was left': 'Name a field that the record itself has, and let the bound follow from it.',
}
