// A stated call whose path identifies a record → the conditions that its steps check on that record before they write,
// over `this`. If one fails, the call would be refused and is not offered. Conditions on typed values, or on values
// that earlier steps have changed, are left to the call.

import * as build from '../../expression/build.ts'
import {
  allOf,
  anyOf,
  conjuncts,
  isTrue,
  meaningKey,
  notOf,
  substitute,
  TRUE,
  visit,
} from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Call, FieldSet, Step, StepAction } from '../../model/calls.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { fieldOf } from '../../model/paths.ts'
import { CHANGING_RECORDS } from '../../model/steps/kinds-of-steps.ts'
import { everythingReadVisible } from '../../rights/everything-read.ts'
import { fieldVisible } from '../../rights/readable.ts'
import {
  bypassesPermissions,
  type CallerRoles,
  grantsOf,
  linkGrantsOf,
  isForbidden,
  permittedRecords,
} from '../../rights/roles.ts'
import type { Finding } from '../value-sources.ts'
import { creationOffered, type NewRecord } from './creation-conditions.ts'
import type { AskedFields } from '../record-page/asked-fields.ts'
import type { Reason } from '../words/reasons.ts'
import { guardReason } from './transition-reasons.ts'

export interface Obstacle {
  readonly holds: Expression
  readonly reason: Reason
  /** Empty fields that the call requires. */
  readonly asks?: AskedFields
}

export interface CallConditions {
  /** The caller may do it to `this`, now or at another time. */
  readonly offered: Expression
  /** Present obstacles; the first that holds gives the reason. */
  readonly obstacles: readonly Obstacle[]
}

/** Conditions of a transition within a call, for any performer. */
export type TransitionConditions = (entity: string, transition: string) => CallConditions | null

const ALWAYS: CallConditions = { offered: TRUE, obstacles: [] }
const AT_HAND = new Set(['this', 'me', 'now', 'today'])

/** Places of a request that identify the record `this`: a path parameter, or inputs. */
export interface NamingThis {
  readonly entity: string
  /** `path.number`, `input.workspace`: the variable in steps, and the field that it equals. */
  readonly by: readonly { readonly variable: string; readonly finds: Finding }[]
}

export function callConditions(
  model: Model,
  asking: CallerRoles,
  call: Call,
  naming: NamingThis,
  ofTransition: TransitionConditions,
): CallConditions {
  const caller: CallerRoles = call.runsAsProduct === null ? asking : { ...asking, isProduct: true }
  const record = build.recordVariable('this', naming.entity)
  /** Known bindings of the steps: the record that the request identifies, and the caller. */
  const bound = new Map<string, Expression>()
  const asked: CallConditions[] = []
  for (const { when, action } of call.steps) {
    // A conditional step may be skipped, so its conditions do not count.
    if (when !== null) continue
    if (action.kind === 'find') {
      const rest = naming.by.map((each) => findsIt(model, action, each, record)).find((each) => each !== null)
      if (rest === undefined) continue
      bound.set(action.as, record)
      asked.push({ offered: asFarAsSeen(model, asking, rest), obstacles: [] })
      continue
    }
    const conditions = askedBy({ model, asking, caller, call, naming, bound, ofTransition }, action)
    if (conditions !== null) asked.push(conditions)
    // After a write, the record's values are no longer known.
    if (WRITING.has(action.kind)) break
  }
  return {
    offered: allOf(asked.map(({ offered }) => offered)),
    obstacles: asked.flatMap(({ obstacles }) => obstacles),
  }
}

/** Nested steps may write. */
const WRITING: ReadonlySet<StepAction['kind']> = new Set([...CHANGING_RECORDS, 'for each', 'block'])

/** Returns the remaining condition if the step finds the identified record. Null: it finds another one. */
function findsIt(
  model: Model,
  { source, where }: Extract<StepAction, { kind: 'find' }>,
  { variable, finds }: NamingThis['by'][number],
  record: Expression,
): Expression | null {
  if (source.kind !== 'entity' || source.entity !== finds.entity) return null
  const entity = entityNamed(model, finds.entity)
  const key = fieldOf(model, record, entity.name, fieldNamed(entity, finds.field))
  const parts = conjuncts(where)
  const others = parts.filter((part) => !isKey(part))
  if (others.length === parts.length) return null
  return allOf(others.map((part) => substitute(part, variable, key)).filter((part) => isAtHand(part)))

  function isKey(part: Expression): boolean {
    if (part.kind !== 'binary' || part.operator !== '==') return false
    const isPath = (side: Expression): boolean => side.kind === 'variable' && side.name === variable
    const isField = (side: Expression): boolean => side.kind === 'field' && meaningKey(side) === meaningKey(key)
    return (isPath(part.left) && isField(part.right)) || (isField(part.left) && isPath(part.right))
  }
}

interface Asking {
  readonly model: Model
  readonly asking: CallerRoles
  /** The caller, or the product in the caller's place. */
  readonly caller: CallerRoles
  readonly call: Call
  readonly naming: NamingThis
  readonly bound: ReadonlyMap<string, Expression>
  readonly ofTransition: TransitionConditions
}

/** Null: nothing is known beforehand. */
function askedBy(inside: Asking, action: StepAction): CallConditions | null {
  const { model, caller, asking, call, bound, ofTransition } = inside
  switch (action.kind) {
    case 'require':
      return required(model, asking, inTermsOfThis(action.condition, bound))
    case 'create':
      if (action.isProductsOwn) return ALWAYS
      return { offered: creationOffered(model, caller, newRecord(inside, action)), obstacles: [] }
    case 'change':
      if (!bound.has(action.record) || bypassesPermissions(caller)) return null
      return { offered: mayChange(model, caller, call, action), obstacles: [] }
    case 'delete':
      if (!bound.has(action.record) || action.isProductsOwn || bypassesPermissions(caller)) return null
      return { offered: permittedRecords(model, caller, action.entity, 'delete'), obstacles: [] }
    case 'do':
      return bound.has(action.record) ? ofTransition(action.entity, action.transition) : null
    case 'add':
    case 'remove':
      return linked(inside, action, isOnlyWrite(call.steps))
    default:
      return null
  }
}

/** Values that the steps set, and inputs that identify `this`, are known beforehand. */
function newRecord(
  { call, naming, bound }: Asking,
  { entity, sets }: { readonly entity: string; readonly sets: readonly FieldSet[] },
): NewRecord {
  const record = build.recordVariable('this', naming.entity)
  const known = new Map<string, Expression>()
  const unknown = new Set<string>()
  for (const set of sets) {
    const value = set.kind === 'set' ? inTerms(set.value, bound) : null
    const isThis = set.kind === 'given' && naming.by.some(({ variable }) => variable === `input.${set.input.join('.')}`)
    if (value !== null) known.set(set.field, value)
    else if (isThis) known.set(set.field, record)
    else unknown.add(set.field)
  }
  const isNeeded = (input: readonly string[]): boolean =>
    call.inputs.some((each) => each.isNeeded && each.path.join('.') === input.join('.'))
  const needed = sets.flatMap((set) => (set.kind === 'given' && isNeeded(set.input) ? [set.field] : []))
  return { entity, known, unknown, needed }
}

/** A condition on a hidden value is left to the call, because an offer would reveal the value. */
function asFarAsSeen(model: Model, asking: CallerRoles, condition: Expression): Expression {
  return anyOf([condition, notOf(everythingReadVisible({ model, caller: asking }, condition))])
}

/** A condition on the caller alone is a right; any other one may change later. */
function required(model: Model, asking: CallerRoles, condition: Expression | null): CallConditions | null {
  if (condition === null) return null
  let isAboutMe = false
  visit(condition, (part) => {
    isAboutMe ||= part.kind === 'has role' || (part.kind === 'variable' && part.name === 'me')
  })
  if (isAboutMe) return { offered: asFarAsSeen(model, asking, condition), obstacles: [] }
  return { offered: TRUE, obstacles: [{ holds: build.not(condition), reason: guardReason(model, condition) }] }
}

/** Every field that is always given needs its right; if fields are optional, or none is given, any right is enough. */
function mayChange(
  model: Model,
  caller: CallerRoles,
  { inputs }: Call,
  { entity, sets }: { readonly entity: string; readonly sets: readonly FieldSet[] },
): Expression {
  if (isForbidden(model, entity, 'change', null)) return anyOf([])
  const grants = grantsOf(model, caller, entity, 'change')
  const covering = (fields: readonly string[]): Expression =>
    anyOf(
      grants.flatMap(({ permission, condition }) =>
        permission.fields.some((field) => fields.includes(field) && !isForbidden(model, entity, 'change', field))
          ? [condition]
          : [],
      ),
    )
  const given = sets.flatMap((set) => (set.kind === 'given' && set.of === undefined ? [set] : []))
  const needed = given.filter(({ input }) =>
    inputs.some(({ path, isNeeded }) => isNeeded && path.join('.') === input.join('.')),
  )
  if (given.length === 0) return anyOf(grants.map(({ condition }) => condition))
  if (needed.length === 0) return covering(given.map(({ field }) => field))
  return allOf(needed.map(({ field }) => covering([field])))
}

/** Adding a present item or removing a missing one is not offered, if the call does nothing else. */
function linked(
  { model, caller, asking, bound }: Asking,
  action: Extract<StepAction, { kind: 'add' | 'remove' }>,
  isAlone: boolean,
): CallConditions | null {
  const own = action.record === 'me' ? build.recordVariable('me', action.entity) : (bound.get(action.record) ?? null)
  const item = inTermsOfThis(action.item, bound)
  if (own === null || item === null) return null
  const grants = linkGrantsOf(model, caller, action.entity, action.kind, action.relation)
  const permitted = bypassesPermissions(caller)
    ? TRUE
    : anyOf(grants.map(({ condition }) => substitutedAtOnce(condition, { this: own, item })))
  const entity = entityNamed(model, action.entity)
  const isIn = build.binary('in', item, fieldOf(model, own, entity.name, fieldNamed(entity, action.relation)))
  const isSeen = fieldVisible({ model, caller: asking }, entity.name, action.relation, own)
  const isWorth = anyOf([action.kind === 'remove' ? isIn : notOf(isIn), notOf(isSeen)])
  return { offered: allOf([permitted, ...(isAlone ? [isWorth] : [])]), obstacles: [] }
}

/** Substitutes both at once, because the replacement contains another `this`. */
function substitutedAtOnce(condition: Expression, { this: own, item }: { this: Expression; item: Expression }) {
  const apart = substitute(condition, 'item', build.recordVariable('the item', ''))
  return substitute(substitute(apart, 'this', own), 'the item', item)
}

function isOnlyWrite(steps: readonly Step[]): boolean {
  return steps.filter(({ action }) => WRITING.has(action.kind)).length === 1
}

/** Null: it contains a value that is not known beforehand. */
function inTermsOfThis(condition: Expression, bound: ReadonlyMap<string, Expression>): Expression | null {
  const terms = inTerms(condition, bound)
  return terms === null || isTrue(terms) ? null : terms
}

/** Expressions of a call have no `this`. */
function inTerms(value: Expression, bound: ReadonlyMap<string, Expression>): Expression | null {
  const terms = [...bound].reduce((all, [name, record]) => substitute(all, name, record), value)
  return isAtHand(terms) ? terms : null
}

function isAtHand(condition: Expression): boolean {
  const own = new Set<string>(AT_HAND)
  const named: string[] = []
  visit(condition, (part) => {
    if (part.kind === 'comprehension') own.add(part.variable)
    if (part.kind === 'variable') named.push(part.name)
  })
  return named.every((name) => own.has(name))
}
