// Presence of point 7 against point 6 → N759: its readers see none of the people.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { presentPeopleOf } from '../../model/users/presence.ts'
import type { Considering } from '../considering.ts'
import { rolesThatMay } from '../screens.ts'

export function warnAboutPresence(of: Considering): void {
  const people = presentPeopleOf(of.model)
  if (people === null) return
  const seeing = withRolesThatInclude(of, rolesThatMay(of, 'see', people.entity))
  for (const { entity, calls, span } of of.model.calls.standard) {
    if (!calls.includes('presence')) continue
    const readers = withRolesThatInclude(of, rolesThatMay(of, 'see', entity))
    if (readers.length === 0 || readers.some((role) => seeing.includes(role))) continue
    const row = of.checking.draft.calls.standard.find((each) => each.span === span)
    const place = row?.calls.find(({ kind }) => kind === 'presence')?.span ?? span
    of.found.push(diagnostic('N759', place, entity, people.entity))
  }
}

function withRolesThatInclude(of: Considering, roles: readonly string[]): string[] {
  return [...of.included].flatMap(([role, included]) => (roles.some((each) => included.has(each)) ? [role] : []))
}
