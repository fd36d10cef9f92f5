// Test doubles of an application with faulty plans.

import { meaningKey } from '@ninefold/core/expression/conditions.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { Permission } from '@ninefold/core/model/roles.ts'
import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { visibleField, visibleRecords } from '@ninefold/core/rights/roles.ts'
import type { Application } from '../gate/context/application.ts'
import type { Planner } from '../gate/context/planner.ts'

type Plan = (viewer: Viewer) => unknown
/** The planner's name and its arguments. */
export interface Planned {
  readonly name: string
  readonly given: readonly unknown[]
}
export type Forgetful = (planned: Planned, plan: Plan, viewer: Viewer) => unknown

/** Without row-level security by default, because it would hide what the plans fail to filter. */
export function withPlans(
  forgetful: Forgetful,
  isWallUp: 'the wall stands' | 'the wall is down' = 'the wall is down',
): (application: Application) => Application {
  const isUp = isWallUp === 'the wall stands'
  return (application) => {
    const forgetfulOnes = new WeakMap<object, unknown>()
    const forgetfulOne = <Given extends readonly unknown[], Made>(
      honest: Planner<Given, Made>,
    ): Planner<Given, Made> => {
      const { name, plan } = honest
      const known = forgetfulOnes.get(honest) as Planner<Given, Made> | undefined
      const made: Planner<Given, Made> = known ?? {
        name,
        plan: (viewer, ...given) =>
          forgetful(
            { name, given },
            (own) => plan(own, ...given),
            isUp ? viewer : { ...viewer, isBehindWall: false },
          ) as Made,
      }
      forgetfulOnes.set(honest, made)
      return made
    }
    return {
      ...application,
      planned: (honest, caller, ...given) => application.planned(forgetfulOne(honest), caller, ...given),
    }
  }
}

/** Gives the role an unconditional permission to see the entity. */
export function everybodySees(model: Model, entity: string, role = 'Requester'): Model {
  const permissions = model.roles.permissions.map((permission) => {
    const isMeant = permission.entity === entity && permission.actions.includes('see')
    return isMeant ? { ...permission, who: { kind: 'role' as const, role }, onlyWhere: null } : permission
  })
  return { ...model, roles: { ...model.roles, permissions } }
}

export const isStatement = (made: unknown): made is Statement =>
  typeof made === 'object' && made !== null && 'text' in made

/** The gate without row-level security behind it. */
export const withoutWall = withPlans((_, plan, viewer) => plan(viewer))

const SOMEBODY = 'Somebody'

/**
 * Row-level security without the gate in front of it: every record is visible, with the fields that its caller sees of
 * every visible record. Fields that are visible for fewer records are left to the gate.
 */
export function withoutGate(
  isWallUp: 'the wall stands' | 'the wall is down',
): (application: Application) => Application {
  return withPlans((_, plan, viewer) => plan(everythingSeen(viewer)), isWallUp)
}

function everythingSeen(viewer: Viewer): Viewer {
  const { model, caller } = viewer
  const kept = model.roles.permissions.filter(
    ({ isForbidden, isEveryField, actions }) => !(isForbidden && isEveryField && actions.includes('see')),
  )
  const added = model.entities.entities.map((entity): Permission => {
    const whole = meaningKey(visibleRecords(model, caller, entity.name))
    const fields = entity.fields.filter(
      ({ name, isHidden }) => !isHidden && meaningKey(visibleField(model, caller, entity.name, name)) === whole,
    )
    return {
      isForbidden: false,
      who: { kind: 'role', role: SOMEBODY },
      actions: ['see'],
      entity: entity.name,
      relation: null,
      onlyWhere: null,
      mayHandOver: false,
      fields: fields.map(({ name }) => name),
      isEveryField: false,
      isProvisional: false,
      span: entity.span,
    }
  })
  return {
    ...viewer,
    model: { ...model, roles: { ...model.roles, permissions: [...kept, ...added] } },
    caller: { ...caller, roles: new Set([...caller.roles, SOMEBODY]) },
  }
}
