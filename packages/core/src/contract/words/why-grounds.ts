// Lines of the text that allow or forbid something → the clauses of each for one caller and one record, so that the
// failing clause can be shown with its position.

import * as build from '../../expression/build.ts'
import { anyOf, conjuncts, FALSE, substitute, TRUE } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { simplify } from '../../expression/simplify.ts'
import type { Model } from '../../model/model.ts'
import type { Stated } from '../../model/stated.ts'
import { fieldOf } from '../../model/paths.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Performer, Permission, PermissionAction } from '../../model/roles.ts'
import type { Transition } from '../../model/states.ts'
import { type CallerRoles, performerCondition } from '../../rights/roles.ts'
import { inState } from '../calls/in-state.ts'
import { conditionInWords } from './conditions-in-words.ts'

/** One condition, over `this`. */
export interface Clause extends Stated {
  readonly words: string
  readonly holds: Expression
}

/** A line of the text, which applies if all of its clauses hold. */
export interface Ground extends Stated {
  readonly says: string
  readonly isForbidding: boolean
  readonly clauses: readonly Clause[]
}

/** Every row of point 6 about it. `field` null: about the record as a whole. */
export function permissionGrounds(
  model: Model,
  caller: CallerRoles,
  entity: string,
  action: PermissionAction,
  field: string | null,
): Ground[] {
  return model.roles.permissions
    .filter((permission) => isAbout(permission, entity, action, field))
    .map((permission) => ({
      says: permissionInWords(permission, action),
      isForbidding: permission.isForbidden,
      clauses: permission.isForbidden ? [] : clausesOfPermission(model, caller, permission),
      span: permission.span,
    }))
}

function isAbout(permission: Permission, entity: string, action: PermissionAction, field: string | null): boolean {
  if (permission.entity !== entity || !permission.actions.includes(action)) return false
  if (permission.isForbidden) return permission.isEveryField || (field !== null && permission.fields.includes(field))
  return field === null || permission.fields.includes(field)
}

function permissionInWords({ isForbidden, who, entity, isProvisional }: Permission, action: PermissionAction): string {
  if (isProvisional) return 'Nobody has said yet who may, so in development everybody may'
  const subject = isForbidden || who === null ? 'Nobody' : performerInWords(who)
  return `${subject} may ${action} ${entity}`
}

function clausesOfPermission(model: Model, caller: CallerRoles, permission: Permission): Clause[] {
  const { who, onlyWhere, entity, span } = permission
  const performer = who === null ? [] : performerClauses(model, caller, who, entity, span)
  return [...performer, ...conditionClauses(model, caller, onlyWhere, span)]
}

/** Roles first, then the relation to the record, such as owner or member. */
function performerClauses(
  model: Model,
  caller: CallerRoles,
  performer: Performer,
  entity: string,
  span: Stated['span'],
): Clause[] {
  if (performer.kind === 'role')
    return [{ words: `you are ${performer.role}`, holds: caller.roles.has(performer.role) ? TRUE : FALSE, span }]
  const role = model.roles.contextualRoles.find(
    ({ name, entity: of }) => name === performer.role && of === performer.entity,
  )
  if (role === undefined) return [{ words: `you are ${performerInWords(performer)}`, holds: FALSE, span }]
  const when =
    performer.kind === 'contextual role of'
      ? substitute(
          role.when,
          'this',
          fieldOf(
            model,
            build.recordVariable('this', entity),
            entity,
            fieldNamed(entityNamed(model, entity), performer.field),
          ),
        )
      : role.when
  return [
    { words: `you are ${role.mustHave}`, holds: caller.roles.has(role.mustHave) ? TRUE : FALSE, span: role.span },
    ...conditionClauses(model, caller, when, role.span),
  ]
}

/** Operands of "and" are separate clauses. */
export function conditionClauses(
  model: Model,
  caller: CallerRoles,
  condition: Expression | null,
  span: Stated['span'],
): Clause[] {
  if (condition === null) return []
  return conjuncts(condition).map((part) => ({
    words: conditionInWords(part, model),
    holds: simplify(part, { hasRole: (role) => caller.roles.has(role) }),
    // An expression that is generated from a path of names has no position of its own.
    span: part.span.end === 0 ? span : part.span,
  }))
}

/** Every row of point 4 with this name. */
export function transitionGrounds(model: Model, caller: CallerRoles, entity: string, name: string): Ground[] {
  return model.states.machines
    .filter((machine) => machine.entity === entity)
    .flatMap((machine) =>
      machine.transitions
        .filter((transition) => transition.name === name)
        .map((transition) => ({
          says: `${name}: ${transition.from.join(', ')} → ${transition.to ?? 'the state before'}`,
          isForbidding: false,
          clauses: [
            whoClause(model, caller, transition, entity),
            {
              words: `it is ${transition.from.join(' or ')}`,
              holds: inState(model, entity, machine.field, transition.from),
              span: transition.span,
            },
            ...conditionClauses(model, caller, transition.guard, transition.span),
          ],
          span: transition.span,
        })),
    )
}

function whoClause(model: Model, caller: CallerRoles, { who, span }: Transition, entity: string): Clause {
  return {
    words: who.length === 0 ? 'somebody may do it by hand' : `you are ${who.map(performerInWords).join(' or ')}`,
    holds: anyOf(who.map((performer) => performerCondition(model, caller, performer, entity))),
    span,
  }
}

export function performerInWords(performer: Performer): string {
  return performer.kind === 'contextual role of' ? `${performer.role} of ${performer.field}` : performer.role
}
