// Constant conditions: N059, at the smallest constant part. A rule's "Must hold" is checked as a whole in rules.ts;
// here only its parts are.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import { partsOf, visit } from '../expression/conditions.ts'
import type { Expression } from '../expression/expression.ts'
import { everyStep } from '../model/steps/every-step.ts'
import { isInnerLevel } from '../model/shapes/shape-levels.ts'
import { not } from '../predicate/formula.ts'
import { formula, isNever, type Considering } from './considering.ts'
import { ruledOut, type Reason } from './ruled-out.ts'

export function warnAboutConditions(of: Considering): void {
  for (const condition of new Set(conditionsOf(of))) warnAboutCondition(of, condition, false)
}

/** Reports a condition that is constant regardless of its records. Returns whether it did. */
export function warnAboutCondition(of: Considering, condition: Expression, isAlone = true): boolean {
  const constant = constantPart(of, condition, isAlone)
  if (constant === null) return false
  const { part, isTrue, because } = constant
  const found = diagnostic('N059', part.span, isTrue ? 'always' : 'never').withHint(
    isTrue ? 'Leave it out, or ask for what was meant.' : 'No record can be so: what was meant?',
  )
  of.found.push(because === undefined ? found : found.because(because.span, because.words))
  return true
}

function conditionsOf(of: Considering): Expression[] {
  const { states, validation, roles, calls, screens, entities } = of.model
  const stated = [
    ...states.machines.flatMap(({ transitions, creations }) =>
      [...transitions, ...creations].map(({ guard }) => guard),
    ),
    ...validation.rules.map(({ condition }) => condition),
    ...roles.roles.flatMap(({ when }) => when),
    ...roles.contextualRoles.map(({ when }) => (isOpen(of, when) ? null : when)),
    ...roles.permissions.map(({ onlyWhere }) => onlyWhere),
    ...screens.screens.flatMap(({ blocks }) => blocks.map((block) => (block.kind === 'list' ? block.where : null))),
    ...calls.calls.flatMap(({ steps }) =>
      steps.flatMap(({ when, action }) => [
        when,
        action.kind === 'require' ? required(action.condition) : 'where' in action ? action.where : null,
      ]),
    ),
    ...entities.entities.flatMap(({ fields }) =>
      fields.map(({ computed }) => (computed?.expression.type.kind === 'boolean' ? computed.expression : null)),
    ),
  ]
  return [...stated.flatMap((condition) => condition ?? []), ...conditionsInValues(of)]
}

/** Null: the step is `fail CODE`, which requires what never holds. */
function required(condition: Expression): Expression | null {
  return condition.kind === 'literal' && condition.value === false ? null : condition
}

/** Its condition needs a part that is not shown, so nobody has the role; already reported. */
function isOpen({ checking }: Considering, { span }: Expression): boolean {
  return checking.diagnostics.some((one) => one.number === 'N019' && one.span.start === span.start)
}

/** `condition ? … : …` in computed and answered values. */
function conditionsInValues({ model }: Considering): Expression[] {
  const values = [
    ...model.entities.entities.flatMap(({ fields }) =>
      fields.flatMap(({ computed }) =>
        computed === null || computed.expression.type.kind === 'boolean' ? [] : [computed.expression],
      ),
    ),
    ...model.calls.shapes.flatMap((shape) => (isInnerLevel(shape) ? [] : shape.keys.map(({ value }) => value))),
    ...model.calls.calls.flatMap(({ steps }) =>
      everyStep(steps).flatMap(({ action }) => (action.kind === 'let' ? [action.value] : [])),
    ),
  ]
  const conditions: Expression[] = []
  for (const value of values)
    visit(value, (part) => {
      if (part.kind === 'conditional' && !isOfTable(part)) conditions.push(part.condition)
      if (part.kind === 'comprehension' && part.body.type.kind === 'boolean') conditions.push(part.body)
    })
  return conditions
}

/** The conditions of a decision table are reported at its rows. */
function isOfTable({ span, condition }: Extract<Expression, { kind: 'conditional' }>): boolean {
  return span.start === condition.span.start && span.end === condition.span.end
}

interface ConstantPart {
  readonly part: Expression
  readonly isTrue: boolean
  readonly because?: Reason
}

/** The smallest part of a condition with the same result for every record; `isAlone`: without facts about records. */
export function constantPart(of: Considering, condition: Expression, isAlone = false): ConstantPart | null {
  for (const part of conditionsInside(condition)) {
    // The condition of a role on a record has no text of its own here.
    if (part.span.start === condition.span.start && part.span.end === condition.span.end) continue
    const constant = constantPart(of, part, isAlone)
    if (constant !== null) return constant
  }
  return isAboutConstants(condition) ? null : constantWhole(of, condition, isAlone)
}

function conditionsInside(condition: Expression): readonly Expression[] {
  if (condition.kind === 'unary' || (condition.kind === 'binary' && ['&&', '||'].includes(condition.operator)))
    return partsOf(condition)
  if (condition.kind === 'conditional') return partsOf(condition)
  return conditionsWithin(condition)
}

/** Conditions on list items, also nested in computed values. */
function conditionsWithin(expression: Expression): Expression[] {
  if (expression.kind === 'comprehension' && expression.body.type.kind === 'boolean')
    return [expression.body, ...conditionsWithin(expression.over)]
  if (expression.kind === 'conditional') return [...partsOf(expression)]
  return partsOf(expression).flatMap(conditionsWithin)
}

function constantWhole(of: Considering, condition: Expression, isAlone: boolean): ConstantPart | null {
  if (condition.kind === 'literal')
    return typeof condition.value === 'boolean' ? { part: condition, isTrue: condition.value } : null
  const whole = formula(of, condition)
  if (isNever(of, whole)) return { part: condition, isTrue: false }
  if (isNever(of, not(whole))) return { part: condition, isTrue: true }
  const because = isAlone ? null : ruledOut(of, condition, whole)
  return because === null ? null : { part: condition, isTrue: false, because }
}

/** Constants of point 9 are switches, whose conditions are constant on purpose. */
function isAboutConstants(condition: Expression): boolean {
  let isAboutRecords = false
  let hasConstant = false
  visit(condition, (part) => {
    if (part.kind === 'variable' || part.kind === 'records') isAboutRecords = true
    if (part.kind === 'literal' && part.constant !== undefined) hasConstant = true
  })
  return hasConstant && !isAboutRecords
}
