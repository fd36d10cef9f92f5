// Rules of point 5: can each be satisfied, does each have an effect, and are they consistent?

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Field } from '../../model/entities.ts'
import { targetsOf } from '../../model/transitions.ts'
import type { Rule } from '../../model/validation.ts'
import { canNeverHold } from '../../predicate/decide.ts'
import { all, not, type Formula } from '../../predicate/formula.ts'
import { formulaOf, NOTHING_ELSE_KNOWN } from '../../predicate/formula-of.ts'
import type { Span } from '../../text/source.ts'
import { constantPart, warnAboutCondition } from '../conditions.ts'
import { follows, formula, inStates, isNever, sampleRow, type Considering } from '../considering.ts'
import { withArticle } from '../../text/article.ts'

/** Returns the rules with an effect of their own. */
export function warnAboutRules(of: Considering): readonly Rule[] {
  const sound = of.model.validation.rules.filter((rule) => !warnAboutRule(of, rule))
  const earlierOf = new Map<string, Rule[]>()
  for (const rule of sound) {
    const earlier = earlierOf.get(rule.entity) ?? []
    earlier.some((other) => warnAboutContradiction(of, rule, other))
    earlierOf.set(rule.entity, [...earlier, rule])
  }
  return sound
}

/** "Must hold", as the author wrote it. */
export function mustHoldOf(of: Considering, rule: Rule): Span {
  return (
    of.checking.draft.validation.rules.find(({ name }) => name.span === rule.span)?.mustHold.span ?? rule.holds.span
  )
}

/** Where the rule applies: its "If", and the state of its moment. */
export function appliesWhere(of: Considering, rule: Rule): Formula {
  return all([formula(of, rule.condition), stateAt(of, rule)])
}

function stateAt(of: Considering, { when, entity }: Rule): Formula {
  const machines = of.model.states.machines.filter((machine) => machine.entity === entity)
  if (when.kind === 'create')
    return all(
      machines.map((machine) =>
        inStates(of, machine, [machine.initial, ...machine.creations.flatMap((one) => targetsOf(machine, one))]),
      ),
    )
  if (when.kind !== 'transition') return true
  const machine = machines.find(({ transitions }) => transitions.some(({ name }) => name === when.transition))
  const cases = machine?.transitions.filter(({ name }) => name === when.transition) ?? []
  return machine === undefined
    ? true
    : inStates(
        of,
        machine,
        cases.flatMap((one) => targetsOf(machine, one)),
      )
}

/** Returns whether it reported the rule or its condition. */
function warnAboutRule(of: Considering, rule: Rule): boolean {
  if (rule.condition !== null && constantPart(of, rule.condition) !== null) return true
  const where = appliesWhere(of, rule)
  const holds = formula(of, rule.holds)
  const place = mustHoldOf(of, rule)
  if (isNever(of, where)) return false
  if (isNever(of, where, holds)) {
    of.found.push(
      diagnostic('N501', place, rule.name).withHint(
        (rule.condition === null
          ? 'No record can be so: what was meant?'
          : 'Where "If" holds, this cannot: what was meant?') +
          shownBy(`It refuses such ${withArticle(rule.entity)}`, sampleRow(of, where, not(holds))),
      ),
    )
    return true
  }
  if (!follows(of, holds, where)) return warnAboutCondition(of, rule.holds)
  const field = fieldThatSaysSo(of, rule)
  of.found.push(
    field === null
      ? diagnostic('N502', place, rule.name).withHint('Leave the rule out, or ask for what was meant.')
      : diagnostic('N504', place, field.name)
          .because(field.span, 'The field already says so.')
          .withHint('Leave the rule out: the field is checked by itself.'),
  )
  return true
}

/** A sample row for a hint, if it is more specific than any record. */
export function shownBy(what: string, row: string | null): string {
  return row === null || row === 'any record' ? '' : ` ${what}: ${row}`
}

/** The field whose own rules make the rule redundant; null if it is always true by itself. */
function fieldThatSaysSo(of: Considering, rule: Rule): Field | null {
  const bare = { ...NOTHING_ELSE_KNOWN, computed: of.reducing.computed }
  const condition = rule.condition === null ? true : formulaOf(asOptional(rule.condition), bare)
  const holds = formulaOf(asOptional(rule.holds), bare)
  if (canNeverHold(condition, stateAt(of, rule), not(holds))) return null
  let field: Field | null = null
  visit(rule.holds, (part) => {
    if (part.kind === 'field') field ??= of.fields.get(part.entity)?.get(part.field) ?? null
  })
  return field
}

/** As if no field were required. */
function asOptional(expression: Expression): Expression {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace)
    if (typeof value !== 'object' || value === null) return value
    const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replace(part)]))
    return copy['kind'] === 'field' && 'entity' in copy ? { ...copy, isOptional: true } : copy
  }
  return replace(expression) as Expression
}

/** N503: each rule can be satisfied, but not both where both apply. */
function warnAboutContradiction(of: Considering, rule: Rule, earlier: Rule): boolean {
  if (!canMeet(rule, earlier)) return false
  const where = all([appliesWhere(of, rule), appliesWhere(of, earlier)])
  const [one, other] = [formula(of, rule.holds), formula(of, earlier.holds)]
  if (!isNever(of, where, one, other) || isNever(of, where, one) || isNever(of, where, other)) return false
  const row = sampleRow(of, where, one)
  if (row === null) return false
  of.found.push(
    diagnostic('N503', mustHoldOf(of, rule), rule.name, earlier.name)
      .because(mustHoldOf(of, earlier), 'The other rule.')
      .withHint(`Such ${withArticle(rule.entity)} satisfies this rule, but not the other: ${row}`),
  )
  return true
}

/** Tells whether one change can be the moment of both. */
function canMeet({ when: a }: Rule, { when: b }: Rule): boolean {
  if (a.kind === 'delete' || b.kind === 'delete') return a.kind === b.kind
  if (a.kind === 'always' || b.kind === 'always') return true
  if (a.kind === 'create' || b.kind === 'create') return a.kind === b.kind
  if (a.kind === 'field changes' && b.kind === 'field changes') return a.field === b.field
  if (a.kind === 'transition' && b.kind === 'transition') return a.transition === b.transition
  return a.kind === 'change' || b.kind === 'change'
}
