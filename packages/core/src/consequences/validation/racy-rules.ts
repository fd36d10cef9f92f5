// N505: race conditions: rules that read records which others may write at the same moment. Neither of two writers sees
// the other's record, and both succeed. The database enforces the closed forms of point 5.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { partsOf, visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { withinIn } from '../../expression/is-within.ts'
import type { Rule } from '../../model/validation.ts'
import type { Considering } from '../considering.ts'

export function warnAboutRacyRules(of: Considering): void {
  for (const rule of of.model.validation.rules) {
    const racy = racyPart(rule.holds, rule) ?? (rule.condition === null ? null : racyPart(rule.condition, rule))
    if (racy === null) continue
    of.found.push(
      diagnostic(
        'N505',
        racy.span,
        ...(racy.kind === 'records'
          ? (['every record', racy.entity] as const)
          : (['other records', rule.entity] as const)),
      ).withHint(hintFor(rule)),
    )
  }
}

/** All records of an entity, or records of the rule's own kind reached through another record. */
function racyPart(expression: Expression, rule: Rule): Expression | null {
  const isSiblings =
    expression.kind === 'field' &&
    expression.of.kind !== 'variable' &&
    expression.type.kind === 'list' &&
    expression.type.of.kind === 'record' &&
    expression.type.of.entity === rule.entity
  if (expression.kind === 'records' || isSiblings) return expression
  // The place of a record in its hierarchy is read like a field of a record that the rule refers to.
  const within = withinIn(expression)
  const parts = within === null ? partsOf(expression) : [within.record, within.above]
  for (const part of parts) {
    const racy = racyPart(part, rule)
    if (racy !== null) return racy
  }
  return null
}

/** The existence of another record has no closed form: a count of equal records means something else. */
const NO_FORM =
  'If a record needs one of these, make it a required reference. If fields are not to be the same twice, write "unique" or "unique within". No form holds anything else here for two at once.'

function hintFor({ entity, holds }: Rule): string {
  const form = likelyForm(holds)
  if (form === null) return NO_FORM
  return `Write it in the table "Rule | Over | Same | Counting only | Holds | Otherwise", as a rule over ${entity}: ${form}.`
}

/** The closed form that was probably intended. */
function likelyForm(holds: Expression): string | null {
  const words = new Set<string>()
  visit(holds, (part) => {
    if (part.kind === 'call') words.add(part.function)
    if (part.kind === 'comprehension') words.add(part.operation)
  })
  if (words.has('overlaps')) return '`…` never overlaps'
  if (words.has('sum')) return 'sum of `…` at most …'
  if (words.has('size')) return 'at most …'
  if (words.has('exists')) return null
  return '`…` never overlaps, at most …, or sum of `…` at most …'
}
