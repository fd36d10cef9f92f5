// Optional inputs of point 7 for a required field of a new record: N744. Not reported if an earlier step checks the
// input.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { variablesIn } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Call, Step } from '../../model/calls.ts'
import { isProvidedAtCreation } from '../../check/entities/facts.ts'
import type { Considering } from '../considering.ts'

export function warnAboutOptionalInputs(of: Considering): void {
  for (const call of of.model.calls.calls) warnAboutSteps(of, call, call.steps, [])
}

function warnAboutSteps(of: Considering, call: Call, steps: readonly Step[], before: readonly Expression[]): void {
  const asked = [...before]
  for (const { action, when } of steps) {
    if (when !== null) asked.push(when)
    if (action.kind === 'require') asked.push(action.condition)
    if (action.kind === 'for each' || action.kind === 'block' || action.kind === 'later')
      warnAboutSteps(of, call, action.steps, asked)
    if (action.kind !== 'create') continue
    for (const set of action.sets) if (set.kind === 'given') warnAboutInput(of, call, action.entity, set, asked)
  }
}

function warnAboutInput(
  of: Considering,
  call: Call,
  entity: string,
  set: { readonly field: string; readonly input: readonly string[] },
  asked: readonly Expression[],
): void {
  const input = call.inputs.find(({ path }) => path.join('.') === set.input.join('.'))
  const facts = of.checking.entities.get(entity)?.fields.get(set.field)
  if (input === undefined || facts === undefined || input.isNeeded || input.isOneNeeded === true) return
  if (!facts.field.isRequired || isProvidedAtCreation(facts)) return
  const name = `input.${set.input.join('.')}`
  if (asked.some((condition) => variablesIn(condition).has(name))) return
  of.found.push(
    diagnostic('N744', input.span, set.input.join('.'), entity, set.field).because(
      facts.field.span,
      'It is required here.',
    ),
  )
}
