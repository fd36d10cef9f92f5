// Rules over several records: does each have an effect, and are they consistent?

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { RuleOverRecordsDraft } from '../../draft/validation.ts'
import type { Expression } from '../../expression/expression.ts'
import { printExpression } from '../../expression/syntax/print-expression.ts'
import type { RecordsForm, RuleOverRecords } from '../../model/validation.ts'
import { constantOf } from '../../predicate/formula-of.ts'
import { formula, isNever, type Considering } from '../considering.ts'

export function warnAboutRulesOverRecords(of: Considering): void {
  const earlier: RuleOverRecords[] = []
  for (const rule of of.model.validation.rulesOverRecords) {
    if (warnAboutRule(of, rule)) continue
    earlier.some((other) => warnAboutContradiction(of, rule, other))
    earlier.push(rule)
  }
}

function draftOf(of: Considering, rule: RuleOverRecords): RuleOverRecordsDraft | undefined {
  return of.checking.draft.validation.rulesOverRecords.find(({ name }) => name.span === rule.span)
}

/** "Holds", as the author wrote it. */
function holdsOf(of: Considering, rule: RuleOverRecords) {
  return draftOf(of, rule)?.holds.span ?? rule.span
}

/** Returns whether it reported something. */
function warnAboutRule(of: Considering, rule: RuleOverRecords): boolean {
  const { countingOnly, form, name } = rule
  const place = holdsOf(of, rule)
  if (countingOnly !== null && isNever(of, formula(of, countingOnly))) {
    of.found.push(
      diagnostic('N502', draftOf(of, rule)?.countingOnly?.span ?? place, name).withHint(
        'No record ever counts: what was meant?',
      ),
    )
    return true
  }
  const bounds = countBounds(form)
  if (bounds !== null && bounds.max === 0) {
    of.found.push(
      diagnostic('N501', place, name).withHint(
        countingOnly === null
          ? `No ${rule.entity} could ever be made.`
          : `No ${rule.entity} could ever be so: say that in the table of rules for one record.`,
      ),
    )
    return true
  }
  if (bounds !== null && bounds.min === 0 && bounds.max === null) {
    of.found.push(diagnostic('N502', place, name).withHint('There are always at least none: leave the rule out.'))
    return true
  }
  return warnAboutRepetition(of, rule)
}

/** N504: equivalent to a rule of a field. */
function warnAboutRepetition(of: Considering, { entity, same, countingOnly, form, ...rule }: RuleOverRecords): boolean {
  const place = holdsOf(of, { entity, same, countingOnly, form, ...rule })
  const fields = of.fields.get(entity)
  if (form.kind === 'at most' && numberOf(form.bound) === 1 && countingOnly === null) {
    const field = same
      .map((name) => fields?.get(name))
      .find(
        (each) => each !== undefined && each.unique !== null && each.unique.within.every((name) => same.includes(name)),
      )
    if (field === undefined) return false
    of.found.push(
      diagnostic('N504', place, field.name)
        .because(field.span, 'It is unique.')
        .withHint('Leave the rule out: the field is checked by itself.'),
    )
    return true
  }
  if (form.kind !== 'never below') return false
  const field = fields?.get(form.field)
  const least =
    field === undefined
      ? null
      : Math.max(field.min ?? -Infinity, ('min' in field.type ? field.type.min : null) ?? -Infinity)
  const bound = numberOf(form.bound)
  if (field === undefined || least === null || bound === null || least < bound) return false
  of.found.push(
    diagnostic('N504', place, field.name)
      .because(field.span, 'The field already says so.')
      .withHint('Leave the rule out: the field is checked by itself.'),
  )
  return true
}

interface Bounds {
  readonly min: number | null
  readonly max: number | null
}

/** N503: two bounds that no group can satisfy. */
function warnAboutContradiction(of: Considering, rule: RuleOverRecords, other: RuleOverRecords): boolean {
  if (groupOf(rule) !== groupOf(other)) return false
  const [one, another] = [boundsOf(rule.form), boundsOf(other.form)]
  if (one === null || another === null) return false
  const isApart = (low: Bounds, high: Bounds): boolean => low.max !== null && high.min !== null && low.max < high.min
  if (!isApart(one, another) && !isApart(another, one)) return false
  const kept = one.min ?? one.max ?? 0
  of.found.push(
    diagnostic('N503', holdsOf(of, rule), rule.name, other.name)
      .because(holdsOf(of, other), 'The other rule.')
      .withHint(`A group that keeps this rule, but not the other: | ${wordsOf(rule.form)}: ${kept} |`),
  )
  return true
}

/** Rules of one group are about the same records and the same quantity. */
function groupOf({ entity, same, countingOnly, form }: RuleOverRecords): string {
  const counted = countingOnly === null ? '' : printExpression(countingOnly)
  const quantity = form.kind === 'sum' ? `sum of ${form.field}` : countBounds(form) === null ? form.kind : 'count'
  return JSON.stringify([entity, [...same].sort(), counted, quantity])
}

function wordsOf(form: RecordsForm): string {
  return form.kind === 'sum' ? `sum of ${form.field}` : 'number of records'
}

function boundsOf(form: RecordsForm): Bounds | null {
  if (form.kind !== 'sum') return countBounds(form)
  const bound = numberOf(form.bound)
  if (bound === null) return null
  return { min: form.comparison === 'at most' ? null : bound, max: form.comparison === 'at least' ? null : bound }
}

function countBounds(form: RecordsForm): Bounds | null {
  if (form.kind !== 'at most' && form.kind !== 'exactly' && form.kind !== 'at least') return null
  const bound = numberOf(form.bound)
  if (bound === null) return null
  return { min: form.kind === 'at most' ? null : bound, max: form.kind === 'at least' ? null : bound }
}

/** The number of a bound, including constants; null if it depends on a record. */
function numberOf(bound: Expression): number | null {
  const constant = constantOf(bound)
  const number = typeof constant === 'boolean' || constant === null || constant === undefined ? NaN : Number(constant)
  return Number.isFinite(number) ? number : null
}
