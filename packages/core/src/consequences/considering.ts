// Context of the consequence checks: the whole model, conditions reduced to formulas, and the diagnostics. They run
// only on specifications without errors, so every name is resolved.

import * as build from '../expression/build.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { substitute } from '../expression/conditions.ts'
import type { Expression, ValueType } from '../expression/expression.ts'
import type { Entity, Field } from '../model/entities.ts'
import { machineOf } from '../model/find.ts'
import type { Model } from '../model/model.ts'
import type { ContextualRole, Performer } from '../model/roles.ts'
import type { Machine } from '../model/states.ts'
import type { Rule } from '../model/validation.ts'
import { isNeverEmpty } from '../model/paths.ts'
import { valueTypeOfField } from '../model/value-type-of-field.ts'
import { canHold, type Decision } from '../predicate/decide.ts'
import { all, any, isIn, membershipsIn, not, type Formula } from '../predicate/formula.ts'
import { formulaOf, type Reducing } from '../predicate/formula-of.ts'
import { roleSubject } from '../predicate/subjects.ts'
import { these } from '../predicate/value-set.ts'
import { printWitness, witnessOf } from '../predicate/witness.ts'
import type { CheckedDraft } from '../check/checking.ts'

export interface Considering {
  readonly model: Model
  readonly checking: CheckedDraft
  readonly found: Diagnostic[]
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, Field>>
  readonly reducing: Reducing
  /** Each condition is reduced once. */
  readonly reduced: Map<Expression, Formula>
  /** By role, every role that it includes, with itself. */
  readonly included: ReadonlyMap<string, ReadonlySet<string>>
  /** By the key of "has this role", the role. */
  readonly roleOfKey: ReadonlyMap<string, string>
  /** By entity, its rules that can be both broken and satisfied; filled by transitions.ts. */
  readonly soundRules: Map<string, readonly Rule[]>
  /** By entity, its rules that every record satisfies at all times; filled by ruled-out.ts. */
  readonly lastingRules: Map<string, readonly Rule[]>
  /** By machine and field, the states in which the field is always empty; filled by states/empty-fields.ts. */
  readonly emptyFields: Map<Machine, ReadonlyMap<string, ReadonlySet<string>>>
}

export function considering(model: Model, checking: CheckedDraft): Considering {
  const fields = new Map(
    model.entities.entities.map((entity) => [entity.name, new Map(entity.fields.map((field) => [field.name, field]))]),
  )
  const reducing: Reducing = {
    limits: (entity, field) => fields.get(entity)?.get(field) ?? null,
    computed: (entity, field) => fields.get(entity)?.get(field)?.computed?.expression ?? null,
  }
  const included = new Map(model.roles.roles.map(({ name, includes }) => [name, new Set([name, ...includes])]))
  const roleOfKey = new Map(model.roles.roles.map(({ name }) => [roleSubject(name).key, name]))
  return {
    model,
    checking,
    found: [],
    fields,
    reducing,
    reduced: new Map(),
    included,
    roleOfKey,
    soundRules: new Map(),
    lastingRules: new Map(),
    emptyFields: new Map(),
  }
}

export function formula(of: Considering, expression: Expression | null): Formula {
  if (expression === null) return true
  const known = of.reduced.get(expression)
  if (known !== undefined) return known
  const made = formulaOf(expression, of.reducing)
  of.reduced.set(expression, made)
  return made
}

/** Tells whether all of these can hold for one caller, including inherited roles. */
export function together(of: Considering, ...formulas: readonly Formula[]): Decision {
  return canHold([...formulas, ...inclusionsOf(of, formulas)])
}

export function isNever(of: Considering, ...formulas: readonly Formula[]): boolean {
  return together(of, ...formulas).answer === 'no'
}

export function follows(of: Considering, conclusion: Formula, ...conditions: readonly Formula[]): boolean {
  return isNever(of, ...conditions, not(conclusion))
}

/** A sample row that satisfies all of these, if one certainly exists. */
export function sampleRow(of: Considering, ...formulas: readonly Formula[]): string | null {
  const decision = together(of, ...formulas)
  if (decision.answer !== 'yes' || !decision.isCertain) return null
  return decision.model.size === 0 ? 'any record' : printWitness(witnessOf(decision.model))
}

/** A user with a role has the roles that it includes. */
function inclusionsOf(of: Considering, formulas: readonly Formula[]): Formula[] {
  const named = new Set<string>()
  for (const one of formulas)
    for (const { subject } of membershipsIn(one))
      if (of.roleOfKey.has(subject.key)) named.add(of.roleOfKey.get(subject.key) ?? '')
  if (named.size < 2) return []
  return [...named].flatMap((role) =>
    [...named]
      .filter((other) => other !== role && of.included.get(role)?.has(other))
      .map((other) => any([not(hasRole(role)), hasRole(other)])),
  )
}

export function hasRole(role: string): Formula {
  return isIn(roleSubject(role), these([true]))
}

function contextualRole(of: Considering, performer: Exclude<Performer, { kind: 'role' }>): ContextualRole | null {
  return (
    of.model.roles.contextualRoles.find(({ name, entity }) => name === performer.role && entity === performer.entity) ??
    null
  )
}

/** The plain role that a performer must have. */
export function plainRoleOf(of: Considering, performer: Performer): string {
  return performer.kind === 'role' ? performer.role : (contextualRole(of, performer)?.mustHave ?? performer.role)
}

/** Condition on a record of `entity`, in addition to the plain role. Null: none. */
export function conditionOf(of: Considering, performer: Performer, entity: string): Expression | null {
  if (performer.kind === 'role') return null
  const role = contextualRole(of, performer)
  if (role === null || performer.kind === 'contextual role') return role?.when ?? null
  return substitute(role.when, 'this', fieldOf(of, entity, performer.field))
}

export function performs(of: Considering, performer: Performer, entity: string): Formula {
  return all([hasRole(plainRoleOf(of, performer)), formula(of, conditionOf(of, performer, entity))])
}

/** Roles whose holders also have one of these. */
export function holdersOf(of: Considering, roles: Iterable<string>): Set<string> {
  const wanted = [...roles]
  return new Set(
    [...of.included].flatMap(([role, included]) => (wanted.some((other) => included.has(other)) ? [role] : [])),
  )
}

export function intersects(a: ReadonlySet<string>, b: Iterable<string>): boolean {
  for (const item of b) if (a.has(item)) return true
  return false
}

export function thisRecord(entity: string): Expression {
  return build.recordVariable('this', entity)
}

/** `this.field`, or a field of another record, as an expression. */
export function fieldOf(of: Considering, entity: string, name: string, record = thisRecord(entity)): Expression {
  const field = of.fields.get(entity)?.get(name)
  const type: ValueType =
    field === undefined ? { kind: 'unknown' } : valueTypeOfField(field.type, statesOf(of, entity, name))
  const isAlwaysThere = field === undefined || field.isRequired || isNeverEmpty(field.type)
  return { kind: 'field', of: record, entity, field: name, type, isOptional: !isAlwaysThere, span: build.NOWHERE }
}

function statesOf(of: Considering, entity: string, field: string): string[] {
  return machineOf(of.model, entity, field)?.states.map(({ name }) => name) ?? []
}

/** The record, by default `this`, is in one of these states. */
export function inStates(of: Considering, machine: Machine, states: readonly string[], record?: Expression): Formula {
  const state = formulaOf(equals(fieldOf(of, machine.entity, machine.field, record), machine.initial), of.reducing)
  return typeof state === 'boolean' || state.kind !== 'in' ? true : isIn(state.subject, these(states))
}

export function equals(left: Expression, value: string | number | boolean | null): Expression {
  return build.binary('==', left, build.literal(value, left.type), build.NOWHERE)
}

export function entityOf(of: Considering, name: string): Entity | null {
  return of.model.entities.entities.find((entity) => entity.name === name) ?? null
}

/** Drops roles that include another one of the list. */
export function leastRoles({ included }: Considering, roles: readonly string[]): string[] {
  return roles.filter((role) => !roles.some((other) => other !== role && included.get(role)?.has(other) === true))
}
