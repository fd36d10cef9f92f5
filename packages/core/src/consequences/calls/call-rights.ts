// Steps of calls and transitions that write with the caller's rights, checked against point 6: N711 if no permitted
// role may do it, and N712 if none may give a field that the step takes over.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { StepActionDraft, StepDraft } from '../../draft/calls.ts'
import type { Call, Step, StepAction } from '../../model/calls.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import type { PermissionAction } from '../../model/roles.ts'
import type { Machine, Procedure } from '../../model/states.ts'
import type { Span } from '../../text/source.ts'
import { writtenField } from '../../check/calls/sets.ts'
import { permissionsOf } from '../../check/roles/permission-rows.ts'
import { holdersOf, plainRoleOf, type Considering } from '../considering.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'

interface Need {
  readonly action: PermissionAction
  readonly entity: string
  readonly relation: string | null
}

export function warnAboutStepsThatNobodyMayTake(of: Considering): void {
  for (const call of of.model.calls.calls) {
    const callers = holdersOf(of, call.who)
    // Calls that nobody may use, or that the reader has shortened, are reported elsewhere.
    const draft = of.checking.draft.calls.calls.find(({ path }) => path.span === call.span)
    if (callers.size === 0) continue
    if (call.runsAsProduct !== null) continue
    for (const [place, need] of unmetNeeds(of, call.steps, draft?.steps ?? [], callers))
      of.found.push(
        diagnostic('N711', place, inWords(need), need.entity)
          .because(whoSpan(of, call), 'These may use the call.')
          .withHint(
            `${rowFor(need, call.who)}; where the caller needs none, write "Runs as: the product, whoever calls" below the heading.`,
          ),
      )
    for (const [place, refused] of refusedFields(of, call.steps, draft?.steps ?? [], callers)) {
      // If nobody at all may give the field, the step itself reports it.
      if (mayBeGivenBy(of, new Set(of.included.keys()), refused))
        of.found.push(
          diagnostic('N712', place, `${refused.action} in a call`, refused.entity, refused.field)
            .because(whoSpan(of, call), 'These may use the call.')
            .withHint(`${rowForField(refused, call.who)}.`),
        )
    }
  }
  for (const machine of of.model.states.machines)
    for (const procedure of machine.procedures) warnAboutProcedure(of, machine, procedure)
}

/**
 * The steps of a transition have its performer's rights; calls that run as the product, and the clock, need no
 * permission.
 */
function warnAboutProcedure(of: Considering, machine: Machine, procedure: Procedure): void {
  const ways = [...machine.transitions, ...machine.creations].filter(({ name }) => name === procedure.transition)
  const callers = holdersOf(
    of,
    ways.flatMap(({ who }) => who.map((performer) => plainRoleOf(of, performer))),
  )
  if (callers.size === 0 || ways.some(({ isByCall }) => isByCall)) return
  const written = of.checking.draft.states.procedures.flatMap(({ steps }) => steps)
  for (const [place, need] of unmetNeeds(of, procedure.steps, written, callers)) {
    const found = diagnostic('N711', place, inWords(need), need.entity, `do "${procedure.transition}"`)
    of.found.push(found.withHint(`${rowFor(need, [...callers])}.`))
  }
  for (const [place, refused] of refusedFields(of, procedure.steps, written, callers)) {
    const found = diagnostic(
      'N712',
      place,
      `${refused.action} in a transition`,
      refused.entity,
      refused.field,
      procedure.transition,
    )
    of.found.push(found.withHint(`${rowForField(refused, [...callers])}.`))
  }
}

interface GivenField {
  readonly action: 'create' | 'change'
  readonly entity: string
  readonly field: string
}

/** Fields that steps take over from inputs and that no caller may give, with their positions. */
function refusedFields(
  of: Considering,
  steps: readonly Step[],
  written: readonly StepDraft[],
  callers: ReadonlySet<string>,
): (readonly [Span, GivenField])[] {
  return everyStep(steps).flatMap(({ action, span }) => {
    if (action.kind !== 'create' && action.kind !== 'change') return []
    // A step that no caller may do is reported as a whole.
    const need = needOf(of, action)
    if (need === null || !isMetBy(of, callers, need)) return []
    const draft = everyStep(written).find((step) => step.span === span)?.action
    const sets = draft !== undefined && 'sets' in draft ? draft.sets : []
    return action.sets.flatMap((set, index): (readonly [Span, GivenField])[] => {
      const given = { action: action.kind, entity: action.entity, field: set.field }
      if (set.kind !== 'given' || mayBeGivenBy(of, callers, given)) return []
      const name = sets[index]
      return [[name === undefined ? span : writtenField(name).span, given]]
    })
  })
}

function mayBeGivenBy(of: Considering, callers: ReadonlySet<string>, { action, entity, field }: GivenField): boolean {
  return permissionsOf(of.model.roles, entity).some(({ isForbidden, who, actions, fields }) => {
    if (isForbidden || who === null || !actions.includes(action) || !fields.includes(field)) return false
    const role = plainRoleOf(of, who)
    return [...callers].some((caller) => of.included.get(caller)?.has(role) === true)
  })
}

/** The missing permission row for a field, as a suggestion. */
function rowForField({ action, entity, field }: GivenField, [role = 'ROLE']: readonly string[]): string {
  return `Let one of these roles give it in point 6, as by the row | ${role} | ${action} | ${entity} | | ${field} |`
}

function unmetNeeds(
  of: Considering,
  steps: readonly Step[],
  written: readonly StepDraft[],
  callers: ReadonlySet<string>,
): (readonly [Span, Need])[] {
  return everyStep(steps).flatMap((step): (readonly [Span, Need])[] => {
    const need = needOf(of, step.action)
    if (need === null || isMetBy(of, callers, need)) return []
    const place = placeOf(everyStep(written).find(({ span }) => span === step.span)?.action) ?? step.span
    return [[place, need]]
  })
}

function needOf(of: Considering, action: StepAction): Need | null {
  switch (action.kind) {
    case 'create':
    case 'delete':
      return action.isProductsOwn ? null : { action: action.kind, entity: action.entity, relation: null }
    case 'change':
      return { action: 'change', entity: action.entity, relation: null }
    case 'add':
    case 'remove':
      return { action: action.kind, entity: action.entity, relation: action.relation }
    case 'give role': {
      const users = signInOf(of.model.roles)?.entity
      return users === undefined ? null : { action: 'give roles', entity: users, relation: null }
    }
    default:
      return null
  }
}

function isMetBy(of: Considering, callers: ReadonlySet<string>, need: Need): boolean {
  const permissions = permissionsOf(of.model.roles, need.entity)
  const fits = (permission: (typeof permissions)[number]): boolean =>
    permission.actions.includes(need.action) && (need.relation === null || permission.relation === need.relation)
  if (
    permissions.some(
      (permission) =>
        permission.isForbidden && permission.isEveryField && permission.onlyWhere === null && fits(permission),
    )
  )
    return false
  return permissions.some((permission) => {
    if (permission.isForbidden || permission.who === null || !fits(permission)) return false
    const role = plainRoleOf(of, permission.who)
    return [...callers].some((caller) => of.included.get(caller)?.has(role) === true)
  })
}

/** The missing row of point 6 for one of these roles, as a suggestion. */
function rowFor({ action, entity, relation }: Need, [role = 'ROLE']: readonly string[]): string {
  const fields = action === 'create' || action === 'change' ? ' all |' : ' |'
  const list = relation === null ? entity : `${entity}.${relation}`
  return `Give one of these roles the permission in point 6, as by the row | ${role} | ${action} | ${list} | |${fields}`
}

function inWords({ action, relation }: Need): string {
  if (action === 'give roles') return 'give roles to'
  return relation === null ? action : `${action} ${action === 'add' ? 'to' : 'from'} "${relation}" of`
}

function placeOf(action: StepActionDraft | undefined): Span | null {
  if (action?.kind === 'create') return action.entity.span
  return action !== undefined && 'record' in action ? action.record.span : null
}

function whoSpan(of: Considering, call: Call): Span {
  const draft = of.checking.draft.calls.calls.find(({ path }) => path.span === call.span)
  return draft?.who[0]?.span ?? call.span
}
