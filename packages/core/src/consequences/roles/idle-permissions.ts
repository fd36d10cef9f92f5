// Permissions of point 6 to create or change without fields → N620 if no step sets any values.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { permissionsOf } from '../../check/roles/permission-rows.ts'
import type { Considering } from '../considering.ts'

export function warnAboutIdlePermissions(of: Considering): void {
  const stepped = stepsThatWrite(of)
  for (const { may, entity, fields, who, span } of of.checking.draft.roles.permissions) {
    if (fields.kind !== 'unstated' || who.kind === 'nobody') continue
    for (const { action, span: place } of may) {
      if (action !== 'create' && action !== 'change') continue
      // A step may set every value itself; the permission is then for the step.
      if (stepped.has(`${action} ${entity.text}`)) continue
      of.found.push(diagnostic('N620', place ?? span, action).withHint('Name the fields, or say "all".'))
    }
  }
}

/** `create Enrolment`, for steps that write with the caller's rights and stated values only. */
function stepsThatWrite({ model: { calls, roles, states } }: Considering): Set<string> {
  const stepped = [...calls.calls, ...calls.schedules, ...states.machines.flatMap(({ procedures }) => procedures)]
  return new Set(
    stepped
      .flatMap(({ steps }) => everyStep(steps))
      .flatMap(({ action }) => {
        const isOfCaller = action.kind === 'change' || (action.kind === 'create' && !action.isProductsOwn)
        if (!isOfCaller) return []
        // An input of the caller needs a row with the field; a missing one is reported at the step.
        const others = permissionsOf(roles, action.entity).filter(
          ({ actions, isForbidden }) => !isForbidden && actions.includes(action.kind),
        )
        const isNeeded = action.sets.every(
          ({ kind, field }) => kind === 'set' || !others.some(({ fields }) => fields.includes(field)),
        )
        return isNeeded ? [`${action.kind} ${action.entity}`] : []
      }),
  )
}
