// Roles of a line → each once, in order.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { RoleDraft } from '../../draft/roles.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { isPlainRole } from '../names/resolve.ts'

/**
 * `called`: the meaning of the line's roles, for reporting duplicates. `takes` reports roles that are not permitted
 * there.
 */
export function roleList(
  checking: Checking,
  named: readonly Written[],
  called: string,
  takes: (role: Written) => boolean = () => true,
): Written[] {
  const roles: Written[] = []
  for (const role of named) {
    const isTwice = roles.some(({ text }) => text === role.text)
    if (isTwice) report(checking, diagnostic('N008', role.span, called, role.text))
    if (isPlainRole(checking, role) && takes(role) && !isTwice) roles.push(role)
  }
  return roles
}

/** False, and reported, for a role of guests. `why`: the sentence that says so. */
export function isOfUsers(
  checking: Checking,
  role: Written,
  declared: readonly RoleDraft[],
  why: 'guests have no keys' | 'guests have no second factor' | 'guests do not operate',
): boolean {
  const found = declared.find(({ name }) => name.text === role.text)
  if (found?.gained.some(({ kind }) => kind === 'not signed in') !== true) return true
  report(checking, diagnostic('N011', role.span, why, role.text).because(found.span, 'The role is declared here.'))
  return false
}
