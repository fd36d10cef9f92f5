// A creation, change or transition of one record → a plan: a list of operations with everything that they need.
// Lowering (plan/write/lowering.ts) decides only about the number of statements, not about the meaning.

import type { Expression } from '../../expression/expression.ts'
import { customFieldHolders, holdsCustomFields } from '../../model/custom-fields/definitions.ts'
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
  /** In their order. */
  readonly operations: readonly WriteOperation[]
}

export type WriteOperation =
  /** Records that the caller refers to in these fields must exist and be visible to the caller. */
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
  /** Fields with values of the caller. */
  readonly given: readonly string[]
  /** Fields with values of the text. */
  readonly set: readonly FieldSource[]
  /** To-many fields whose future items are bound. */
  readonly lists: readonly string[]
  /** The rows from `nothing` that create the record. */
  readonly begins: readonly Transition[]
}

/** A change of fields with values of the caller. */
export interface Alteration {
  readonly kind: 'alter'
  readonly given: readonly string[]
  /** By field of a machine, the states in which one of the changed fields is locked. */
  readonly lockedIn: ReadonlyMap<string, readonly string[]>
  /** The caller states a version (optimistic locking). */
  readonly expectsVersion: boolean
}

/** Conditions on the resulting record: every rule is satisfied, and grants cover the given fields. */
export interface Judgement {
  readonly kind: 'judge'
  readonly moment: Moment
  readonly rules: readonly Rule[]
  /** Empty: the product's own work needs no right. */
  readonly grants: readonly Grant[]
  readonly given: readonly string[]
}

/**
 * Operations in code, or by further statements. `begin`: a row from `nothing` is chosen before. `links`: rows of
 * to-many fields. `patterns`: patterns that PostgreSQL cannot check. `custom fields`: values that definitions judge. `passwords`: sessions
 * that a new password ends.
 */
export type Beside =
  | 'begin'
  | 'links'
  | 'effects'
  | 'steps'
  | 'send'
  | 'quotas'
  | 'files'
  | 'patterns'
  | 'custom fields'
  | 'passwords'

export interface Creation extends Omit<Insertion, 'kind'> {
  /** To-many fields with values of the text. */
  readonly linked: readonly string[]
}

/** `grants`: those of creating; empty if the product creates it. */
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
      // Code checks patterns of defaults, because PostgreSQL cannot.
      ...when(
        entity.fields.some(({ name, pattern }) => pattern !== null && !given.includes(name)),
        { kind: 'patterns' as const },
      ),
      ...when(customFieldHolders(entity).length > 0, { kind: 'custom fields' as const }),
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
      // Patterns of the caller's texts were checked before; those of derived slugs were not.
      ...when(
        entity.fields.some(({ pattern, type }) => pattern !== null && type.kind === 'slug'),
        { kind: 'patterns' as const },
      ),
      ...when(fields.some(holdsCustomFields), { kind: 'custom fields' as const }),
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

/** The operation of a kind, if the plan contains one. */
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

/** To-many fields with link tables. They are written after the row; its checks take them into account. */
export function pairedFields(entity: Entity, fields: readonly string[]): string[] {
  return fields.filter((name) => {
    const { type } = fieldNamed(entity, name)
    return type.kind === 'collection' && !isOtherSide(type)
  })
}
