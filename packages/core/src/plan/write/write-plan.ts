// A creation, a change or a transition of one record → a plan of one value: a list of operations, each with all that it
// needs. How few statements do it is decided by lowering (plan/write/lowering.ts), and means nothing else.

import type { Expression } from '../../expression/expression.ts'
import type { Entity } from '../../model/entities.ts'
import { isOtherSide } from '../../model/field-types.ts'
import { fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import type { Transition } from '../../model/states.ts'
import type { Rule } from '../../model/validation.ts'
import { doesMore, procedureOf, writtenFields } from '../../model/transitions.ts'
import type { Viewer } from '../../rights/readable.ts'
import type { Grant } from '../../rights/roles.ts'
import type { ClockMoment } from './clocks.ts'
import { isCounted } from './limits.ts'
import { type Moment, rulesAt } from './record-checks.ts'
import type { FieldSource } from './record-writes.ts'
import type { TransitionCase } from './states.ts'

export interface WritePlan {
  readonly entity: Entity
  /** In the order in which they are done. */
  readonly operations: readonly WriteOperation[]
}

export type WriteOperation =
  /** The records that the caller names in these fields are there, and the caller may see them. */
  | { readonly kind: 'see'; readonly fields: readonly string[] }
  | Insertion
  | { readonly kind: 'move'; readonly each: TransitionCase }
  | Alteration
  | Judgement
  | { readonly kind: 'clocks'; readonly moment: ClockMoment }
  /** The record as its caller wants it, over `this`. */
  | { readonly kind: 'answer'; readonly answer: Expression }
  | { readonly kind: Beside }

export interface Insertion {
  readonly kind: 'insert'
  /** Fields that the caller gives. */
  readonly given: readonly string[]
  /** Fields that the text sets. */
  readonly set: readonly FieldSource[]
  /** To-many fields of which it is bound what they are going to hold. */
  readonly lists: readonly string[]
  /** The rows from `nothing` by which the record begins. */
  readonly begins: readonly Transition[]
}

/** A change of fields that the caller gives. */
export interface Alteration {
  readonly kind: 'alter'
  readonly given: readonly string[]
  /** By field of a machine, the states in which one of the fields is locked. */
  readonly lockedIn: ReadonlyMap<string, readonly string[]>
  /** The caller says which version they have seen. */
  readonly expectsVersion: boolean
}

/** Of the record as it is then: each rule is kept, and of the grants enough hold for the fields that are given. */
export interface Judgement {
  readonly kind: 'judge'
  readonly moment: Moment
  readonly rules: readonly Rule[]
  /** None: the product's own doing needs no right. */
  readonly grants: readonly Grant[]
  readonly given: readonly string[]
}

/**
 * Done by code, or by statements of their own. `begin`: a row from `nothing` is chosen before. `links`: rows of to-many
 * fields. `patterns`: values that PostgreSQL cannot hold against a pattern. `passwords`: sessions that another password
 * ends.
 */
export type Beside = 'begin' | 'links' | 'effects' | 'steps' | 'send' | 'quotas' | 'files' | 'patterns' | 'passwords'

export interface Creation extends Omit<Insertion, 'kind'> {
  /** To-many fields that the text sets. */
  readonly linked: readonly string[]
}

/** `grants`: those of creating; none where the product makes it by itself. */
export function compileCreation(
  viewer: Viewer,
  entity: Entity,
  { linked, ...row }: Creation,
  grants: readonly Grant[],
  answer: Expression | null,
): WritePlan {
  const { model } = viewer
  const { given, begins } = row
  const fields = given.map((name) => fieldNamed(entity, name))
  const moment = { kind: 'create' } as const
  return {
    entity,
    operations: [
      ...when(grants.length > 0, { kind: 'see' as const, fields: given }),
      ...when(beginsByRows(model, entity), { kind: 'begin' as const }),
      { kind: 'insert', ...row },
      ...when(linked.length > 0 || fields.some(({ type }) => type.kind === 'collection'), { kind: 'links' as const }),
      ...followingOf(begins),
      { kind: 'judge', moment, rules: rulesAt(viewer, entity.name, moment), grants, given },
      // A value that a default makes is looked at by code, which knows these patterns.
      ...when(
        entity.fields.some(({ name, pattern }) => pattern !== null && !given.includes(name)),
        { kind: 'patterns' as const },
      ),
      ...when(isCounted(model, entity), { kind: 'quotas' as const }),
      ...when(holdsFiles(entity, given), { kind: 'files' as const }),
      { kind: 'clocks', moment },
      ...answering(answer),
    ],
  }
}

export interface Change {
  readonly given: readonly string[]
  readonly expectsVersion: boolean
}

/** `grants`: those of changing. */
export function compileChange(
  viewer: Viewer,
  entity: Entity,
  { given, expectsVersion }: Change,
  grants: readonly Grant[],
  answer: Expression,
): WritePlan {
  const { model } = viewer
  const fields = given.map((name) => fieldNamed(entity, name))
  const moment = { kind: 'change', fields: given } as const
  const lockedIn = statesThatLock(model, entity, given)
  return {
    entity,
    operations: [
      { kind: 'see', fields: given },
      { kind: 'alter', given, lockedIn, expectsVersion },
      ...when(
        fields.some(({ type }) => type.kind === 'collection'),
        { kind: 'links' as const },
      ),
      { kind: 'judge', moment, rules: rulesAt(viewer, entity.name, moment), grants, given },
      // Callers' own texts were held against their patterns; what a slug is made into was not.
      ...when(
        entity.fields.some(({ pattern, type }) => pattern !== null && type.kind === 'slug'),
        { kind: 'patterns' as const },
      ),
      ...when(isCounted(model, entity), { kind: 'quotas' as const }),
      ...when(holdsFiles(entity, given), { kind: 'files' as const }),
      ...when(
        fields.some(({ type }) => type.kind === 'password'),
        { kind: 'passwords' as const },
      ),
      { kind: 'clocks', moment },
      ...answering(answer),
    ],
  }
}

function statesThatLock(
  { states }: Model,
  { name }: Entity,
  given: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const own = states.machines.filter(({ entity }) => entity === name)
  const found = own.map((machine) => {
    const locking = machine.states.filter(({ locks }) => given.some((field) => locks?.fields.includes(field) === true))
    return [machine.field, locking.map((state) => state.name)] as const
  })
  return new Map(found.filter(([, names]) => names.length > 0))
}

export function compileTransition(
  viewer: Viewer,
  entity: Entity,
  each: TransitionCase,
  answer: Expression | null,
): WritePlan {
  const { machine, transition } = each
  const { from, to } = transition
  const fields = writtenFields(transition)
  const moment = { kind: 'transition', transition: transition.name, fields: [machine.field, ...fields] } as const
  return {
    entity,
    operations: [
      { kind: 'move', each },
      ...when(doesMore(machine, transition) && procedureOf(machine, transition.name) !== null, {
        kind: 'steps' as const,
      }),
      ...followingOf([transition]),
      { kind: 'judge', moment, rules: rulesAt(viewer, entity.name, moment), grants: [], given: [] },
      ...when(
        entity.fields.some(({ pattern }) => pattern !== null),
        { kind: 'patterns' as const },
      ),
      ...when(isCounted(viewer.model, entity), { kind: 'quotas' as const }),
      ...when(holdsFiles(entity, fields), { kind: 'files' as const }),
      { kind: 'clocks', moment: { kind: 'transition', machine, from, to, fields } },
      ...answering(answer),
    ],
  }
}

/** The operation of a kind, where the plan has one. */
export function operationOf<Kind extends WriteOperation['kind']>(
  { operations }: WritePlan,
  kind: Kind,
): Extract<WriteOperation, { readonly kind: Kind }> | null {
  const isMeant = (each: WriteOperation): each is Extract<WriteOperation, { readonly kind: Kind }> => each.kind === kind
  return operations.find(isMeant) ?? null
}

function when<Operation extends WriteOperation>(isSo: boolean, operation: Operation): Operation[] {
  return isSo ? [operation] : []
}

function answering(answer: Expression | null): WriteOperation[] {
  return answer === null ? [] : [{ kind: 'answer', answer }]
}

function beginsByRows(model: Model, { name }: Entity): boolean {
  return model.states.machines.some(({ entity, creations }) => entity === name && creations.length > 0)
}

function followingOf(transitions: readonly Transition[]): WriteOperation[] {
  const kinds = new Set(transitions.flatMap(({ effects }) => effects.map(({ kind }) => kind)))
  return [
    ...when(kinds.has('record') || kinds.has('do'), { kind: 'effects' as const }),
    ...when(kinds.has('send'), { kind: 'send' as const }),
  ]
}

function holdsFiles(entity: Entity, fields: readonly string[]): boolean {
  return fields.some((name) => fieldNamed(entity, name).type.kind === 'file')
}

/** To-many fields with pairs of their own. They are written after the row; questions asked of it know them. */
export function pairedFields(entity: Entity, fields: readonly string[]): string[] {
  return fields.filter((name) => {
    const { type } = fieldNamed(entity, name)
    return type.kind === 'collection' && !isOtherSide(type)
  })
}
