// Rights over users without an effect, or that miss their purpose: invitations to no role, and personal data that
// survives the erasure of a user.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { isNeededAtCreation } from '../../contract/inputs/field-inputs.ts'
import type { UserAction } from '../../model/roles.ts'
import { forgottenFields, forgottenValue, slugsOfForgotten } from '../../model/users/forgotten-fields.ts'
import { entityNamed } from '../../model/find.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import { rolesToInvite } from '../../rights/given-roles.ts'
import type { Span } from '../../text/source.ts'
import type { Considering } from '../considering.ts'
import { rowOf, type Grant } from './widening.ts'

export function considerRightsOverUsers(of: Considering): void {
  const grants = of.model.roles.permissions.filter(
    (permission): permission is Grant => permission.who !== null && !permission.isForbidden,
  )
  refuseWhatStays(of, grants)
  warnAboutInvitations(of, grants)
}

function placeOf(of: Considering, grant: Grant, action: UserAction): Span {
  return rowOf(of, grant)?.may.find((each) => each.action === action)?.span ?? grant.span
}

/** N662 and N663. */
function refuseWhatStays(of: Considering, grants: readonly Grant[]): void {
  const grant = grants.find(({ actions }) => actions.includes('forget'))
  const signIn = signInOf(of.model.roles)
  if (grant === undefined || signIn === null) return
  const span = placeOf(of, grant, 'forget')
  const forgotten = forgottenFields(of.model)
  for (const each of forgotten) {
    const { entity } = each
    for (const field of each.fields)
      if (forgottenValue(field) === null)
        of.found.push(
          diagnostic('N662', span, 'needs a value', entity.name, field.name)
            .because(field.span, 'It is personal data.')
            .withHint('Take "required" from the field, or "personal data".'),
        )
    for (const slug of slugsOfForgotten(each))
      of.found.push(
        diagnostic('N662', span, 'slug', entity.name, slug.name)
          .because(slug.span, 'It is made from personal data.')
          .withHint('Make the slug from another field, or leave it out.'),
      )
  }
  if (!forgotten.some(({ fields }) => fields.some(({ isPersonal }) => isPersonal)))
    of.found.push(
      diagnostic('N663', span, signIn.entity).withHint(
        'Add "personal data" under Rules to the fields that say who somebody is.',
      ),
    )
}

function warnAboutNeededRecords(of: Considering, grants: readonly Grant[]): void {
  const grant = grants.find(({ actions }) => actions.includes('invite'))
  const users = of.model.entities.entities.find(({ name }) => name === signInOf(of.model.roles)?.entity)
  if (grant === undefined || users === undefined) return
  const needed = users.fields.find((field) => field.type.kind === 'reference' && isNeededAtCreation(field))
  warnAboutNeededOfMembership(of, grant)
  if (needed === undefined) return
  of.found.push(
    diagnostic('N664', placeOf(of, grant, 'invite'), 'needs a record', needed.name, users.name)
      .because(needed.span, 'It is required, and has no default.')
      .withHint('Give the field a default, or take "required" from it.'),
  )
}

/** An invitation into a tenant makes a membership, of which it knows the user, the tenant and the role. */
function warnAboutNeededOfMembership(of: Considering, grant: Grant): void {
  const { tenancy } = of.model.entities
  if (tenancy === null || tenancy.role === null || grant.isInEveryTenant === true) return
  const membership = entityNamed(of.model, tenancy.membership)
  const known = [tenancy.user, tenancy.field]
  const needed = membership.fields.find((field) => !known.includes(field.name) && isNeededAtCreation(field))
  if (needed === undefined) return
  of.found.push(
    diagnostic('N664', placeOf(of, grant, 'invite'), 'needs a value', needed.name, membership.name)
      .because(needed.span, 'It is required, and has no default.')
      .withHint('Give the field a default, or take "required" from it.'),
  )
}

/** N664: an inviter names a role that they may give. */
function warnAboutInvitations(of: Considering, grants: readonly Grant[]): void {
  const signUp = of.checking.draft.roles.signIn?.signUp ?? null
  if (signUp?.kind === 'closed' && signUp.isByInvitation && !grants.some(({ actions }) => actions.includes('invite')))
    of.found.push(
      diagnostic('N664', signUp.span, 'nobody invites').withHint(
        `Add a row to "Permissions" with "invite", or write closed.`,
      ),
    )
  warnAboutNeededRecords(of, grants)
  // Without a readable sign-in nobody is invited, which is reported already.
  if (signInOf(of.model.roles) === null) return
  for (const grant of grants) {
    if (!grant.actions.includes('invite') || grant.who.kind !== 'role') continue
    const has = of.included.get(grant.who.role) ?? new Set([grant.who.role])
    if (rolesToInvite(of.model, { roles: has, isSignedIn: true }).length > 0) continue
    const span = placeOf(of, grant, 'invite')
    of.found.push(
      diagnostic('N664', span, 'gives no role', grant.who.role).withHint(
        `Write "from a ${grant.who.role}" under "A user gets it" of a role.`,
      ),
    )
  }
}
