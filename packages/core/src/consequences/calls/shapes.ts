// Shapes of point 7 against rights: keys that no caller, or not every caller, ever gets.
// What a caller may not see is left out of the answer, which its readers may not expect.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Call, Shape, StepAction } from '../../model/calls.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { permissionsOf } from '../../check/roles/permission-rows.ts'
import { holdersOf, plainRoleOf, type Considering } from '../considering.ts'

export function noteUnseenKeys(of: Considering): void {
  const answered = new Set(of.model.calls.standard.flatMap(({ shape }) => shape ?? []))
  const callers = callersOfShapes(of)
  const roles = of.model.roles.roles.map(({ name }) => name)
  for (const shape of of.model.calls.shapes) {
    if (answered.has(shape.name)) noteUnseenKeysOf(of, shape, roles)
    else noteUnseenKeysOf(of, shape, callers.get(shape.name) ?? [])
  }
}

/** By shape, whoever can use a stated call that answers with it. Answers of calls that run as the product leave nothing out. */
function callersOfShapes(of: Considering): Map<string, string[]> {
  const callers = new Map<string, Set<string>>()
  const asProduct = new Set<string>()
  for (const call of of.model.calls.calls) {
    const used = new Set<string>()
    for (const { action } of everyStep(call.steps))
      for (const value of valuesIn(action))
        visit(value, (part) => {
          if (part.kind === 'shape') used.add(part.shape)
        })
    for (const shape of used) {
      if (call.runsAsProduct !== null || signsIn(call)) asProduct.add(shape)
      callers.set(shape, new Set([...(callers.get(shape) ?? []), ...holdersOf(of, call.who)]))
    }
  }
  return new Map([...callers].flatMap(([shape, roles]) => (asProduct.has(shape) ? [] : [[shape, [...roles]]])))
}

/** Who calls is somebody else by the end: whoever has just signed in. */
function signsIn({ steps }: Call): boolean {
  return everyStep(steps).some(({ action }) => action.kind === 'sign in')
}

function valuesIn(action: StepAction): Expression[] {
  if (action.kind === 'let') return [action.value]
  return action.kind === 'respond' && action.body !== null ? [action.body] : []
}

function noteUnseenKeysOf(of: Considering, shape: Shape, roles: readonly string[]): void {
  const viewers = roles.filter((role) => seenBy(of, role, shape.entity) !== null)
  const draft = of.checking.names.shapes.get(shape.name)
  for (const { key, value } of shape.keys) {
    const blind = viewers.filter((role) => !isSeen(of, role, value))
    if (blind.length === 0) continue
    const place = draft?.keys.find((row) => row.kind === 'key' && row.key.text === key)
    // Keys of another shape are told about there.
    if (place?.kind !== 'key') continue
    if (blind.length === viewers.length) of.found.push(diagnostic('N612', place.key.span, key))
    else of.found.push(diagnostic('N622', place.key.span, key, weakest(of, blind)))
  }
}

/** Roles that no other of them includes: whoever has more rights sees at least as much. */
function weakest(of: Considering, roles: readonly string[]): string[] {
  return roles.filter(
    (role) =>
      !roles.some(
        (other) =>
          other !== role && of.included.get(role)?.has(other) === false && of.included.get(other)?.has(role) === true,
      ),
  )
}

/** The fields of the entity that a role may see of some record; null when it may see none. */
function seenBy(of: Considering, role: string, entity: string): Set<string> | null {
  const mine = of.included.get(role) ?? new Set([role])
  const rows = permissionsOf(of.model.roles, entity).filter(
    ({ who, isForbidden, actions }) =>
      who !== null && !isForbidden && actions.includes('see') && mine.has(plainRoleOf(of, who)),
  )
  return rows.length === 0 ? null : new Set(rows.flatMap(({ fields }) => fields))
}

/** A path is seen when each of its fields may be; anything else, when all that it is made of is. */
function isSeen(of: Considering, role: string, value: Expression): boolean {
  if (value.kind !== 'field') return true
  const isHere = seenBy(of, role, value.entity)?.has(value.field) === true
  return isHere && isSeen(of, role, value.of)
}
