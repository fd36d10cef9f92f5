// Steps of point 7 in order → N714 and N059 if earlier steps rule a step out. A step that changes a record invalidates
// known facts.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { substitute, visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Call, Step, StepAction } from '../../model/calls.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { any, type Formula } from '../../predicate/formula.ts'
import { formulaOf } from '../../predicate/formula-of.ts'
import { constantPart } from '../conditions.ts'
import { equals, fieldOf, formula, isNever, thisRecord, type Considering } from '../considering.ts'

export function warnAboutStepsThatCannotHappen(of: Considering): void {
  for (const call of of.model.calls.calls) warnAboutCall(of, call)
}

function warnAboutCall(of: Considering, call: Call): void {
  warnAboutSteps(of, call, call.steps, [])
}

function warnAboutSteps(of: Considering, call: Call, steps: readonly Step[], before: readonly Expression[]): void {
  let facts = [...before]
  for (const step of steps) {
    const { when } = step
    const known = facts.map((fact) => formula(of, fact))
    // A condition that is constant by itself is already reported.
    if (when !== null && constantPart(of, when) !== null) continue
    if (when !== null && !isNever(of, ...known) && isNever(of, ...known, formula(of, when))) {
      of.found.push(diagnostic('N059', when.span, 'never').withHint('The steps before this one rule it out.'))
      continue
    }
    warnAboutTransition(of, call, step, [...known, formula(of, when)])
    // A fact about the first record need not hold for the next, and a present fact need not hold later.
    if (step.action.kind === 'for each') warnAboutSteps(of, call, step.action.steps, factsKept(of, step.action, facts))
    if (step.action.kind === 'block')
      warnAboutSteps(of, call, step.action.steps, [...facts, ...(when === null ? [] : [when])])
    if (step.action.kind === 'later') warnAboutSteps(of, call, step.action.steps, [])
    facts = factsAfter(of, step, facts)
  }
}

function warnAboutTransition(of: Considering, call: Call, { action, span }: Step, known: readonly Formula[]): void {
  if (action.kind !== 'do') return
  const machine = of.model.states.machines.find(
    ({ entity, transitions }) => entity === action.entity && transitions.some(({ name }) => name === action.transition),
  )
  if (machine === undefined || isNever(of, ...known)) return
  const record = recordNamed(action.record, action.entity)
  const state = substitute(fieldOf(of, machine.entity, machine.field), 'this', record)
  const ways = machine.transitions.filter(({ name }) => name === action.transition)
  const ends = ways.map(({ from, guard }) => {
    const before = any(from.map((name) => formulaOf(equals(state, name), of.reducing)))
    return [before, guard === null ? true : formula(of, substitute(guard, 'this', record))]
  })
  // A step that is never possible anywhere is reported there.
  if (ends.every((end) => isNever(of, ...end)) || !ends.every((end) => isNever(of, ...known, ...end))) return
  const draft = of.checking.draft.calls.calls.find(({ path }) => path.span === call.span)?.steps
  const written = everyStep(draft ?? []).find((step) => step.span === span)
  const place = written?.action.kind === 'do' ? written.action.transition.span : span
  const [way] = ways
  const found = diagnostic('N714', place, action.transition)
  of.found.push(way === undefined ? found : found.because(way.span, 'The transition starts here.'))
}

function recordNamed(name: string, entity: string): Expression {
  const record = thisRecord(entity)
  return { ...record, kind: 'variable', name }
}

function factsAfter(of: Considering, { when, action }: Step, facts: readonly Expression[]): Expression[] {
  const kept = factsKept(of, action, facts)
  switch (action.kind) {
    case 'find':
      // A conditionally found record has no known facts.
      if (when !== null || action.source.kind === 'relation') return kept
      return [...kept, substitute(action.where, 'this', recordNamed(action.as, action.source.entity))]
    case 'require':
      return when === null ? [...kept, action.condition] : kept
    case 'do':
      return [...kept, ...arrivals(of, when, action)]
    default:
      return kept
  }
}

/** Facts that still hold if the step has been done. */
function factsKept(of: Considering, action: StepAction, facts: readonly Expression[]): Expression[] {
  switch (action.kind) {
    case 'do':
    case 'change':
    case 'set':
    case 'delete':
    case 'add':
    case 'remove':
      return unaffected(of, facts, action.entity)
    case 'create':
    case 'give role':
    case 'take role':
      return unaffected(of, facts, null)
    case 'for each':
    case 'block':
      return action.steps.reduce((left, step) => factsKept(of, step.action, left), [...facts])
    default:
      return [...facts]
  }
}

/** After an unconditional transition, the record is in the target state. */
function arrivals(of: Considering, when: Expression | null, action: Step['action'] & { kind: 'do' }): Expression[] {
  const machine = of.model.states.machines.find(
    ({ entity, transitions }) => entity === action.entity && transitions.some(({ name }) => name === action.transition),
  )
  const targets = new Set(machine?.transitions.flatMap(({ name, to }) => (name === action.transition ? [to] : [])))
  const [target] = targets
  if (when !== null || machine === undefined || targets.size !== 1 || target === undefined) return []
  return [
    equals(
      substitute(fieldOf(of, machine.entity, machine.field), 'this', recordNamed(action.record, action.entity)),
      target,
    ),
  ]
}

/**
 * Facts that a change of an entity's record does not affect: those about fields of other entities. Computed values and
 * conditions on several records may change with anything.
 */
function unaffected(of: Considering, facts: readonly Expression[], entity: string | null): Expression[] {
  return facts.filter((condition) => {
    let isAffected = false
    visit(condition, (part) => {
      if (part.kind === 'records' || part.kind === 'comprehension' || part.kind === 'has role') isAffected = true
      if (part.kind !== 'field') return
      const field = of.fields.get(part.entity)?.get(part.field)
      if (part.entity === entity || field === undefined || field.computed !== null || field.type.kind === 'collection')
        isAffected = true
    })
    return !isAffected
  })
}
