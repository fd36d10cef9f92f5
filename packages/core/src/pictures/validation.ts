// Point 5, checked → its rules in words.

import { conditionInWords } from '../contract/words/conditions-in-words.ts'
import { printExpression } from '../expression/syntax/print-expression.ts'
import type { Model } from '../model/model.ts'
import type { Stated } from '../model/stated.ts'
import type { RecordsForm, RuleMoment } from '../model/validation.ts'
import { errorsInWords } from './errors.ts'

export interface RuleInWords extends Stated {
  readonly name: string
  readonly entity: string
  readonly when: string
  readonly onlyIf: string | null
  readonly holds: string
  /** A code of point 8, with its message. */
  readonly otherwise: string
  readonly message: string
}

export function rulesInWords(model: Model): RuleInWords[] {
  const messages = new Map(errorsInWords(model).map(({ code, message }) => [code, message]))
  const { rules, rulesOverRecords } = model.validation
  const single = rules.map(({ name, entity, when, condition, holds, otherwise, span }) => ({
    name,
    entity,
    when: momentInWords(when),
    onlyIf: condition === null ? null : conditionInWords(condition, model),
    holds: conditionInWords(holds, model),
    otherwise,
    message: messages.get(otherwise) ?? '',
    span,
  }))
  const several = rulesOverRecords.map(({ name, entity, same, countingOnly, form, otherwise, span }) => ({
    name,
    entity,
    when: same.length === 0 ? 'over all records' : `over records with the same ${same.join(', ')}`,
    onlyIf: countingOnly === null ? null : conditionInWords(countingOnly, model),
    holds: formInWords(form),
    otherwise,
    message: messages.get(otherwise) ?? '',
    span,
  }))
  return [...single, ...several].sort((a, b) => a.span.start - b.span.start)
}

function momentInWords(when: RuleMoment): string {
  switch (when.kind) {
    case 'always':
      return 'always'
    case 'field changes':
      return `when ${when.field} changes`
    case 'transition':
      return `at ${when.transition}`
    default:
      return `at ${when.kind}`
  }
}

function formInWords(form: RecordsForm): string {
  switch (form.kind) {
    case 'never overlaps':
      return `${form.field} never overlaps`
    case 'never in a circle':
      return `${form.field} never leads in a circle`
    case 'never below':
      return `${form.field} never below ${printExpression(form.bound)}`
    case 'sum':
      return `sum of ${form.field} ${form.comparison} ${printExpression(form.bound)}`
    default:
      return `${form.kind} ${printExpression(form.bound)}`
  }
}
