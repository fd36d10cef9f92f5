// Checked roles and permissions → warnings about what probably was not meant: entities that nobody sees,
// roles that nobody gets, grants that a prohibition takes back.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import type { Permission, Role } from '../model/roles.ts'
import { report, reportAbsence, type Checking } from './checking.ts'
import { baseRole } from './resolve.ts'
import { rolesIncludedIn } from './scopes.ts'

export function warnAboutPermissions(
  checking: Checking,
  roles: readonly Role[],
  permissions: readonly Permission[],
): void {
  warnAboutUnseenEntities(checking, permissions)
  warnAboutIdleRoles(checking, roles, permissions)
  warnAboutBlindChanges(checking, permissions)
  warnAboutForbiddenGrants(checking, permissions)
}

function warnAboutUnseenEntities(checking: Checking, permissions: readonly Permission[]): void {
  // A permission that could not be read may be the one that is missing.
  const unread = new Set(
    checking.draft.roles.permissions
      .filter(({ span }) => !permissions.some((permission) => permission.span === span))
      .map(({ entity }) => entity.text),
  )
  const { referenceData, sampleData } = checking.draft.entities
  const created = new Set([
    ...referenceData.map(({ entity }) => entity.text),
    ...sampleData.map(({ entity }) => entity.text),
    ...checking.draft.calls.calls.flatMap(({ steps }) =>
      steps.flatMap(({ action }) => (action.kind === 'create' ? [action.entity.text] : [])),
    ),
  ])
  for (const entity of checking.entities.values()) {
    const grants = permissions.filter((permission) => permission.entity === entity.name && !permission.isForbidden)
    if (unread.has(entity.name)) continue
    if (!grants.some(({ actions }) => actions.includes('see')))
      reportAbsence(
        checking,
        entity.name,
        diagnostic('N604', entity.draft.name.span, `Nobody may see a ${entity.name}.`),
      )
    if (!grants.some(({ actions }) => actions.includes('create')) && !created.has(entity.name)) {
      reportAbsence(
        checking,
        entity.name,
        diagnostic('N604', entity.draft.name.span, `Nobody may create a ${entity.name}.`),
      )
    }
  }
}

function warnAboutIdleRoles(checking: Checking, roles: readonly Role[], permissions: readonly Permission[]): void {
  const { draft, names } = checking
  const gained = new Set(
    roles
      .filter((role) => role.isGuest || role.isGivenBySigningUp || role.isGivenToFirstUser || role.givenBy.length > 0)
      .map(({ name }) => name),
  )
  const bases = new Set(permissions.flatMap(({ who }) => (who === null ? [] : [baseRole(checking, who)])))
  const others = [
    ...draft.calls.calls.flatMap((call) => call.who),
    ...draft.screens.screens.flatMap((screen) => screen.who),
    ...draft.states.machines.flatMap((machine) => machine.transitions.flatMap((transition) => transition.who)),
    ...draft.roles.contextualRoles.map((role) => role.mustHave),
  ].map(({ text }) => text)
  for (const role of roles) {
    // A role that others include is theirs as well.
    const holders = [...names.roles.keys()].filter((name) => rolesIncludedIn(names, name).has(role.name))
    if (!holders.some((name) => gained.has(name)))
      reportAbsence(checking, role.name, diagnostic('N605', role.span, `Nobody is ever a "${role.name}".`))
    const may = [...rolesIncludedIn(names, role.name)].some((name) => bases.has(name) || others.includes(name))
    if (!may && !role.isGuest)
      reportAbsence(checking, role.name, diagnostic('N605', role.span, `A "${role.name}" may do nothing.`))
  }
}

function warnAboutBlindChanges(checking: Checking, permissions: readonly Permission[]): void {
  const { names } = checking
  for (const { who, actions, entity, isForbidden, span } of permissions) {
    if (who === null || isForbidden || !actions.includes('change')) continue
    const mine = rolesIncludedIn(names, baseRole(checking, who))
    const sees = permissions.some(
      (other) =>
        other.entity === entity &&
        !other.isForbidden &&
        other.actions.includes('see') &&
        other.who !== null &&
        mine.has(baseRole(checking, other.who)),
    )
    if (!sees) report(checking, diagnostic('N607', wordOf(checking, span, 'change'), baseRole(checking, who), entity))
  }
}

function warnAboutForbiddenGrants(checking: Checking, permissions: readonly Permission[]): void {
  for (const forbidden of permissions) {
    if (!forbidden.isForbidden || forbidden.onlyWhere !== null || !forbidden.isEveryField) continue
    for (const grant of permissions) {
      if (grant.isForbidden || grant.entity !== forbidden.entity || grant.relation !== forbidden.relation) continue
      for (const action of grant.actions) {
        if (!forbidden.actions.includes(action)) continue
        const place = wordOf(checking, grant.span, action)
        report(
          checking,
          diagnostic('N609', place, action, grant.entity).because(
            wordOf(checking, forbidden.span, action),
            'It is forbidden here.',
          ),
        )
      }
    }
  }
}

/** The word of an action in the row that states it. */
function wordOf(checking: Checking, row: Permission['span'], action: string): Permission['span'] {
  const draft = checking.draft.roles.permissions.find(({ span }) => span === row)
  return draft?.may.find((may) => may.action === action)?.span ?? row
}
