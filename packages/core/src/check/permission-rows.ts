// The permissions of point 6, as others ask for them row after row.

import type { Permission, RolesModel } from '../model/roles.ts'
import type { Checking } from './checking.ts'
import { onceFor } from './once.ts'

export function permissionsOf(roles: RolesModel | undefined, entity: string): readonly Permission[] {
  return roles === undefined ? [] : (byEntity(roles).get(entity) ?? [])
}

const byEntity = onceFor(({ permissions }: RolesModel): ReadonlyMap<string, readonly Permission[]> => {
  const groups = new Map<string, Permission[]>()
  for (const permission of permissions) {
    const group = groups.get(permission.entity)
    if (group === undefined) groups.set(permission.entity, [permission])
    else group.push(permission)
  }
  return groups
})

/** A permission that could not be read may be the one that is missed. */
export function areAllPermissionsRead(checking: Checking): boolean {
  return checking.checked.roles === undefined
    ? checking.draft.roles.permissions.length === 0
    : areRowsOfRolesRead(checking)
}

const areRowsOfRolesRead = onceFor(({ draft, checked }: Checking): boolean => {
  const read = new Set(checked.roles?.permissions.map(({ span }) => span))
  return draft.roles.permissions.every(({ span }) => read.has(span))
})
