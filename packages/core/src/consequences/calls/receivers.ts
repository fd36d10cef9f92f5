// Messages of point 7 at their sending steps → N743 if the receiver may be empty and no earlier step checks it.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Expression } from '../../expression/expression.ts'
import { pathOf } from '../../expression/check/narrowing.ts'
import { printExpression } from '../../expression/syntax/print-expression.ts'
import type { Step } from '../../model/calls.ts'
import type { Sending } from '../../model/outside/messages.ts'
import type { Machine } from '../../model/states.ts'
import { targetsOf, writtenFields } from '../../model/transitions.ts'
import type { Formula } from '../../predicate/formula.ts'
import { formulaOf } from '../../predicate/formula-of.ts'
import { equals, formula, inStates, isNever, type Considering } from '../considering.ts'
import { asked, soundRules } from '../states/transitions.ts'

export function noteMissingReceivers(of: Considering): void {
  const told = new Set<string>()
  for (const machine of of.model.states.machines) noteInTransitions(of, machine, told)
  const { calls, schedules } = of.model.calls
  for (const { steps } of [...calls, ...schedules]) noteInSteps(of, steps, [], told)
}

/** The conditions and effects of a transition hold when its message is sent, and so do rules for every record. */
function noteInTransitions(of: Considering, machine: Machine, told: Set<string>): void {
  for (const transition of [...machine.transitions, ...machine.creations]) {
    const written = new Set(writtenFields(transition))
    const rules = soundRules(of, machine.entity).filter(({ when }) => when.kind === 'always')
    const known = [
      inStates(of, machine, targetsOf(machine, transition)),
      ...(written.size === 0 ? [formula(of, transition.guard)] : []),
      ...rules.map((rule) => asked(of, rule)),
    ]
    for (const effect of transition.effects) {
      if (effect.kind !== 'send' || isGiven(effect.sending.to, written)) continue
      note(of, effect.sending, known, told)
    }
  }
  for (const { steps } of machine.procedures) noteInSteps(of, steps, [], told)
}

function isGiven(to: Expression | null, written: ReadonlySet<string>): boolean {
  if (to === null) return false
  return (to.kind === 'field' && written.has(to.field)) || ('of' in to && isGivenOf(to.of, written))
}

function isGivenOf(of: unknown, written: ReadonlySet<string>): boolean {
  return typeof of === 'object' && of !== null && 'kind' in of && isGiven(of as Expression, written)
}

function noteInSteps(of: Considering, steps: readonly Step[], before: readonly Expression[], told: Set<string>): void {
  const conditions = [...before]
  for (const { action, when } of steps) {
    const here = when === null ? conditions : [...conditions, when]
    if (action.kind === 'send')
      note(
        of,
        action.sending,
        here.map((condition) => formula(of, condition)),
        told,
      )
    if (action.kind === 'require' && when === null) conditions.push(action.condition)
    if (action.kind === 'for each' || action.kind === 'block' || action.kind === 'later')
      noteInSteps(of, action.steps, here, told)
  }
}

function note(of: Considering, { to, message, span }: Sending, known: readonly Formula[], told: Set<string>): void {
  // If the receiver is a choice between several, the text itself covers the alternative.
  if (to === null || !to.isOptional || to.type.kind === 'list' || pathOf(to) === null || told.has(message)) return
  const isMissing = formulaOf(equals(to, null), of.reducing)
  if (isNever(of, ...known, isMissing)) return
  told.add(message)
  const place = of.checking.names.messages.get(message)?.to?.span ?? to.span
  of.found.push(diagnostic('N743', place, `"${printExpression(to)}"`).because(span, 'The message is sent here.'))
}
