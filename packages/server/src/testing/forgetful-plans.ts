// Doubles of an application whose plans are made, or changed, by somebody who forgot something.

import type { Model } from '@ninefold/core/model/model.ts'
import type { Statement } from '@ninefold/core/plan/sql.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import type { Application } from '../gate/application.ts'

type Plan = (viewer: Viewer) => unknown
export type Forgetful = (key: string, plan: Plan, viewer: Viewer) => unknown

export function withPlans(forgetful: Forgetful): (application: Application) => Application {
  return (application) => ({
    ...application,
    planned: <Made>(caller: Parameters<Application['planned']>[0], key: string, plan: (viewer: Viewer) => Made): Made =>
      application.planned(caller, key, (viewer) => forgetful(key, plan, viewer) as Made),
  })
}

/** Every permission to see the entity is one of the role, for all records. */
export function everybodySees(model: Model, entity: string, role = 'Requester'): Model {
  const permissions = model.roles.permissions.map((permission) => {
    const isMeant = permission.entity === entity && permission.actions.includes('see')
    return isMeant ? { ...permission, who: { kind: 'role' as const, role }, onlyWhere: null } : permission
  })
  return { ...model, roles: { ...model.roles, permissions } }
}

export const isStatement = (made: unknown): made is Statement =>
  typeof made === 'object' && made !== null && 'text' in made
