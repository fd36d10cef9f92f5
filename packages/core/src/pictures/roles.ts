// Points 4 and 6, checked → who may do what to which records, in which state: a table of actions and roles per entity.
// A cell is yes, no, or conditional, with the rows of the text behind it.

import * as build from '../expression/build.ts'
import { conditionInWords } from '../contract/words/conditions-in-words.ts'
import { allOf, isFalse, isTrue, TRUE } from '../expression/conditions.ts'
import type { Expression } from '../expression/expression.ts'
import { entityNamed } from '../model/find.ts'
import type { Model } from '../model/model.ts'
import type { Stated } from '../model/stated.ts'
import { type Permission, type PermissionAction, type Role, USER_ACTIONS } from '../model/roles.ts'
import type { Machine, Transition } from '../model/states.ts'
import { canNeverHold } from '../predicate/decide.ts'
import { all, isIn } from '../predicate/formula.ts'
import { formulaOf, NOTHING_ELSE_KNOWN } from '../predicate/formula-of.ts'
import { subjectOf } from '../predicate/subjects.ts'
import { these } from '../predicate/value-set.ts'
import { type CallerRoles, grantsOf, isForbidden, performerCondition } from '../rights/roles.ts'
import { performerInWords } from './performers.ts'

export interface RightsTable extends Stated {
  readonly entity: string
  readonly roles: readonly string[]
  /** States of its first field of type `state`; empty: it has none. */
  readonly states: readonly string[]
  readonly actions: readonly RightsOfAction[]
}

export interface RightsOfAction {
  /** `see`, `add members`, `do take`. */
  readonly action: string
  /** In the order of the roles. */
  readonly cells: readonly RightsCell[]
}

export interface RightsCell {
  readonly answer: 'yes' | 'no' | 'sometimes'
  /** Each is sufficient alone. */
  readonly grounds: readonly RightsGround[]
}

export interface RightsGround extends Stated {
  /** Condition. Null: none. */
  readonly where: string | null
  /** The fields of the ground. Null: all of them, or not about fields. */
  readonly fields: readonly string[] | null
  /** Null: every state. */
  readonly states: readonly string[] | null
}

const ACTIONS: readonly PermissionAction[] = ['see', 'create', 'change', 'delete', ...USER_ACTIONS]

export function rightsTables(model: Model): RightsTable[] {
  return model.entities.entities.map((entity) => {
    const machine = model.states.machines.find((each) => each.entity === entity.name) ?? null
    const { roles } = model.roles
    const relations = entity.fields.filter(({ type }) => type.kind === 'collection' && type.via === null)
    const plain = [
      ...ACTIONS.map((action) => ({ action, relation: null, words: action as string })),
      ...relations.flatMap(({ name }) =>
        (['add', 'remove'] as const).map((action) => ({ action, relation: name, words: `${action} ${name}` })),
      ),
    ]
    const actions = plain.map(({ action, relation, words }) => ({
      action: words,
      cells: roles.map((role) => cellOf(groundsOf(model, entity.name, machine, role, action, relation))),
    }))
    return {
      entity: entity.name,
      roles: roles.map(({ name }) => name),
      states: machine?.states.map(({ name }) => name) ?? [],
      actions: [
        // An action that nobody may do and the text does not mention has no row.
        ...actions.filter(
          ({ action, cells }) =>
            !USER_ACTIONS.some((each) => each === action) || cells.some(({ answer }) => answer !== 'no'),
        ),
        ...transitionRows(model, machine),
      ],
      span: entity.span,
    }
  })
}

function cellOf(grounds: readonly RightsGround[]): RightsCell {
  if (grounds.length === 0) return { answer: 'no', grounds }
  // An unconditional ground makes the others redundant.
  const always = grounds.filter(({ where, states, fields }) => where === null && states === null && fields === null)
  return always.length > 0 ? { answer: 'yes', grounds: always } : { answer: 'sometimes', grounds }
}

function callerOf(role: Role): CallerRoles {
  return { roles: new Set(role.includes), isSignedIn: !role.isGuest }
}

function groundsOf(
  model: Model,
  entity: string,
  machine: Machine | null,
  role: Role,
  action: PermissionAction,
  relation: string | null,
): RightsGround[] {
  if (isForbidden(model, entity, action, null)) return []
  return grantsOf(model, callerOf(role), entity, action).flatMap(({ permission, condition }) => {
    if (permission.relation !== relation) return []
    const states = statesWhere(machine, condition)
    // The condition excludes every state, so the row permits nothing.
    if (states?.length === 0) return []
    return [
      {
        where: whereInWords(model, permission, condition),
        fields: fieldsOf(model, permission, action),
        states,
        span: permission.span,
      },
    ]
  })
}

function whereInWords(model: Model, { who, onlyWhere }: Permission, condition: Expression): string | null {
  if (isTrue(condition)) return null
  const own = who === null || who.kind === 'role' ? [] : [`as ${performerInWords(who)}`]
  const only = onlyWhere === null || isTrue(onlyWhere) ? [] : [conditionInWords(onlyWhere, model)]
  return [...own, ...only].join(', where ')
}

/** Only for actions on fields, and only if they do not cover all of them. */
function fieldsOf(model: Model, permission: Permission, action: PermissionAction): readonly string[] | null {
  if (permission.isEveryField || !['see', 'create', 'change'].includes(action)) return null
  const { fields } = entityNamed(model, permission.entity)
  const possible = fields.filter(({ isHidden, isBuiltIn }) => action === 'see' && !isHidden && !isBuiltIn)
  const isAll = possible.length > 0 && possible.every(({ name }) => permission.fields.includes(name))
  return isAll ? null : permission.fields
}

/** States in which the condition can hold. Null: all of them, or independent of the state. */
function statesWhere(machine: Machine | null, condition: Expression): readonly string[] | null {
  if (machine === null || isTrue(condition)) return null
  const formula = formulaOf(condition, NOTHING_ELSE_KNOWN)
  const subject = subjectOf(stateField(machine), NOTHING_ELSE_KNOWN.limits)
  const possible = machine.states.filter(({ name }) => !canNeverHold(all([formula, isIn(subject, these([name]))])))
  return possible.length === machine.states.length ? null : possible.map(({ name }) => name)
}

function stateField({ entity, field, states }: Machine): Expression {
  const type = { kind: 'choice', values: states.map(({ name }) => name) } as const
  return build.field(build.recordVariable('this', entity), entity, field, { type, isOptional: false })
}

function transitionRows(model: Model, machine: Machine | null): RightsOfAction[] {
  if (machine === null) return []
  const names = [...new Set(machine.transitions.map(({ name }) => name))]
  return names.map((name) => ({
    action: `do ${name}`,
    cells: model.roles.roles.map((role) =>
      cellOf(
        machine.transitions
          .filter((transition) => transition.name === name)
          .flatMap((transition) => groundOfTransition(model, machine, transition, role)),
      ),
    ),
  }))
}

function groundOfTransition(model: Model, machine: Machine, transition: Transition, role: Role): RightsGround[] {
  return transition.who.flatMap((performer) => {
    const condition = performerCondition(model, callerOf(role), performer, machine.entity)
    if (isFalse(condition)) return []
    const guard = transition.guard ?? TRUE
    const possible = statesWhere(machine, allOf([condition, guard]))
    const states = transition.from.filter((state) => possible === null || possible.includes(state))
    if (states.length === 0) return []
    const own = performer.kind === 'role' ? [] : [`as ${performerInWords(performer)}`]
    const only = isTrue(guard) ? [] : [conditionInWords(guard, model)]
    const where = own.length + only.length === 0 ? null : [...own, ...only].join(', where ')
    const isEveryState = states.length === machine.states.length
    return [{ where, fields: null, states: isEveryState ? null : states, span: transition.span }]
  })
}
