// Answers of point 7 against rights: keys in shapes and objects that no caller, or not every caller, ever gets. An
// answer leaves out what its caller may not see, which its readers may not expect.

import { type Diagnostic, diagnostic } from '../../diagnostic/diagnostic.ts'
import { isFalse, partsOf, visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Call, Shape, Step, StepAction } from '../../model/calls.ts'
import { isInnerLevel } from '../../model/shapes/shape-levels.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import { readable } from '../../rights/readable.ts'
import { type CallerRoles, grantsOf } from '../../rights/roles.ts'
import type { Span } from '../../text/source.ts'
import { holdersOf, type Considering } from '../considering.ts'

export function noteUnseenKeys(of: Considering): void {
  const answered = new Set(of.model.calls.standard.flatMap(({ shape }) => shape ?? []))
  const callers = callersOfShapes(of)
  const roles = of.model.roles.roles.map(({ name }) => name)
  for (const shape of of.model.calls.shapes) {
    if (isInnerLevel(shape)) continue
    if (answered.has(shape.name)) noteUnseenKeysOf(of, shape, roles)
    else noteUnseenKeysOf(of, shape, callers.get(shape.name) ?? [])
  }
  for (const call of of.model.calls.calls) {
    if (call.runsAsProduct !== null) continue
    const before = new Set(beforeSigningIn(call))
    const caller = { of: { ...answering(of, call, false), named: call.who }, who: [...holdersOf(of, call.who)] }
    const signedIn = { of: answering(of, call, true), who: signedInRoles(of) }
    const signedOut = { of: caller.of, who: outsiders(of) }
    const gone = behindSigningOut(call)
    for (const step of everyStep(call.steps)) {
      const to = !before.has(step) ? signedIn : gone.has(step) ? signedOut : caller
      for (const value of valuesIn(step.action)) {
        if (value.kind === 'shape') noteUnseen(to.of, { key: value.shape, span: value.span, value }, to.who)
        noteUnseenInObjects(to.of, value, to.who)
      }
    }
  }
}

interface Answering extends Considering {
  /** Names of records that a call makes, or finds no matter who may see them. */
  readonly made: ReadonlySet<string>
  /** The call has signed in, so its caller may be a user of any role. */
  readonly isOfAnybody: boolean
  /** The roles that the call names, while its caller is one of them. */
  readonly named: readonly string[]
}

function answering(of: Considering, { steps }: Call, isOfAnybody: boolean): Answering {
  const made = everyStep(steps).flatMap(({ action }) =>
    (action.kind === 'create' || action.kind === 'check password') && action.as !== null ? [action.as] : [],
  )
  return { ...of, made: new Set(made), isOfAnybody, named: [] }
}

function signedInRoles({ model }: Considering): string[] {
  return model.roles.roles.flatMap(({ name, isGuest }) => (isGuest ? [] : [name]))
}

/**
 * By shape, the callers of stated calls that answer with it. Answers of calls that run as the product leave nothing
 * out.
 */
function callersOfShapes(of: Considering): Map<string, string[]> {
  const callers = new Map<string, Set<string>>()
  const asProduct = new Set<string>()
  for (const call of of.model.calls.calls) {
    const before = new Set(beforeSigningIn(call))
    for (const step of everyStep(call.steps))
      for (const shape of shapesIn(step)) {
        if (call.runsAsProduct !== null || !before.has(step)) asProduct.add(shape)
        callers.set(shape, new Set([...(callers.get(shape) ?? []), ...holdersOf(of, call.who)]))
      }
  }
  return new Map([...callers].flatMap(([shape, roles]) => (asProduct.has(shape) ? [] : [[shape, [...roles]]])))
}

/** The steps whose caller is the one who has called. After `sign in` it is the user who has just signed in. */
function beforeSigningIn({ steps }: Call): readonly Step[] {
  const all = everyStep(steps)
  const signing = all.findIndex(({ action }) => action.kind === 'sign in')
  return signing < 0 ? all : all.slice(0, signing)
}

/** The steps whose caller is signed in no more, whatever happens before. */
function behindSigningOut({ steps }: Call): ReadonlySet<Step> {
  const signingOut = steps.findIndex(({ action, when }) => action.kind === 'sign out' && when === null)
  return new Set(signingOut < 0 ? [] : everyStep(steps.slice(signingOut + 1)))
}

/** Stands for callers who are not signed in, in a text without guests. No role of a text has this name. */
const NOBODY = ''

function outsiders({ model }: Considering): string[] {
  const guests = model.roles.roles.flatMap(({ name, isGuest }) => (isGuest ? [name] : []))
  return guests.length === 0 ? [NOBODY] : guests
}

function shapesIn({ action }: Step): ReadonlySet<string> {
  const used = new Set<string>()
  for (const value of valuesIn(action))
    visit(value, (part) => {
      if (part.kind === 'shape') used.add(part.shape)
    })
  return used
}

function valuesIn(action: StepAction): Expression[] {
  if (action.kind === 'let') return [action.value]
  return action.kind === 'respond' && action.body !== null ? [action.body] : []
}

function noteUnseenKeysOf(considering: Considering, shape: Shape, roles: readonly string[]): void {
  const of: Answering = { ...considering, made: new Set(), isOfAnybody: false, named: [] }
  const viewers = roles.filter((role) => seesSome(of, role, shape.entity))
  const draft = of.checking.names.shapes.get(shape.name)
  for (const { key, value } of shape.keys) {
    const place = draft?.keys.find((row) => row.kind === 'key' && row.key.text === key)
    // Keys of another shape are reported there.
    if (place?.kind !== 'key') continue
    const seeing = noteUnseen(of, { key, span: place.key.span, value }, viewers)
    noteUnseenInObjects(of, value, seeing)
  }
}

/** Keys of objects written in the answer, also inside lists. */
function noteUnseenInObjects(of: Answering, value: Expression, roles: readonly string[]): void {
  if (roles.length === 0) return
  if (value.kind === 'object')
    for (const { key, value: part } of value.entries) {
      const seeing = noteUnseen(of, { key, span: part.span, value: part }, roles)
      noteUnseenInObjects(of, part, seeing)
    }
  else if (value.kind === 'comprehension') {
    const { type } = value.over
    const entity = type.kind === 'list' && type.of.kind === 'record' ? type.of.entity : null
    const inside = roles.filter(
      (role) => isSeen(of, role, value.over) && (entity === null || seesSome(of, role, entity)),
    )
    if (value.operation === 'map') noteUnseenItems(of, value, inside)
    noteUnseenInObjects(of, value.body, inside)
  } else for (const part of partsOf(value)) noteUnseenInObjects(of, part, roles)
}

type Comprehension = Extract<Expression, { kind: 'comprehension' }>

/** A list of values has only those that its reader sees, so a list of unseen ones is empty without a word. */
function noteUnseenItems(of: Answering, { body, variable }: Comprehension, roles: readonly string[]): void {
  if (roles.length === 0 || roles.some((role) => isSeen(of, role, body))) return
  const name = body.kind === 'field' ? body.field : variable
  of.found.push(diagnostic('N612', body.span, 'items', name))
}

interface Answered {
  readonly key: string
  readonly span: Span
  readonly value: Expression
}

/** Returns the roles that see it. */
function noteUnseen(of: Answering, { key, span, value }: Answered, viewers: readonly string[]): readonly string[] {
  const blind = viewers.filter((role) => !isSeen(of, role, value))
  if (blind.length === 0) return viewers
  const made = madeIn(of, value)
  const makers =
    made === null ? [] : of.named.filter((role) => blind.includes(role) && !seesSome(of, role, made.entity))
  if (made !== null && makers.length > 0) of.found.push(unseenByItsMaker(of, { key, span, value }, made, makers))
  else if (blind.length === viewers.length) of.found.push(diagnostic('N612', span, 'key', key))
  else if (!of.isOfAnybody) of.found.push(diagnostic('N622', span, key, blind).withHint(reasonOf(of, value, blind)))
  return viewers.filter((role) => !blind.includes(role))
}

interface Made {
  readonly name: string
  readonly entity: string
}

/** The record that the call makes, whose shape or field the value is. */
function madeIn({ made }: Answering, value: Expression): Made | null {
  if (value.kind !== 'shape' && value.kind !== 'field') return null
  const record = value.of
  if (record.kind !== 'variable' || record.type.kind !== 'record' || !made.has(record.name)) return null
  return { name: record.name, entity: record.type.entity }
}

/** A guest who signs up sees nothing of the new user until the call signs in. */
function unseenByItsMaker(
  of: Answering,
  { key, span }: Answered,
  { name, entity }: Made,
  makers: readonly string[],
): Diagnostic {
  const roles = makers.map((role) => `"${role}"`).join(', ')
  const isUser = signInOf(of.model.roles)?.entity === entity
  const signing = isUser ? `Write the step "sign in ${name}" before it, let` : 'Let'
  return diagnostic('N672', span, roles, entity, key).withHint(
    `${signing} ${roles} see the ${entity} in point 6, or let the call run as the product.`,
  )
}

/** A row with `all except` leaves out the field too, although it does not name it. Null: that is not the reason. */
function reasonOf({ checking, included }: Answering, value: Expression, blind: readonly string[]): string | null {
  if (value.kind !== 'field') return null
  const { entity, field } = value
  const roles = new Set(blind.flatMap((role) => [role, ...(included.get(role) ?? [])]))
  const isRevealing = checking.draft.roles.permissions.some(
    (row) =>
      row.entity.text === entity &&
      row.may.some(({ action }) => action === 'see') &&
      row.who.kind === 'role' &&
      roles.has(row.who.role.text) &&
      row.fields.kind === 'all' &&
      row.fields.except.length > 0 &&
      row.fields.except.every(({ text }) => text !== field),
  )
  if (!isRevealing) return null
  return checking.computed.has(`${entity}.${field}`)
    ? `It is computed from a field that "all except" leaves out. To show it, write "computed over all", or name "${field}" in a row of its own.`
    : `It tells of changes to a field that "all except" leaves out. To show it, name "${field}" in a row of its own.`
}

function seesSome(of: Considering, role: string, entity: string): boolean {
  return grantsOf(of.model, callerOf(of, role), entity, 'see').length > 0
}

/** As the engine decides it: a key with a false condition is left out, and so is the shape of an unseen record. */
function isSeen(of: Answering, role: string, value: Expression): boolean {
  const made = value.kind === 'shape' ? madeIn(of, value) : null
  if (made !== null && !seesSome(of, role, made.entity)) return false
  return !isFalse(readable({ model: of.model, caller: callerOf(of, role) }, value).visible)
}

function callerOf(of: Considering, role: string): CallerRoles {
  const isGuest = role === NOBODY || of.model.roles.roles.some(({ name, isGuest }) => isGuest && name === role)
  return { roles: of.included.get(role) ?? new Set([role]), isSignedIn: !isGuest }
}
