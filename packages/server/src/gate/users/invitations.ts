// An invitation → a user with a role. The operator makes invitations, so that the first holder of a role that only its
// holders give can come to be without a password in the text.

import { followsPattern } from '@ninefold/core/contract/inputs/patterns.ts'
import { acceptInputs, type InputRefusal } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { INVITATION_PAGE, invitedUserInputs } from '@ninefold/core/contract/wire/invitations.ts'
import { rolesThatAreGiven, rolesWithoutFirstHolder } from '@ninefold/core/model/users/first-holders.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { Database } from '../../store/driver/database.ts'
import { createInvitation, type Invitation, isRoleTaken } from '../../store/tables/invitations.ts'

export const INVITATION_VALID_MS = 7 * 24 * 60 * 60_000

/** Why there can be no such invitation. */
export type InvitationProblem =
  | { readonly kind: 'no sign-in' }
  | { readonly kind: 'no such role'; readonly roles: readonly string[] }
  | { readonly kind: 'wrong field'; readonly refusals: readonly InputRefusal[] }
  /** References to records: whoever is invited sees none that they could choose from. */
  | { readonly kind: 'missing references'; readonly fields: readonly string[] }

/** Null: it is fine. */
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

/** The end of a link to it, from the path on. */
export async function invite(database: Database, invitation: Invitation, validMs: number): Promise<string> {
  return `${INVITATION_PAGE}#${await database.write((transaction) => createInvitation(transaction, invitation, validMs))}`
}

/** Invitations to those roles that nobody inside can give, as long as nobody has them; each is made once in its time. */
export async function inviteFirstHolders(
  database: Database,
  model: Model,
): Promise<{ readonly role: string; readonly link: string }[]> {
  const made: { role: string; link: string }[] = []
  for (const role of rolesWithoutFirstHolder(model)) {
    const invitation = { role, given: {} }
    if (invitationProblem(model, invitation) !== null) continue
    const token = await database.write(async (transaction) =>
      (await isRoleTaken(transaction, role)) ? null : createInvitation(transaction, invitation, INVITATION_VALID_MS),
    )
    if (token !== null) made.push({ role, link: `${INVITATION_PAGE}#${token}` })
  }
  return made
}
