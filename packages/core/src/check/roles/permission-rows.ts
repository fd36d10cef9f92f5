// The permissions of point 6, row by row.

import type { PermissionDraft, RolesDraft } from '../../draft/roles.ts'
import type { Permission, RolesModel } from '../../model/roles.ts'
import type { Checking } from '../checking.ts'
import { memoized } from '../memoized.ts'

/** The permissions on an entity's records. */
export function permissionsOf(roles: RolesModel, entity: string): readonly Permission[] {
  return checkedRows(roles).get(entity) ?? []
}

/** As `permissionsOf`, for unchecked rows. */
export function statedPermissions(roles: RolesDraft, entity: string): readonly PermissionDraft[] {
  return statedRows(roles).get(entity) ?? []
}

const checkedRows = memoized(({ permissions }: RolesModel) => grouped(permissions, ({ entity }) => entity))
const statedRows = memoized(({ permissions }: RolesDraft) => grouped(permissions, ({ entity }) => entity.text))

function grouped<Row>(rows: readonly Row[], entityOf: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const entity = entityOf(row)
    const group = groups.get(entity)
    if (group === undefined) groups.set(entity, [row])
    else group.push(row)
  }
  return groups
}

/** A permission with an error may be the missing one. */
export const areAllPermissionsRead = memoized(({ draft, checked }: Checking<'roles'>): boolean => {
  const read = new Set(checked.roles.permissions.map(({ span }) => span))
  return draft.roles.permissions.every(({ span }) => read.has(span))
})
