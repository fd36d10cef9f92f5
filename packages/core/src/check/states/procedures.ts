// `### Transition: Ticket resolve` → the checked inputs and steps of a transition. The record has its entity's name in
// lower case, and its fields are bare names with their values after the effects.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { ProcedureDraft } from '../../draft/states.ts'
import type { Machine, Procedure } from '../../model/states.ts'
import { checkInputs } from '../calls/inputs.ts'
import { checkDoneSteps, isUsedAsWhole, textsReached } from '../calls/steps.ts'
import { reportAbsence, type Checking, type StepChecking } from '../checking.ts'
import { reportSecond, type Declared } from '../names/names.ts'
import { resolveEntity, resolveTransition } from '../names/resolve.ts'
import { commonVariables, presenceOfRoles, recordVariable, type Presence } from '../names/scopes.ts'
import { recordNameOf } from './record-name.ts'
import { CALL, CLOCK } from './transitions.ts'

export function checkProcedures(checking: StepChecking, machines: readonly Machine[]): Machine[] {
  const unique = new Map<string, Declared>()
  const checked = checking.draft.states.procedures.flatMap((draft) => {
    const name = { text: `${draft.entity.text} ${draft.transition.text}`, span: draft.transition.span }
    if (reportSecond(name, 'a transition with steps', unique, checking.found)) return []
    return checkProcedure(checking, draft) ?? []
  })
  return machines.map((machine) => ({
    ...machine,
    procedures: checked.flatMap(({ entity, procedure }) =>
      entity === machine.entity && hasTransition(checking, machine, procedure.transition) ? [procedure] : [],
    ),
  }))
}

/** Includes transitions that are left out because a part is not shown. */
function hasTransition({ names }: Checking, { entity, field }: Machine, transition: string): boolean {
  const draft = names.machines.get(`${entity}.${field}`)
  return draft?.transitions.some(({ name }) => name.text === transition) ?? false
}

function checkProcedure(
  checking: StepChecking,
  draft: ProcedureDraft,
): { readonly entity: string; readonly procedure: Procedure } | null {
  const entity = resolveEntity(checking, draft.entity)
  if (entity === null) return null
  const transition = resolveTransition(checking, entity.name, draft.transition)
  if (transition === null) return null
  const record = recordNameOf(entity.name)
  const presence = presenceAt(checking, entity.name, transition)
  const inputs = checkInputs(checking, draft.inputs)
  const steps = checkDoneSteps(checking, draft.steps, {
    by: 'transition',
    owner: `${entity.name} ${transition}`,
    inputDrafts: draft.inputs,
    inputs,
    variables: new Map([...commonVariables(checking, presence), [record, recordVariable(entity.name)]]),
    implicit: record,
  })
  warnAboutUnusedInputs(checking, draft)
  return { entity: entity.name, procedure: { transition, record, inputs, steps, span: draft.transition.span } }
}

/** Whether a user is signed in, over all rows of the transition. */
function presenceAt(checking: Checking, entity: string, transition: string): Presence {
  const { names } = checking
  const rows = [...names.machines.values()]
    .filter((machine) => machine.entity.text === entity)
    .flatMap(({ transitions }) => transitions.filter(({ name }) => name.text === transition))
  const who = rows.flatMap((row) => row.who.map(({ text }) => text))
  const people = who.filter((name) => name !== CLOCK && name !== CALL)
  if (names.areRolesNotShown) return 'maybe'
  if (people.length === 0 && who.length > 0 && who.every((name) => name === CLOCK)) return 'never'
  if (who.includes(CLOCK) || (who.includes(CALL) && names.guest !== null)) return 'maybe'
  return presenceOfRoles(checking, people)
}

/** N707 */
function warnAboutUnusedInputs(checking: Checking, { inputs, steps }: ProcedureDraft): void {
  const texts = textsReached(checking, steps)
  for (const { path } of inputs) {
    const isGiven = texts.some((text) => text === path.text)
    const isNamed =
      isUsedAsWhole(texts, path.text) ||
      texts.some((text) => new RegExp(`\\binput\\.${path.text.replaceAll('.', '\\.')}\\b`).test(text))
    if (!isGiven && !isNamed) reportAbsence(checking, path.text, diagnostic('N707', path.span, path.text))
  }
}
