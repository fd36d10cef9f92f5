// Fields that at least one role may give: the document is the same for every caller, and the server checks individual
// rights.

import type { Entity } from '../../model/entities.ts'
import type { Model } from '../../model/model.ts'

export function grantable(model: Model, entity: Entity, action: 'create' | 'change'): ReadonlySet<string> {
  const { permissions } = model.roles
  const granted = permissions.filter(
    (permission) => !permission.isForbidden && permission.entity === entity.name && permission.actions.includes(action),
  )
  return new Set(granted.flatMap(({ fields }) => fields))
}
