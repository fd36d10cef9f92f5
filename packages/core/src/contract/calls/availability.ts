// The actions that a record offers its viewer now, as expressions over `this`: available, or unavailable with a reason.
// An action that this caller may never do to the record is left out.

import * as build from '../../expression/build.ts'
import { allOf, anyOf, FALSE, isFalse, isTrue, notOf, substitute, TRUE } from '../../expression/conditions.ts'
import type { Expression, ObjectEntry } from '../../expression/expression.ts'
import type { Model } from '../../model/model.ts'
import type { FormBlock, Screen } from '../../model/screens.ts'
import { STATE_BEFORE } from '../../model/transitions.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { fieldOf } from '../../model/paths.ts'
import type { Machine, Transition } from '../../model/states.ts'
import { everythingReadVisible } from '../../rights/everything-read.ts'
import { documentOffered } from '../../rights/documents.ts'
import { seeing } from '../../rights/readable.ts'
import { grantedFields, performerCondition, permittedRecords } from '../../rights/roles.ts'
import { askedFields } from '../record-page/asked-fields.ts'
import { type Finding, referenceToScreen, type RowSource, sourceOf } from '../value-sources.ts'
import { type CallConditions, callConditions, type NamingThis } from './call-conditions.ts'
import { creationInputs, findOperation, type Operation } from './calls.ts'
import { creationOffered, type NewRecord } from './creation-conditions.ts'
import { openedForRecord, recordOfScreen } from '../screens/opened-by-record.ts'
import type { KeyedAction } from '../screens/keyed-action.ts'
import type { ScreenScope } from '../screens/screen-scope.ts'
import { beginningsOf, findsOf, mayEverCall } from '../screens/screen-actions.ts'
import { type Reason, reasonInEnglish } from '../words/reasons.ts'
import { inState, isAmong } from './in-state.ts'
import { lockingStates } from './locked-changes.ts'
import { guardReason, reasonOfState } from './transition-reasons.ts'

/**
 * An action that is not offered is left out. Without an obstacle, it is available. A field that the viewer may not see
 * does not count as an obstacle, because that would reveal its value; the call itself then refuses.
 */
export interface ActionAvailability extends CallConditions {
  readonly key: string
}

/** The performer of a transition: its caller, a step of a call, or a call that needs no permission. */
type DoneBy = 'caller' | 'call' | 'product'

export function availabilityOf(
  scope: ScreenScope,
  screen: Screen,
  rows: RowSource,
  { key, action }: Pick<KeyedAction, 'key' | 'action'>,
): ActionAvailability | null {
  if (action.kind === 'transition') return transitionAvailability(scope, rows, { key, ...action })
  if (action.kind === 'document') {
    const document = scope.model.screens.documents.find(({ name }) => name === action.document)
    const offered = document === undefined ? FALSE : documentOffered(scope, document)
    return isFalse(offered) ? null : { key, offered, obstacles: [] }
  }
  const opened = action.kind === 'open' ? openedTo(scope, screen, rows, action.screen) : TRUE
  if (!isTrue(opened)) return isFalse(opened) ? null : { key, offered: opened, obstacles: [] }
  const call = action.kind === 'open' ? onlyFormOf(scope, action.screen) : action.kind === 'call' ? action : null
  if (call === null) return null
  const operation = findOperation(scope.operations, call.method, call.path)
  if (operation === null || !mayEverCall(scope, operation)) return null
  const { offered, obstacles } = conditionsOf(scope, screen, rows, operation)
  return isFalse(offered) ? null : asFarAsSeen(scope, rows, { key, offered, obstacles })
}

/** Null: this caller may never do it. */
export function transitionAvailability(
  scope: ScreenScope,
  rows: RowSource,
  { key, entity, transition }: { readonly key: string; readonly entity: string; readonly transition: string },
): ActionAvailability | null {
  const conditions = transitionConditions(scope, entity, transition, 'caller')
  return conditions === null ? null : asFarAsSeen(scope, rows, { key, ...conditions })
}

/** Condition for records whose screen a role on the record opens, or that point to the record of the screen. */
export function openedTo(scope: ScreenScope, from: Screen, rows: RowSource, name: string): Expression {
  const { model } = scope
  const target = model.screens.screens.find((screen) => screen.name === name)
  if (target === undefined || rows?.kind !== 'records') return TRUE
  const reference = referenceToScreen(model, from, rows.entity, name)
  if (reference === null) return openedForRecord(scope, target, rows.entity)
  const field = fieldNamed(entityNamed(model, rows.entity), reference)
  const to = fieldOf(model, build.recordVariable('this', rows.entity), rows.entity, field)
  const isThere = to.isOptional ? build.binary('!=', to, build.nothing(to.type)) : TRUE
  const opened = field.type.kind === 'reference' ? openedForRecord(scope, target, field.type.entity) : TRUE
  return allOf([isThere, substitute(opened, 'this', to)])
}

function asFarAsSeen({ model, caller }: ScreenScope, rows: RowSource, action: ActionAvailability): ActionAvailability {
  // Rows of records are visible to their reader; a row of an answer may belong to any record.
  const viewer = rows?.kind === 'records' ? seeing({ model, caller }, 'this') : { model, caller }
  const obstacles = action.obstacles.flatMap(({ holds, reason, asks }) => {
    const known = allOf([holds, everythingReadVisible(viewer, holds)])
    if (isFalse(known)) return []
    return [{ holds: { ...known, span: holds.span }, reason, ...(asks === undefined ? {} : { asks }) }]
  })
  return { ...action, obstacles }
}

/** A screen that consists of a single form is useless to a person who may not send the form. */
export function onlyFormOf({ model }: Pick<ScreenScope, 'model'>, name: string): FormBlock | null {
  const blocks = model.screens.screens.find((screen) => screen.name === name)?.blocks ?? []
  const only = blocks.length === 1 ? blocks[0] : undefined
  return only?.kind === 'form' ? only : null
}

/** The call's conditions on the record that its row identifies. */
function conditionsOf(scope: ScreenScope, screen: Screen, rows: RowSource, operation: Operation): CallConditions {
  const { model, caller } = scope
  switch (operation.kind) {
    case 'change':
      return {
        offered: permittedRecords(model, caller, operation.standard.entity, 'change'),
        obstacles: lockingStates(model, caller, operation.standard.entity),
      }
    case 'delete':
      return { offered: permittedRecords(model, caller, operation.standard.entity, 'delete'), obstacles: [] }
    case 'transition':
      return transitionConditions(scope, operation.entity, operation.transition, 'caller') ?? NEVER
    case 'create':
      return {
        offered: creationOffered(model, caller, newRecord(scope, operation.standard.entity, null)),
        obstacles: [],
      }
    case 'stated': {
      const parameter = parameterOfRow(model, screen, rows, operation)
      if (parameter === null) return ALWAYS
      const { name, finds } = parameter
      return statedConditions(scope, operation, { entity: finds.entity, by: [{ variable: `path.${name}`, finds }] })
    }
    default:
      return ALWAYS
  }
}

function statedConditions(
  scope: ScreenScope,
  { call }: Extract<Operation, { kind: 'stated' }>,
  naming: NamingThis,
): CallConditions {
  const by = call.runsAsProduct === null ? 'call' : 'product'
  return callConditions(scope.model, scope.caller, call, naming, (entity, name) =>
    transitionConditions(scope, entity, name, by),
  )
}

/** Tells whether the caller may create some record of the entity. */
export function mayEverCreate(scope: ScreenScope, entity: string): boolean {
  return !isFalse(creationOffered(scope.model, scope.caller, newRecord(scope, entity, null)))
}

/** Inputs that begin with the page's record have known values; a person fills in the rest. */
function newRecord({ model, caller }: ScreenScope, entity: string, page: NamingThis | null): NewRecord {
  const inputs = creationInputs(entityNamed(model, entity), grantedFields(model, caller, entity, 'create'))
  const isPage = (name: string): boolean => page?.by.some(({ variable }) => variable === `input.${name}`) === true
  const names = inputs.map(({ path }) => path.join('.'))
  return {
    entity,
    known: new Map(names.filter(isPage).map((name) => [name, build.recordVariable('this', page?.entity ?? '')])),
    unknown: new Set(names.filter((name) => !isPage(name))),
    needed: inputs.flatMap(({ path, isNeeded }) => (isNeeded ? [path.join('.')] : [])),
  }
}

/**
 * For an action without a row: whether it is offered at all, and on the page of a record, whether that record permits
 * it. Null: it belongs to a row, or is not a call.
 */
export function availabilityOnPage(
  scope: ScreenScope,
  screen: Screen,
  { key, action, rowEntity, answer, form }: Pick<KeyedAction, 'key' | 'action' | 'rowEntity' | 'answer' | 'form'>,
): ActionAvailability | null {
  if (action.kind !== 'call' || rowEntity !== null || answer !== null || form?.filledFrom != null) return null
  const operation = findOperation(scope.operations, action.method, action.path)
  if (operation === null) return null
  const naming = namedByPage(scope, screen, operation, form)
  if (operation.kind === 'create') {
    const made = newRecord(scope, operation.standard.entity, naming)
    return { key, offered: creationOffered(scope.model, scope.caller, made), obstacles: [] }
  }
  if (operation.kind !== 'stated') return null
  if (naming === null) return null
  const { offered, obstacles } = statedConditions(scope, operation, naming)
  return asFarAsSeen(scope, { kind: 'records', entity: naming.entity }, { key, offered, obstacles })
}

function namedByPage(
  scope: ScreenScope,
  screen: Screen,
  operation: Operation,
  form: KeyedAction['form'],
): NamingThis | null {
  const record = recordOfScreen(screen)
  if (record === null) return null
  const { beginsWith = [] } = beginningsOf(scope, { screen, operation, form })
  const by = beginsWith.flatMap(({ input, from, key }) =>
    from === 'row' ? [{ variable: `input.${input}`, finds: { entity: record.entity, field: key } }] : [],
  )
  return by.length === 0 ? null : { entity: record.entity, by }
}

/** Tells whether the page's record decides the availability. */
export function asksRecordOfPage(screen: Screen, { offered, obstacles }: ActionAvailability): boolean {
  return recordOfScreen(screen) !== null && (!isTrue(offered) || obstacles.length > 0)
}

/** The path parameter that the row fills, with the record that it identifies. */
export function parameterOfRow(
  model: Model,
  screen: Screen,
  rows: RowSource,
  operation: Operation,
): { readonly name: string; readonly finds: Finding; readonly key: string } | null {
  for (const { name, finds } of findsOf(operation)) {
    const source = finds === null ? null : sourceOf(model, screen, rows, name, finds)
    if (finds !== null && source?.from === 'row') return { name, finds, key: source.key }
  }
  return null
}

const ALWAYS: CallConditions = { offered: TRUE, obstacles: [] }
const NEVER: CallConditions = { offered: FALSE, obstacles: [] }

/**
 * Conditions of one transition: offered if the caller may do one of its cases; possible if state and guard permit it.
 */
function transitionConditions(
  { model, caller }: Pick<ScreenScope, 'model' | 'caller'>,
  entity: string,
  name: string,
  by: DoneBy,
): CallConditions | null {
  const cases = model.states.machines
    .filter((machine) => machine.entity === entity)
    .flatMap((machine) =>
      machine.transitions
        .filter((transition) => transition.name === name)
        .map((transition) => ({ machine, transition })),
    )
  const who = (transition: Transition): Expression =>
    by === 'product' || (by === 'call' && transition.isByCall)
      ? TRUE
      : anyOf(transition.who.map((performer) => performerCondition(model, caller, performer, entity)))
  const offered = anyOf(cases.map(({ transition }) => who(transition)))
  if (isFalse(offered)) return null
  const fits = cases.map(({ machine, transition }) =>
    allOf([
      who(transition),
      inState(model, entity, machine.field, transition.from),
      ...(transition.to === null ? [hasStateBefore(model, machine)] : []),
    ]),
  )
  const guards = cases.flatMap(({ transition }, index) => {
    const { guard } = transition
    if (guard === null || isTrue(guard)) return []
    // If several cases fit, the one whose guard holds is done.
    const others = cases.flatMap(({ machine, transition: other }, at) =>
      at !== index && machine === cases[index]?.machine && other.from.some((state) => transition.from.includes(state))
        ? [notOf(allOf([fits[at] ?? FALSE, other.guard ?? TRUE]))]
        : [],
    )
    const asks = askedFields(guard)
    return [
      {
        holds: allOf([fits[index] ?? FALSE, notOf(guard), ...others]),
        reason: guardReason(model, guard, transition.ifNot),
        ...(asks === null ? {} : { asks }),
      },
    ]
  })
  const reason = reasonOfState(
    cases.map(({ transition }) => transition),
    cases[0]?.machine ?? null,
  )
  return { offered, obstacles: [{ holds: notOf(anyOf(fits)), reason }, ...guards] }
}

/** A previous state is stored and still exists in the text. */
function hasStateBefore(model: Model, { entity, field, states }: Machine): Expression {
  const state = fieldOf(
    model,
    build.recordVariable('this', entity),
    entity,
    fieldNamed(entityNamed(model, entity), field),
  )
  const before = build.call(STATE_BEFORE, [state], state.type, state.span, true)
  return isAmong(
    before,
    states.map(({ name }) => name),
  )
}

/** The entry of an action in RowData: each possible form, with its condition. */
export function availabilityEntries({ key, offered, obstacles }: ActionAvailability): ObjectEntry[] {
  const free = allOf(obstacles.map(({ holds }) => notOf(holds)))
  const blocked = obstacles.flatMap(({ holds, reason, asks }, index) => {
    const first = allOf([...obstacles.slice(0, index).map((earlier) => notOf(earlier.holds)), holds])
    const said = [
      { key: 'isAvailable', value: literal(false) },
      { key: 'reason', value: literal(reasonInEnglish(reason)) },
      ...madeOf(reason),
    ]
    if (asks === undefined) return [entry(key, allOf([offered, first]), said)]
    const names = build.object(asks.fields.map((name) => ({ key: name, value: literal(true) })))
    return [
      entry(key, allOf([offered, first, asks.when]), [...said, { key: 'asks', value: names }]),
      ...(isTrue(asks.when) ? [] : [entry(key, allOf([offered, first, notOf(asks.when)]), said)]),
    ]
  })
  return [entry(key, allOf([offered, free]), [{ key: 'isAvailable', value: literal(true) }]), ...blocked]
}

/** `MadeReason` of the wire, for reasons in the product's words. */
function madeOf(reason: Reason): ObjectEntry[] {
  if (reason[0] === 'as the text says') return []
  const named = [{ key: 'id', value: literal(reason[0]) }, ...valuesOf(reason)]
  return [{ key: 'made', value: build.object(named) }]
}

function valuesOf(reason: Reason): { readonly key: string; readonly value: Expression }[] {
  switch (reason[0]) {
    case 'only in states':
    case 'only in states with one before': {
      const names = reason[1].map((state) => literal(state))
      return [{ key: 'states', value: build.list(names, { kind: 'text' }) }]
    }
    case 'only when': {
      const languages = Object.entries(reason[1]).map(([key, words]) => ({ key, value: literal(words) }))
      return [{ key: 'condition', value: build.object(languages) }]
    }
    default:
      return []
  }
}

function entry(key: string, condition: Expression, entries: readonly ObjectEntry[]): ObjectEntry {
  return {
    key,
    condition,
    value: build.object(entries),
  }
}

function literal(value: string | boolean): Expression {
  return build.literal(value, { kind: typeof value === 'boolean' ? 'boolean' : 'text' })
}
