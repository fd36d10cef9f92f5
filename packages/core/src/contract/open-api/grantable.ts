// Fields that anybody may give at all: the document is one for every caller, and what one caller may give
// is the server's to say.

import type { Entity } from '../../model/entities.ts'
import type { Model } from '../../model/model.ts'

export function grantable(model: Model, entity: Entity, action: 'create' | 'change'): ReadonlySet<string> {
  const { permissions } = model.roles
  const granted = permissions.filter(
    (permission) => !permission.isForbidden && permission.entity === entity.name && permission.actions.includes(action),
  )
  return new Set(granted.flatMap(({ fields }) => fields))
}
