// An invitation → a user with a role. The operator makes invitations for roles that only their holders give, so that no
// password has to stand in the text. Users make them where point 6 permits it.

import { followsPattern } from '@ninefold/core/contract/inputs/patterns.ts'
import { acceptInputs, type InputRefusal } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { invitedUserInputs } from '@ninefold/core/contract/inputs/inputs-of-users.ts'
import { INVITATION_PAGE } from '@ninefold/core/contract/wire/invitations.ts'
import { rolesPerTenant, rolesThatAreGiven, rolesWithoutFirstHolder } from '@ninefold/core/model/users/first-holders.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { NewInvitation } from '@ninefold/core/contract/wire/people.ts'
import { refusalLanguage } from '@ninefold/core/contract/words/refusal-language.ts'
import { rolesToInvite } from '@ninefold/core/rights/given-roles.ts'
import type { Database, Executor } from '../../store/driver/database.ts'
import { createInvitation, type Invitation, isRoleTaken } from '../../store/tables/users/invitations.ts'
import { keepMessage } from '../../store/tables/outbox.ts'
import { rolesGivenTo } from '../../store/tables/users/sessions.ts'
import { linkMessageName } from '../../store/tables/users/sign-in-links.ts'
import type { Application } from '../context/application.ts'
import { callerWith } from '../context/caller.ts'
import { currentTenant } from '../context/current-tenant.ts'
import { refused } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import { invitationWords, linkMessage } from '../messages/link-words.ts'
import { noteWritten } from '../records/audit.ts'
import { rolesOfUser } from './conditional-roles.ts'
import { signedInUser } from '../context/signed-in-user.ts'
import { labelOfTenant } from './memberships.ts'

export const INVITATION_VALID_MS = 7 * 24 * 60 * 60_000

/** The reason why such an invitation is impossible. */
export type InvitationProblem =
  | { readonly kind: 'no sign-in' }
  | { readonly kind: 'no such role'; readonly roles: readonly string[] }
  | { readonly kind: 'wrong field'; readonly refusals: readonly InputRefusal[] }
  /** Required references to records: an invited guest cannot see any to choose from. */
  | { readonly kind: 'missing references'; readonly fields: readonly string[] }

/** Null: the invitation is possible. */
export function invitationProblem(model: Model, { role, given }: Invitation): InvitationProblem | null {
  const signIn = signInOf(model.roles)
  if (signIn === null) return { kind: 'no sign-in' }
  const roles = rolesThatAreGiven(model)
  if (!roles.includes(role)) return { kind: 'no such role', roles }
  const inputs = invitedUserInputs(entityNamed(model, signIn.entity), signIn)
  const isSettled = ({ path: [name = ''] }: { readonly path: readonly string[] }): boolean => Object.hasOwn(given, name)
  const { refusals } = acceptInputs(inputs.filter(isSettled), given, followsPattern)
  if (refusals.length > 0) return { kind: 'wrong field', refusals }
  const open = inputs.filter((input) => !isSettled(input) && input.reference !== null)
  return open.length === 0 ? null : { kind: 'missing references', fields: open.map(({ path }) => path.join('.')) }
}

/** Returns the path of a link. */
export async function invite(database: Database, invitation: Invitation, validMs: number): Promise<string> {
  const made = await database.write((transaction) => createInvitation(transaction, invitation, validMs))
  if (made === null) throw new Error('Defect: the operator makes as many as they like.')
  return invitationLink(made.token)
}

function invitationLink(token: string): string {
  return `${INVITATION_PAGE}#${token}`
}

/** Open invitations per user. */
const OPEN_INVITATIONS_MAX = 100

/**
 * Invites in the name of a user whom point 6 permits to. It is sent if the identifier is an e-mail address. `origin`:
 * the beginning of the link.
 */
export async function inviteAs(
  work: Work,
  { role, identifier, origin }: { readonly role: string; readonly identifier: string | null; readonly origin: string },
): Promise<NewInvitation> {
  const { application, caller, transaction } = work
  const { model } = application
  const signIn = signInOf(model.roles)
  const me = signedInUser(caller)
  if (signIn === null) throw refused('not found')
  if (!rolesToInvite(model, caller).includes(role)) throw refused('forbidden', 'role')
  const given = identifier === null ? {} : { [signIn.identifier]: identifier }
  const isPerTenant = rolesPerTenant(model).includes(role)
  const tenant = isPerTenant ? await currentTenant(work) : null
  if (isPerTenant && tenant === null) throw refused('forbidden', 'role')
  const place = tenant === null ? {} : { tenant }
  const invitation = { role, given, invitedBy: String(me.id), ...place }
  const made = await createInvitation(transaction, invitation, INVITATION_VALID_MS, OPEN_INVITATIONS_MAX)
  if (made === null) throw refused('too many', null, ['too many invitations', OPEN_INVITATIONS_MAX])
  const link = `${origin}${invitationLink(made.token)}`
  const isSent =
    identifier !== null && fieldNamed(entityNamed(model, signIn.entity), signIn.identifier).type.kind === 'email'
  if (isSent) {
    const language = refusalLanguage(model, undefined)
    const label = tenant === null ? null : await labelOfTenant(application, transaction, tenant)
    const words = invitationWords(language, label ?? model.name, role, INVITATION_VALID_MS)
    await keepMessage(transaction, {
      name: linkMessageName('invitation'),
      way: 'email',
      receiver: identifier,
      ...linkMessage(application, language, words, link),
      atMs: application.database.nowMs(),
    })
    transaction.afterCommit(() => application.alarm.ring())
  }
  noteWritten({ transaction, caller }, { name: signIn.entity }, me, `invite ${role}`)
  return { id: made.id, link, sentTo: isSent ? identifier : null }
}

/** Tells whether the inviter may still invite to the role, in the tenant of the invitation. The operator always may. */
export async function isStillInvited(
  application: Application,
  executor: Executor,
  { role, invitedBy, tenant }: Invitation,
): Promise<boolean> {
  const signIn = signInOf(application.model.roles)
  // The role may have come to be given per tenant, or not any more.
  if (rolesPerTenant(application.model).includes(role) !== (tenant !== undefined)) return false
  if (invitedBy === undefined || signIn === null) return true
  const given = await rolesGivenTo(executor, invitedBy)
  const roles = await rolesOfUser(application, executor, signIn, invitedBy, given, tenant ?? null)
  const inviter = callerWith(application.model, { id: invitedBy, fields: {} }, roles, null)
  return rolesToInvite(application.model, inviter).includes(role)
}

/** Invitations to roles that nobody can give yet and nobody has. Each is made once per lifetime. */
export async function inviteFirstHolders(
  database: Database,
  model: Model,
): Promise<{ readonly role: string; readonly link: string }[]> {
  const made: { role: string; link: string }[] = []
  for (const role of rolesWithoutFirstHolder(model)) {
    const invitation = { role, given: {} }
    if (invitationProblem(model, invitation) !== null) continue
    const first = await database.write(async (transaction) =>
      (await isRoleTaken(transaction, role)) ? null : createInvitation(transaction, invitation, INVITATION_VALID_MS),
    )
    if (first !== null) made.push({ role, link: invitationLink(first.token) })
  }
  return made
}
