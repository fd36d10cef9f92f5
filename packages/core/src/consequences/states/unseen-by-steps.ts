// Steps of transitions against the rights of point 6: N428 if a step iterates over records of which a performer sees
// only some. It silently skips the others.

import * as build from '../../expression/build.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { anyOf, substitute, TRUE } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { RecordSource, StepAction } from '../../model/calls.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import type { Performer } from '../../model/roles.ts'
import type { Machine, Procedure } from '../../model/states.ts'
import { not } from '../../predicate/formula.ts'
import { inTermsOf } from '../../rights/everything-read.ts'
import { performerCondition, visibleRecords } from '../../rights/roles.ts'
import { formula, isNever, plainRoleOf, type Considering } from '../considering.ts'

export function warnAboutStepsThatSeeLess(of: Considering): void {
  for (const machine of of.model.states.machines)
    for (const procedure of machine.procedures) warnAboutProcedure(of, machine, procedure)
}

function warnAboutProcedure(of: Considering, machine: Machine, procedure: Procedure): void {
  const performers = [...machine.transitions, ...machine.creations]
    .filter(({ name }) => name === procedure.transition)
    .flatMap(({ who }) => who)
  const roles = [...new Set(performers.map((performer) => plainRoleOf(of, performer)))]
  for (const { action, span } of everyStep(procedure.steps)) {
    const gone = goneThrough(action)
    if (gone === null) continue
    const blind = roles.filter((role) => seesLess(of, { role, performers, machine, procedure }, gone))
    if (blind.length === 0) continue
    const names = blind.map((name) => `"${name}"`).join(', ')
    of.found.push(
      diagnostic('N428', span, gone.source.entity, names).withHint(
        `Let ${names} see them, or take the step into a call with "Runs as: the product", which does the transition by "do ${procedure.transition} on …".`,
      ),
    )
  }
}

interface GoneThrough {
  readonly source: RecordSource
  readonly where: Expression
}

/** A step that finds no record fails with its own code; a shorter list reports nothing. */
function goneThrough(action: StepAction): GoneThrough | null {
  if (action.kind !== 'list' && action.kind !== 'for each') return null
  const { source, where } = action
  return source.kind === 'entity' || source.kind === 'relation' ? { source, where: where ?? TRUE } : null
}

interface Doing {
  readonly role: string
  readonly performers: readonly Performer[]
  readonly machine: Machine
  readonly procedure: Procedure
}

/** The record of the transition, which its performer can see. */
const RECORD = 'the record of the transition'

function seesLess(
  of: Considering,
  { role, performers, machine, procedure }: Doing,
  { source, where }: GoneThrough,
): boolean {
  const { model } = of
  const isGuest = model.roles.roles.some(({ name, isGuest: guest }) => name === role && guest)
  const caller = { roles: of.included.get(role) ?? new Set([role]), isSignedIn: !isGuest }
  const record = build.recordVariable(RECORD, machine.entity)
  const ofRecord = (condition: Expression): Expression => substitute(condition, 'this', record)
  const held = [
    visibleRecords(model, caller, machine.entity),
    anyOf(performers.map((performer) => performerCondition(model, caller, performer, machine.entity))),
  ].map((condition) => formula(of, ofRecord(condition)))
  const seen = visibleRecords(model, caller, source.entity)
  const via = viaOf(of, source, procedure)
  const known = via === null ? seen : inTermsOf({ of: record, via }, 'this', seen)
  return !isNever(of, ...held, formula(of, where), not(formula(of, known)))
}

/** The field by which list items refer back to the transition's record. */
function viaOf(of: Considering, source: RecordSource, { record }: Procedure): string | null {
  if (source.kind !== 'relation' || source.of !== record) return null
  const type = of.fields.get(source.ofEntity)?.get(source.relation)?.type
  return type?.kind === 'collection' ? type.via : null
}
