// Checked roles and permissions → warnings about probable mistakes: entities that nobody can see, roles that nobody
// gets, grants that a prohibition removes.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Permission, Role } from '../../model/roles.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { report, reportAbsence, type Checking } from '../checking.ts'
import { baseRole } from '../names/resolve.ts'
import { rolesIncludedIn } from '../names/scopes.ts'

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
  const unread = unreadEntities(checking, permissions)
  const { referenceData, sampleData } = checking.draft.entities
  const created = new Set([
    ...referenceData.map(({ entity }) => entity.text),
    ...sampleData.map(({ entity }) => entity.text),
    ...recordedBySteps(checking),
  ])
  for (const entity of checking.entities.values()) {
    const grants = permissions.filter((permission) => permission.entity === entity.name && !permission.isForbidden)
    // An open row may be the missing one.
    if (unread.has(entity.name) || isOpen(checking, entity.name)) continue
    const isMeant = permissions.some(
      ({ entity: of, isForbidden, actions, onlyWhere }) =>
        of === entity.name && isForbidden && onlyWhere === null && actions.includes('see'),
    )
    if (!isMeant && !grants.some(({ actions }) => actions.includes('see')))
      reportAbsence(checking, entity.name, diagnostic('N604', entity.draft.name.span, 'nobody sees', entity.name))
    if (!grants.some(({ actions }) => actions.includes('create')) && !created.has(entity.name)) {
      reportAbsence(checking, entity.name, diagnostic('N604', entity.draft.name.span, 'nobody creates', entity.name))
    }
  }
}

/** A permission with an error may be the missing one. */
function unreadEntities(checking: Checking, permissions: readonly Permission[]): ReadonlySet<string> {
  const unread = checking.draft.roles.permissions.filter(
    ({ span }) => !permissions.some((permission) => permission.span === span),
  )
  return new Set(unread.map(({ entity }) => entity.text))
}

/** Entities whose records are created by steps, transitions, OpenID providers or invitations. */
function recordedBySteps({ draft: { calls, states, roles } }: Checking): string[] {
  const isUserByProvider = roles.providers.some(({ signUp }) => signUp?.kind === 'open')
  const isUserByInvitation =
    (roles.signIn?.signUp?.kind === 'closed' && roles.signIn.signUp.isByInvitation) ||
    roles.permissions.some(({ may }) => may.some(({ action }) => action === 'invite'))
  const users = roles.signIn?.usersAre?.text
  const stepped = [...calls.calls, ...calls.schedules, ...states.procedures]
  const effects = states.machines.flatMap(({ transitions }) => transitions.flatMap((row) => row.effects))
  return [
    ...stepped
      .flatMap(({ steps }) => everyStep(steps))
      .flatMap(({ action }) => (action.kind === 'create' ? [action.entity.text] : [])),
    ...effects.flatMap((effect) => (effect.kind === 'record' ? [effect.entity.text] : [])),
    ...((isUserByProvider || isUserByInvitation) && users !== undefined ? [users] : []),
  ]
}

function isOpen({ draft }: Checking, entity: string): boolean {
  return draft.roles.openPermissions.some((open) => open === null || open.text === entity)
}

function warnAboutIdleRoles(checking: Checking, roles: readonly Role[], permissions: readonly Permission[]): void {
  const { draft, names } = checking
  // A provider that "Sign in with" does not name has a warning of its own.
  const claimed = new Set(
    draft.roles.providers.flatMap(({ signUp, roles: byClaims }) => [
      ...(signUp?.kind === 'open' ? [signUp.gives.text] : []),
      ...byClaims.map(({ role }) => role.text),
    ]),
  )
  const gained = new Set(
    roles
      .filter(
        (role) =>
          role.isGuest ||
          role.isGivenBySigningUp ||
          role.isGivenToFirstUser ||
          role.givenBy.length > 0 ||
          claimed.has(role.name) ||
          hasCondition(checking, role.name),
      )
      .map(({ name }) => name),
  )
  const bases = new Set(permissions.flatMap(({ who }) => (who === null ? [] : [baseRole(checking, who)])))
  const others = [
    ...draft.calls.calls.flatMap((call) => call.who),
    ...draft.screens.screens.flatMap((screen) => screen.who),
    ...draft.states.machines.flatMap((machine) => machine.transitions.flatMap((transition) => transition.who)),
    ...draft.roles.contextualRoles.map((role) => role.mustHave),
  ].flatMap((role) => role?.text ?? [])
  for (const role of roles) {
    // Holders of a role also have the roles that it includes.
    const holders = [...names.roles.keys()].filter((name) => rolesIncludedIn(names, name).has(role.name))
    const isGainOpen = holders.some((name) => names.roles.get(name)?.isGainNotShown === true)
    if (!isGainOpen && !holders.some((name) => gained.has(name)))
      reportAbsence(checking, role.name, diagnostic('N605', role.span, 'nobody has it', role.name))
    const may = [...rolesIncludedIn(names, role.name)].some((name) => bases.has(name) || others.includes(name))
    if (!may && !role.isGuest && draft.roles.openPermissions.length === 0)
      reportAbsence(checking, role.name, diagnostic('N605', role.span, 'may do nothing', role.name))
  }
}

/** A condition with an error may be meant to give the role. */
function hasCondition({ names }: Checking, role: string): boolean {
  return names.roles.get(role)?.gained.some(({ kind }) => kind === 'when') === true
}

function warnAboutBlindChanges(checking: Checking, permissions: readonly Permission[]): void {
  const { names } = checking
  const unread = unreadEntities(checking, permissions)
  for (const { who, actions, entity, isForbidden, span } of permissions) {
    if (who === null || isForbidden || !actions.includes('change') || unread.has(entity)) continue
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

/** The word of an action in its row. */
function wordOf(checking: Checking, row: Permission['span'], action: string): Permission['span'] {
  const draft = checking.draft.roles.permissions.find(({ span }) => span === row)
  return draft?.may.find((may) => may.action === action)?.span ?? row
}
