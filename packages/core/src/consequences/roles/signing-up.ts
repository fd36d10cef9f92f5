// Signing up in point 6 against roles, permissions and calls: N630 if it is open but impossible, or if it gives other
// roles than the table states.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Written } from '../../text/source.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { withArticle } from '../../text/article.ts'
import type { Considering } from '../considering.ts'

export function warnAboutSigningUp(of: Considering): void {
  const draft = of.checking.draft.roles.signIn
  if (draft === null) return
  // Without the line, signing up is closed.
  if (draft.signUp === null ? !draft.labels.includes('Sign up') : draft.signUp.kind === 'closed') {
    warnAboutClosed(of)
    return
  }
  if (draft.signUp?.kind !== 'open') return
  const { gives } = draft.signUp
  warnAboutGiven(of, gives)
  const entity = draft.usersAre?.text
  if (entity !== undefined && !mayGuestsMakeUsers(of, entity))
    of.found.push(
      diagnostic('N630', gives.span, 'no guest may create', entity).withHint(
        `Let a role that is got by not being signed in create ${withArticle(entity)}, or write "closed".`,
      ),
    )
}

function warnAboutGiven(of: Considering, gives: Written): void {
  const given = of.model.roles.roles.find(({ name }) => name === gives.text)
  if (given === undefined) return
  if (given.isGuest) {
    const found = diagnostic('N630', gives.span, 'role of guests', gives.text).because(
      given.span,
      'It is declared here.',
    )
    of.found.push(found.withHint('Name a role of those who are signed in.'))
    return
  }
  for (const role of of.checking.draft.roles.roles) {
    const gain = role.gained.find(({ kind }) => kind === 'signing up')
    if (gain === undefined || role.name.text === gives.text) continue
    const found = diagnostic('N630', gives.span, 'other role', gives.text, role.name.text)
    of.found.push(
      found
        .because(role.name.span, 'Here it is said to be got by signing up.')
        .withHint('Name one of the two at both places.'),
    )
  }
}

/** Roles that are only obtained by signing up, where signing up is closed. */
function warnAboutClosed(of: Considering): void {
  const byProviders = new Set(signInOf(of.model.roles)?.providers.map(({ signUp }) => signUp?.gives))
  for (const { name, gained } of of.checking.draft.roles.roles) {
    if (byProviders.has(name.text)) continue
    const [way, ...others] = gained
    if (way?.kind !== 'signing up' || others.length > 0) continue
    of.found.push(
      diagnostic('N630', way.span, 'nobody signs up', name.text).withHint(
        'Write "from a ROLE" for those who give it, or open the signing up.',
      ),
    )
  }
}

/** By a permission, or by a guests' call that creates a user as the product. */
function mayGuestsMakeUsers(of: Considering, entity: string): boolean {
  const guests = new Set(of.model.roles.roles.flatMap(({ name, isGuest }) => (isGuest ? [name] : [])))
  const isPermitted = of.model.roles.permissions.some(
    (permission) =>
      permission.entity === entity &&
      !permission.isForbidden &&
      permission.actions.includes('create') &&
      permission.who !== null &&
      guests.has(permission.who.role),
  )
  return (
    isPermitted ||
    of.model.calls.calls.some(
      ({ who, steps }) =>
        who.some((role) => guests.has(role)) &&
        everyStep(steps).some(({ action }) => action.kind === 'create' && action.entity === entity),
    )
  )
}
