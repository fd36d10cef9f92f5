// Point 6 not shown → the provisional permission of development: everybody may do everything. Production serves nothing
// provisional.

import type { Permission, PermissionAction, Role } from '../../model/roles.ts'
import type { Span } from '../../text/source.ts'
import type { Checking } from '../checking.ts'
import type { EntityFacts } from '../entities/facts.ts'
import { isAbout } from '../roles/permission-fields.ts'

export const PROVISIONAL_ROLE = 'Guest'

export function provisionalRoles(span: Span): Role[] {
  return [
    {
      name: PROVISIONAL_ROLE,
      includes: [PROVISIONAL_ROLE],
      was: null,
      isGuest: true,
      isGivenBySigningUp: false,
      isGivenToFirstUser: false,
      isPerTenant: false,
      givenBy: [],
      when: [],
      span,
    },
  ]
}

export function provisionalPermissions(checking: Checking, span: Span): Permission[] {
  return [...checking.entities.values()].flatMap((entity) =>
    (['see', 'create', 'change', 'delete'] as const).map((action) => ({
      isForbidden: false,
      who: { kind: 'role' as const, role: PROVISIONAL_ROLE },
      actions: [action],
      entity: entity.name,
      relation: null,
      onlyWhere: null,
      mayHandOver: true,
      fields: fieldsFor(entity, action),
      isEveryField: true,
      isProvisional: true,
      span,
    })),
  )
}

/** A hidden value, such as a password, can be given but never seen. */
function fieldsFor(entity: EntityFacts, action: PermissionAction): string[] {
  return [...entity.fields.values()].flatMap((facts) => {
    if (action === 'see' && facts.field.isHidden) return []
    return isAbout(facts, action) ? [facts.field.name] : []
  })
}
