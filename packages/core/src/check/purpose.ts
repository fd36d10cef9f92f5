// Draft purpose → checked purpose. It has no effect at run time; the named roles must exist.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import type { PurposeModel } from '../model/purpose.ts'
import type { Written } from '../text/source.ts'
import { report, reportAbsence, type Checking } from './checking.ts'
import { rolesIncludedIn } from './names/scopes.ts'
import { isPlainRole } from './names/resolve.ts'

export function checkPurpose(checking: Checking): PurposeModel {
  const { purpose, users, terms } = checking.draft.purpose
  refuseRepeated(checking)
  for (const { user, role } of users) {
    if (role === null) continue
    if (role.text === '' || role.text === 'none') report(checking, diagnostic('N101', user.span, user.text))
    // If point 6 is not shown, the intended users provide the roles.
    else if (!checking.names.areRolesNotShown) isPlainRole(checking, role)
  }
  noteRolesWithoutUsers(checking)
  return {
    purpose: purpose?.text ?? null,
    users: users.map(({ user, role, comesTo, span }) => ({
      user: user.text,
      role: role?.text ?? null,
      comesTo: comesTo.text,
      span,
    })),
    terms: terms.map(({ term, means }) => ({ term: term.text, means: means.text })),
  }
}

/** N008: a user with two roles has two rows; a repeated row is redundant. */
function refuseRepeated(checking: Checking): void {
  const { users, terms } = checking.draft.purpose
  const rows = [
    ...users.map(({ user, role }) => ({
      name: user,
      key: `${user.text}|${role?.text ?? ''}`,
      kind: 'an intended user',
    })),
    ...terms.map(({ term }) => ({ name: term, key: term.text, kind: 'a term' })),
  ]
  const firsts = new Map<string, Written>()
  for (const { name, key, kind } of rows) {
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, name)
    else {
      const found = diagnostic('N008', name.span, kind, name.text)
      report(checking, found.because(first.span, 'It is first written here.'))
    }
  }
}

function noteRolesWithoutUsers(checking: Checking): void {
  const { users } = checking.draft.purpose
  // A user without a stated role may have any.
  if (users.length === 0 || users.some(({ role }) => role === null)) return
  const named = new Set(users.flatMap(({ role }) => role?.text ?? []))
  for (const role of checking.names.roles.values()) {
    const name = role.name.text
    // Included roles count; a guest is anybody.
    const isSomebody = [...named].some((user) => rolesIncludedIn(checking.names, user).has(name))
    if (!isSomebody && name !== checking.names.guest)
      reportAbsence(checking, name, diagnostic('N102', role.name.span, name))
  }
}
