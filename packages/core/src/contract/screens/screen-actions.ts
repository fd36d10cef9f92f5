// Actions of a screen → buttons and forms for one set of roles; null if the roles may never do it.

import { isFalse } from '../../expression/conditions.ts'
import type { Call } from '../../model/calls.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { builtIn, entityNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import type { Action, FormBlock, Screen } from '../../model/screens.ts'
import {
  type CallerRoles,
  grantedFields,
  isForbidden,
  performerCondition,
  permittedRecords,
  visibleField,
} from '../../rights/roles.ts'
import type { ActionParameter, AppAction, AppCallAction } from '../wire/actions.ts'
import {
  changeInputs,
  creationInputs,
  inputOf,
  type Operation,
  parameterField,
  statedInputs,
  transitionInputs,
  transitionOperation,
} from '../calls/calls.ts'
import type { InputField } from '../wire/inputs.ts'
import { computedInForm } from '../calls/computed-in-form.ts'
import { narrowedInputs } from '../calls/narrowed-inputs.ts'
import { formRules, recordOfRules } from '../form-rules/form-rules.ts'
import { takenPeriods } from '../calls/taken-periods.ts'
import { progressOf } from '../record-page/progress.ts'
import { type RowSource, sourceOf } from '../value-sources.ts'
import type { ScreenScope } from './screen-scope.ts'
import { shownChanges } from './shown-changes.ts'
import { humanised, said } from '../../model/words.ts'

type TransitionOf = Pick<Extract<Action, { kind: 'transition' }>, 'label' | 'entity' | 'transition'>
type CallOf = Extract<Action, { kind: 'call' }>

export function transitionAction(
  scope: ScreenScope,
  key: string,
  action: TransitionOf,
  screen: Screen,
  rows: RowSource,
): AppAction | null {
  const operation = transitionOperation(scope.operations, action.entity, action.transition)
  const cases = scope.model.states.machines
    .filter((machine) => machine.entity === action.entity)
    .flatMap((machine) => machine.transitions.filter(({ name }) => name === action.transition))
  const mayEver = cases.some((transition) =>
    transition.who.some(
      (performer) => !isFalse(performerCondition(scope.model, scope.caller, performer, action.entity)),
    ),
  )
  if (operation?.kind !== 'transition' || !mayEver) return null
  const name = operation.foundBy
  const source = sourceOf(scope.model, screen, rows, name, { entity: action.entity, field: name })
  const parameters: ActionParameter[] = [{ name, ...(source ?? { from: 'row', key: name }) }]
  const { method, path } = operation
  const form = transitionInputs(scope.model, operation).map(inputOf)
  const progress = progressOf(scope.model, action.entity, action.transition)
  // A transition with inputs has a form, like a call.
  if (form.length > 0)
    return {
      key,
      label: action.label,
      kind: 'call',
      method,
      path,
      parameters,
      form,
      rules: [],
      startsFrom: 'nothing',
      isDestructive: false,
      thenOpen: null,
      ...progress,
    }
  return {
    key,
    label: action.label,
    ...progress,
    kind: 'transition',
    method,
    path,
    parameters,
    ...waysOf(scope.model, action.entity, action.transition),
  }
}

/** Its target states and its further effects. */
function waysOf(model: Model, entity: string, name: string) {
  const machine = model.states.machines.find(
    (each) => each.entity === entity && each.transitions.some((transition) => transition.name === name),
  )
  const cases = machine?.transitions.filter((transition) => transition.name === name) ?? []
  const isGuarded = cases.some(({ guard }) => guard !== null)
  const isStepping =
    machine?.procedures.some(({ transition, steps }) => transition === name && steps.length > 0) === true
  const reachesOut =
    isStepping || cases.some(({ effects }) => effects.some(({ kind }) => kind !== 'set' && kind !== 'clear'))
  return {
    field: machine?.field ?? '',
    leads: cases.map(({ from, to }) => ({ from, to })),
    ...(isGuarded ? { isGuarded: true as const } : {}),
    ...(reachesOut ? { reachesOut: true as const } : {}),
  }
}

export interface CallOnScreen {
  readonly key: string
  readonly action: CallOf
  readonly operation: Operation
  readonly screen: Screen
  readonly rows: RowSource
  /** Null: a button opens its form. */
  readonly form: FormBlock | null
  readonly thenOpen: string | null
  /** The page's record decides whether it is offered. */
  readonly asksPage: boolean
}

export function callAction(scope: ScreenScope, call: CallOnScreen): AppAction {
  const { key, action, operation, form, rows, thenOpen } = call
  const isFilled = form !== null && form.filledFrom !== null
  const inputs = formOf(scope, operation)
  return {
    key,
    label: action.label,
    ...(action.made === undefined ? {} : { made: action.made }),
    kind: 'call',
    method: operation.method,
    path: operation.path,
    parameters: parametersOf(scope, call),
    form: inputs,
    rules: formRules(scope, operation),
    ...(operation.kind === 'stated' && !isFilled && recordOfRules(scope, operation) !== null
      ? { rulesAsk: true as const }
      : {}),
    ...narrowedInputs(scope, operation, inputs),
    ...takenPeriods(scope, operation, inputs),
    ...computesOf(scope, operation, inputs),
    startsFrom: isFilled ? 'answer' : operation.kind === 'change' ? 'record' : 'nothing',
    isDestructive: takesAway(operation),
    ...(form === null || form.steps === null ? {} : { steps: form.steps.map(appStep) }),
    ...beginningsOf(scope, call),
    ...(call.asksPage ? { asksPage: true as const } : {}),
    ...(sendsVersion(scope, operation, rows) ? { sendsVersion: true as const } : {}),
    ...(operation.kind === 'delete' && rows?.kind === 'records' && rows.entity === operation.standard.entity
      ? { deletes: { keptAs: keptAs(scope.model, operation.standard.entity) } }
      : {}),
    ...(operation.kind === 'create' ? { creates: said(scope.model, humanised(operation.standard.entity)) } : {}),
    ...(isFilled || thenOpen !== null ? {} : shownChanges(scope, call.screen, operation, inputs)),
    thenOpen,
  }
}

/** Without inputs there is nothing to compute. */
function computesOf(
  scope: ScreenScope,
  operation: Operation,
  inputs: readonly InputField[],
): Pick<AppCallAction, 'computes'> {
  const computes = inputs.length === 0 ? undefined : computedInForm(scope, operation)
  return computes === undefined ? {} : { computes }
}

/** A form on a record's page begins with that record, if one input names such a record. */
export function beginningsOf(
  { model, operations, caller }: ScreenScope,
  { screen, operation, form }: Pick<CallOnScreen, 'screen' | 'operation' | 'form'>,
): Pick<AppCallAction, 'beginsWith'> {
  if (operation.kind === 'change' || (form !== null && form.filledFrom !== null)) return {}
  const rows = rowsOfPage(screen)
  // The path already contains the page's record, so an input for such a record asks for another one.
  const named = findsOf(operation).flatMap(({ name, finds }) =>
    finds !== null && sourceOf(model, screen, rows, name, finds) !== null ? [finds.entity] : [],
  )
  const found = formOf({ model, operations, caller }, operation).flatMap(({ path, reference }) => {
    if (reference === null || reference.isList || named.includes(reference.entity)) return []
    const source = sourceOf(model, screen, rows, '', { entity: reference.entity, field: reference.by })
    return source === null ? [] : [{ input: path.join('.'), of: reference.entity, ...source }]
  })
  // With two such inputs it is ambiguous which one is meant.
  const single = found.filter(({ of }) => found.filter((other) => other.of === of).length === 1)
  return single.length === 0 ? {} : { beginsWith: single.map(({ input, from, key }) => ({ input, from, key })) }
}

/** The page's record as a whole. */
function rowsOfPage({ blocks }: Screen): RowSource {
  const record = blocks.find((block) => block.kind === 'record')
  if (record?.kind === 'record') return { kind: 'records', entity: record.entity }
  const answer = blocks.find((block) => block.kind === 'answer' && !block.isList && block.choicesFor === null)
  return answer?.kind === 'answer' ? { kind: 'answer', block: answer } : null
}

function appStep({ title, inputs }: NonNullable<FormBlock['steps']>[number]) {
  return { title, inputs: inputs.map((path) => path.join('.')) }
}

/** A deletion requires the version that its user has seen. */
function sendsVersion({ model, caller }: ScreenScope, operation: Operation, rows: RowSource): boolean {
  if (operation.kind === 'stated') return operation.call.needsVersion !== null
  if (operation.kind !== 'delete' || rows?.kind !== 'records') return false
  return isVersionSeen(model, caller, operation.standard.entity)
}

export function isVersionSeen(model: Model, caller: CallerRoles, entity: string): boolean {
  const hasVersion = builtIn(entityNamed(model, entity), 'version') !== null
  return hasVersion && !isFalse(visibleField(model, caller, entity, 'version'))
}

/** A removed list item can be added again; a deleted record is gone. */
function takesAway(operation: Operation): boolean {
  if (operation.kind !== 'stated') return operation.kind === 'delete'
  return everyStep(operation.call.steps).some(({ action }) => action.kind === 'delete')
}

function keptAs(model: Model, entity: string): string | null {
  return entityNamed(model, entity).keptDeleted === null ? null : said(model, humanised(entity))
}

/** Tells whether the caller's roles could ever succeed. */
export function mayEverCall({ model, caller }: ScreenScope, operation: Operation): boolean {
  switch (operation.kind) {
    case 'stated':
      return operation.call.who.some((role) => caller.roles.has(role))
    case 'transition':
      return true
    case 'list':
    case 'get':
    case 'presence':
      return !isFalse(permittedRecords(model, caller, operation.standard.entity, 'see'))
    case 'create':
    case 'change':
      return (
        !isForbidden(model, operation.standard.entity, operation.kind, null) &&
        grantedFields(model, caller, operation.standard.entity, operation.kind).size > 0
      )
    case 'delete':
      return !isFalse(permittedRecords(model, caller, operation.standard.entity, 'delete'))
  }
}

/** Inputs for a person. For a change: every field that the roles may change in some record. */
export function formOf(scope: ScreenScope, operation: Operation): InputField[] {
  // A person moves a record, and enters no rank.
  return inputsOf(scope, operation).filter(({ kind, isNeeded }) => kind !== 'rank' || isNeeded)
}

function inputsOf({ model, caller }: ScreenScope, operation: Operation): InputField[] {
  switch (operation.kind) {
    case 'stated':
      return statedInputs(operation.call).filter((input) => mayEverGive({ model, caller }, operation.call, input))
    case 'create':
      return creationInputs(
        entityNamed(model, operation.standard.entity),
        grantedFields(model, caller, operation.standard.entity, 'create'),
      )
    case 'change':
      return changeInputs(
        model,
        entityNamed(model, operation.standard.entity),
        grantedFields(model, caller, operation.standard.entity, 'change'),
      )
    default:
      return []
  }
}

/** An optional input is not offered if every use of it would be refused. */
function mayEverGive({ model, caller }: Pick<ScreenScope, 'model' | 'caller'>, call: Call, input: InputField): boolean {
  if (input.isNeeded) return true
  const name = input.path.join('.')
  const uses = call.steps.flatMap(({ action }) => {
    if (action.kind !== 'create' && action.kind !== 'change') return []
    const sets = action.sets.flatMap((set) =>
      set.kind === 'given' && set.of === undefined && set.input.join('.') === name ? [set.field] : [],
    )
    return sets.map((field) => grantedFields(model, caller, action.entity, action.kind).has(field))
  })
  return uses.length === 0 || uses.some((isGranted) => isGranted)
}

/** A value that is neither in the row nor in the address is chosen by the person. */
function parametersOf({ model }: ScreenScope, { operation, screen, rows }: CallOnScreen): ActionParameter[] {
  return findsOf(operation).map(({ name, finds }): ActionParameter => {
    const source = sourceOf(model, screen, rows, name, finds)
    if (source !== null) return { name, ...source }
    if (finds === null) return { name, from: 'row', key: name }
    const plain = parameterField(model, finds)
    const input: InputField = {
      ...plain,
      path: [name],
      label: said(model, humanised(finds.entity)),
      kind: 'reference',
      reference: { entity: finds.entity, by: finds.field, isList: false, isMadeWhenMissing: false },
    }
    return { name, from: 'choice', input }
  })
}

/** The path parameters of an operation, each with the record that it identifies. */
export function findsOf(
  operation: Operation,
): { readonly name: string; readonly finds: { readonly entity: string; readonly field: string } | null }[] {
  switch (operation.kind) {
    case 'stated':
      return operation.call.pathParameters.map(({ name, finds }) => ({ name, finds }))
    case 'transition':
      return [{ name: operation.foundBy, finds: { entity: operation.entity, field: operation.foundBy } }]
    case 'list':
    case 'create':
      return []
    default:
      return [
        {
          name: operation.standard.foundBy,
          finds: { entity: operation.standard.entity, field: operation.standard.foundBy },
        },
      ]
  }
}
