// A condition that could hold by itself → the reason why no record satisfies it: states leave a field empty, or a rule
// excludes it. Conditions that always hold are not concluded, because asking twice is harmless.

import type { Expression } from '../expression/expression.ts'
import { substitute, visit } from '../expression/conditions.ts'
import { printExpression } from '../expression/syntax/print-expression.ts'
import type { Rule } from '../model/validation.ts'
import { any, not, type Formula } from '../predicate/formula.ts'
import { formulaOf } from '../predicate/formula-of.ts'
import type { Span } from '../text/source.ts'
import { formula, inStates, isNever, thisRecord, type Considering } from './considering.ts'
import { factsOf } from './states/empty-fields.ts'

export interface Reason {
  readonly span: Span
  readonly words: string
}

export function ruledOut(of: Considering, condition: Expression, whole: Formula): Reason | null {
  for (const record of recordsIn(condition)) {
    const { entity } = record.type
    const states = factsOf(of, entity, record)
    const machine = of.model.states.machines.find((each) => each.entity === entity)
    if (machine !== undefined && states.length > 0 && isNever(of, whole, ...states))
      return { span: machine.span, words: 'No transition and no permission sets it in such a state.' }
    const rules = rulesOf(of, entity).filter(({ holds, condition: only }) => holds !== condition && only !== condition)
    const rule = rules.find((each) => isNever(of, whole, ...states, askedOf(of, each, record)))
    if (rule !== undefined) return { span: rule.span, words: `"${rule.name}" lets no record be so.` }
  }
  return null
}

type RecordExpression = Expression & { readonly type: { readonly kind: 'record'; readonly entity: string } }

/** Each record whose fields are used, once. */
function recordsIn(condition: Expression): RecordExpression[] {
  const records = new Map<string, RecordExpression>()
  visit(condition, (part) => {
    if (part.kind === 'field' && isRecord(part.of)) records.set(printExpression(part.of, null), part.of)
  })
  return [...records.values()]
}

function isRecord(expression: Expression): expression is RecordExpression {
  return expression.type.kind === 'record'
}

/**
 * Rules that every record of an entity satisfies after each write, and so at all times: conditions on other records and
 * on time are excluded. A rule that cannot be satisfied, or that excludes a state, is reported by itself.
 */
function rulesOf(of: Considering, entity: string): readonly Rule[] {
  const known = of.lastingRules.get(entity)
  if (known !== undefined) return known
  const machines = of.model.states.machines.filter((machine) => machine.entity === entity)
  const found = of.model.validation.rules.filter(
    (rule) =>
      rule.entity === entity &&
      rule.when.kind === 'always' &&
      isAboutItself(of, rule.holds) &&
      (rule.condition === null || isAboutItself(of, rule.condition)) &&
      !isNever(of, formula(of, rule.condition), formula(of, rule.holds)) &&
      machines.every((machine) =>
        machine.states.every(
          ({ name }) => !isNever(of, inStates(of, machine, [name]), askedOf(of, rule, thisRecord(entity))),
        ),
      ),
  )
  of.lastingRules.set(entity, found)
  return found
}

/** Tells whether it only uses stored fields of the record. */
function isAboutItself(of: Considering, expression: Expression): boolean {
  let isAbout = true
  visit(expression, (part) => {
    if (part.kind === 'records' || part.kind === 'has role' || part.kind === 'comprehension') isAbout = false
    if (part.kind === 'variable' && part.name !== 'this') isAbout = false
    if (part.kind !== 'field') return
    if (part.of.kind !== 'variable' || part.of.name !== 'this') isAbout = false
    const field = of.fields.get(part.entity)?.get(part.field)
    if (field === undefined || field.computed !== null || ['inverse', 'collection'].includes(field.type.kind))
      isAbout = false
  })
  return isAbout
}

function askedOf(of: Considering, { condition, holds }: Rule, record: Expression): Formula {
  const about = (expression: Expression): Formula => formulaOf(substitute(expression, 'this', record), of.reducing)
  return any([condition === null ? false : not(about(condition)), about(holds)])
}
