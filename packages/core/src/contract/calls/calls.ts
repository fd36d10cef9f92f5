// Point 7 → operations: every method and path of the application, stated or standard, with the inputs of each. Server,
// browser and the OpenAPI document use the same list.

import { pathPattern } from '../../model/addresses/call-path.ts'
import type { Call, Input, Method, StandardCallKind, StandardCalls } from '../../model/calls.ts'
import type { Entity } from '../../model/entities.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import type { PermissionAction } from '../../model/roles.ts'
import type { Model } from '../../model/model.ts'
import { type CallOnTheWire, takesForms } from '../../model/wire.ts'
import { isWriting } from '../../model/steps/kinds-of-steps.ts'
import { inputOfField, inputOfOptions, inputOfType, isNeededAtCreation, isWritable } from '../inputs/field-inputs.ts'
import type { InputField } from '../wire/inputs.ts'
import { addressPart } from '../../model/words.ts'
import { oldPasswordInputs } from '../inputs/old-password.ts'

interface OperationBase {
  readonly method: Method
  /** `/api/tickets/:number` */
  readonly path: string
  readonly isProvisional: boolean
  /** The current path of a moved call, which is still answered here. */
  readonly movedTo?: string
  /** The last day of the old path; null: no end is stated. */
  readonly until?: string | null
}

export type StandardOperationKind = Exclude<StandardCallKind, 'transitions'>

/** The permission that a caller needs for some record. */
export const PERMISSION_OF_CALL: Readonly<Record<StandardOperationKind, PermissionAction>> = {
  list: 'see',
  get: 'see',
  presence: 'see',
  create: 'create',
  change: 'change',
  delete: 'delete',
}

export type Operation = OperationBase &
  (
    | { readonly kind: StandardOperationKind; readonly standard: StandardCalls }
    /** `standard` null: no call is stated, and a screen offers the transition. */
    | {
        readonly kind: 'transition'
        readonly entity: string
        readonly foundBy: string
        readonly transition: string
        readonly standard: StandardCalls | null
      }
    | { readonly kind: 'stated'; readonly call: Call }
  )

/** All operations. A stated call replaces a standard one with the same method and path. */
export function operationsOf(model: Model): Operation[] {
  const stated = model.calls.calls.map((call): Operation => ({
    kind: 'stated',
    method: call.method,
    path: call.path,
    isProvisional: false,
    call,
  }))
  const former = model.calls.calls.flatMap((call): Operation[] =>
    call.was === null
      ? []
      : [
          {
            kind: 'stated',
            method: call.method,
            path: call.was.path,
            isProvisional: false,
            call,
            movedTo: call.path,
            until: call.was.until,
          },
        ],
  )
  const moved = model.calls.standard.flatMap((calls) => movedOperations(model, calls))
  const standard = model.calls.standard.flatMap((calls) => standardOperations(model, calls))
  const taken = new Set(stated.map(operationKey))
  const present = [
    ...stated,
    ...standard.filter((operation) => !taken.has(operationKey(operation))),
    ...screenTransitions(model, standard),
  ]
  const answered = new Set(present.map(operationKey))
  return [...present, ...[...former, ...moved].filter((operation) => !answered.has(operationKey(operation)))]
}

/** Tells whether the operation exists on that day. */
export function isAnsweredOn({ until }: Pick<Operation, 'until'>, day: string): boolean {
  return until === undefined || until === null || day <= until
}

/** Name of the call for limits and keys, the same for all of its addresses. */
export function presentKey(operation: Operation): string {
  return operationKey({ method: operation.method, path: operation.movedTo ?? operation.path })
}

/** Paths that differ only in parameter names are equal. */
export function operationKey(operation: { readonly method: string; readonly path: string }): string {
  return `${operation.method} ${pathPattern(operation.path)}`
}

/** The answer can be sent live, because repeated reads change nothing. */
export function isLiveRead(operation: Operation): boolean {
  if (operation.kind === 'list' || operation.kind === 'get' || operation.kind === 'presence') return true
  if (operation.kind !== 'stated' || operation.method !== 'GET') return false
  return everyStep(operation.call.steps).every(
    ({ action }) =>
      !isWriting(action) &&
      action.kind !== 'respond file' &&
      action.kind !== 'respond document' &&
      !(action.kind === 'respond' && action.wire !== undefined),
  )
}

export function findOperation(operations: readonly Operation[], method: string, path: string): Operation | null {
  const key = operationKey({ method, path })
  return operations.find((operation) => operationKey(operation) === key) ?? null
}

function standardOperations(model: Model, standard: StandardCalls): Operation[] {
  const one = `${standard.path}/:${standard.foundBy}`
  const { isProvisional } = standard
  return standard.calls.flatMap((kind): Operation[] => {
    switch (kind) {
      case 'list':
        return [{ kind, method: 'GET', path: standard.path, isProvisional, standard }]
      case 'get':
        return [{ kind, method: 'GET', path: one, isProvisional, standard }]
      case 'create':
        return [{ kind, method: 'POST', path: standard.path, isProvisional, standard }]
      case 'change':
        return [{ kind, method: 'PATCH', path: one, isProvisional, standard }]
      case 'delete':
        return [{ kind, method: 'DELETE', path: one, isProvisional, standard }]
      case 'presence':
        return [{ kind, method: 'GET', path: `${one}/presence`, isProvisional, standard }]
      case 'transitions':
        return transitionNames(model, standard.entity).map((transition) => ({
          kind: 'transition',
          method: 'POST',
          path: `${one}/${addressPart(transition)}`,
          isProvisional,
          entity: standard.entity,
          foundBy: standard.foundBy,
          transition,
          standard,
        }))
    }
  })
}

/** Current calls at the path of an earlier version. */
function movedOperations(model: Model, calls: StandardCalls): Operation[] {
  const { was } = calls
  if (was === null) return []
  return standardOperations(model, calls).map((each) => ({
    ...each,
    path: `${was.path}${each.path.slice(calls.path.length)}`,
    movedTo: each.path,
    until: was.until,
  }))
}

/** Transitions by persons or calls; those by the clock have no operation. */
function transitionNames(model: Model, entity: string): string[] {
  const machines = model.states.machines.filter((machine) => machine.entity === entity)
  const names = machines.flatMap((machine) =>
    machine.transitions.filter((transition) => transition.who.length > 0).map(({ name }) => name),
  )
  return [...new Set(names)]
}

/** A transition that a screen offers without a standard call gets an address of the engine's own. */
function screenTransitions(model: Model, standard: readonly Operation[]): Operation[] {
  const reached = new Set(
    standard.flatMap((operation) =>
      operation.kind === 'transition' ? [`${operation.entity} ${operation.transition}`] : [],
    ),
  )
  const wanted = new Map<string, { entity: string; transition: string }>()
  for (const screen of model.screens.screens) {
    for (const action of [...screen.actions, ...screen.blocks.flatMap((block) => block.actions)]) {
      const key = action.kind === 'transition' ? `${action.entity} ${action.transition}` : null
      if (action.kind === 'transition' && key !== null && !reached.has(key)) wanted.set(key, action)
    }
  }
  return [...wanted.values()].map(({ entity, transition }) => ({
    kind: 'transition',
    method: 'POST',
    path: `/_ninefold/records/${addressPart(entity)}/:id/${addressPart(transition)}`,
    isProvisional: false,
    entity,
    foundBy: 'id',
    transition,
    standard: null,
  }))
}

export function transitionOperation(
  operations: readonly Operation[],
  entity: string,
  transition: string,
): Operation | null {
  return (
    operations.find(
      (operation) =>
        operation.kind === 'transition' && operation.entity === entity && operation.transition === transition,
    ) ?? null
  )
}

/** Inputs of a stated call, in the order of the text. */
export function statedInputs(call: Call): InputField[] {
  const fields = call.inputs.map(inputOf)
  const { wire } = call
  return wire === undefined || !isLenient(wire) ? fields : fields.map(leniently)
}

/** URL-encoded forms contain only texts. */
function isLenient({ isLenient: isSaid, bodies }: CallOnTheWire): boolean {
  return isSaid || takesForms(bodies)
}

function leniently(field: InputField): InputField {
  const { objects } = field
  return {
    ...field,
    isLenient: true,
    ...(objects === undefined ? {} : { objects: { ...objects, fields: objects.fields.map(leniently) } }),
  }
}

/** Tells whether unknown inputs are ignored instead of refused. */
export function ignoresUnknown({ limits }: Model, { wire, from }: Call): boolean {
  // An outside service may add fields at any time.
  return (wire?.unknownInputs ?? (from === undefined ? limits.unknownInputs : 'ignored')) === 'ignored'
}

/** Inputs of a transition. */
export function transitionInputs(
  model: Model,
  { entity, transition }: { readonly entity: string; readonly transition: string },
): readonly Input[] {
  const procedures = model.states.machines.flatMap((machine) => (machine.entity === entity ? machine.procedures : []))
  return procedures.find((procedure) => procedure.transition === transition)?.inputs ?? []
}

/**
 * Ranks that a transition takes beside its inputs, from callers who may change them: one write moves a card to another
 * column of a board and to its place there.
 */
export function ranksOfTransition(
  model: Model,
  { entity: name, transition }: { readonly entity: string; readonly transition: string },
  granted: ReadonlySet<string>,
): InputField[] {
  const entity = entityNamed(model, name)
  const own = transitionInputs(model, { entity: name, transition }).map(({ path }) => path[0])
  const ranks = entity.fields.filter(({ name: each, type }) => type.kind === 'rank' && !own.includes(each))
  return changeInputs(model, entity, new Set(ranks.flatMap((field) => (granted.has(field.name) ? [field.name] : []))))
}

/** Declared inputs, and ranks. */
export function inputsOfTransition(
  model: Model,
  operation: { readonly entity: string; readonly transition: string },
  granted: ReadonlySet<string>,
): InputField[] {
  return [...transitionInputs(model, operation).map(inputOf), ...ranksOfTransition(model, operation, granted)]
}

export function inputOf(input: Input): InputField {
  const { sentAs, isOneNeeded, label, unix } = input
  return {
    ...inputLike(input),
    ...(label === undefined ? {} : { label }),
    ...(sentAs === undefined ? {} : { sentAs }),
    ...(isOneNeeded === true ? { isOneNeeded } : {}),
    ...(unix === undefined ? {} : { unix }),
  }
}

function inputLike({ path, isNeeded, like }: Input): InputField {
  switch (like.kind) {
    case 'objects': {
      const { countMin, countMax, isMap } = like
      const list = inputOfType({ kind: 'choices', values: [] }, path, isNeeded, false)
      return { ...list, objects: { fields: like.inputs.map(inputOf), countMin, countMax, ...(isMap && { isMap }) } }
    }
    case 'field':
      return inputOfField(like.field, path, isNeeded)
    case 'record by':
      return inputOfField(like.field, path, isNeeded, like)
    case 'one of':
      return inputOfOptions(like.options, path, isNeeded, like.labels)
    case 'type':
      return {
        ...inputOfType(like.type, path, isNeeded, like.isSecret),
        ...(like.isList ? { isList: true as const } : {}),
        ...(like.countMin === undefined ? {} : { countMin: like.countMin }),
        ...(like.countMax === undefined ? {} : { countMax: like.countMax }),
      }
  }
}

/**
 * Inputs of a standard creation: the fields that `granted` names. A missing right to a required field is refused later.
 */
export function creationInputs(entity: Entity, granted: ReadonlySet<string>): InputField[] {
  return entity.fields
    .filter((field) => isWritable(field) && granted.has(field.name))
    .map((field) => inputOfField(field, [field.name], isNeededAtCreation(field)))
}

/** Inputs of a standard change: a missing one leaves its field unchanged. */
export function changeInputs(model: Model, entity: Entity, granted: ReadonlySet<string>): InputField[] {
  const fields = entity.fields
    .filter((field) => isWritable(field) && !field.isSetOnce && granted.has(field.name))
    .map((field) => inputOfField(field, [field.name], false))
  return [...fields, ...oldPasswordInputs(model, entity, granted)]
}

/** The type of a path parameter that identifies a record. */
export function parameterField(model: Model, finds: { readonly entity: string; readonly field: string }): InputField {
  return inputOfType(fieldNamed(entityNamed(model, finds.entity), finds.field).type, [finds.field], true, false)
}
