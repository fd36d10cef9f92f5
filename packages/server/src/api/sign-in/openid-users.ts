// A user proven by an OpenID provider → the user here: the one with this identity, the one whose account is linked, or
// a new one. An e-mail address counts only if the provider has verified it.

import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { inputOfField } from '@ninefold/core/contract/inputs/field-inputs.ts'
import { followsPattern } from '@ninefold/core/contract/inputs/patterns.ts'
import type { OpenIdProblem } from '@ninefold/core/contract/wire/openid-problems.ts'
import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import * as build from '@ninefold/core/expression/build.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { AnySignIn } from '@ninefold/core/model/roles.ts'
import { ADDRESS_CLAIM, type OpenIdProvider } from '@ninefold/core/model/users/openid.ts'
import { planReceiver } from '@ninefold/core/plan/read/finds.ts'
import { runSteps } from '../../gate/calls/calls.ts'
import { countSignInPerUser } from '../../gate/calls/sign-in-steps.ts'
import { beginRecord } from '../../gate/calls/transitions.ts'
import type { Application } from '../../gate/context/application.ts'
import { bindingsOf } from '../../gate/context/bindings.ts'
import { asProduct, type Caller, callerWith } from '../../gate/context/caller.ts'
import type { ProvenUser } from '../../gate/context/identity-providers.ts'
import { planner } from '../../gate/context/planner.ts'
import type { Work } from '../../gate/context/work.ts'
import { noteWritten } from '../../gate/records/audit.ts'
import { setFields } from '../../gate/records/records.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import { confirmedAddress, fieldsFromClaims, isOfDomains, rolesFromClaims } from '../../gate/users/claims.ts'
import { giveFirstRoles } from '../../gate/users/give-roles.ts'
import { arrivalInWords, arrive, type Arrived } from '../../gate/users/second-factors.ts'
import type { Bindings } from '../../store/driver/rows.ts'
import { endKeysOfUser } from '../../store/tables/users/api-keys.ts'
import { endGrantsOfUser } from '../../store/tables/users/oauth-grants.ts'
import { forgetPasskeysOfUser } from '../../store/tables/users/passkeys.ts'
import { identitiesOfUser, keepIdentity, useIdentity } from '../../store/tables/users/identities.ts'
import { hasFactor } from '../../store/tables/users/second-factors.ts'
import { endOtherSessions, giveRole, rolesGivenTo, takeRole } from '../../store/tables/users/sessions.ts'
import { isSuspended } from '../../store/tables/users/suspensions.ts'
import { forgetDevices } from '../../store/tables/users/sign-in-attempts.ts'
import { forgetLinks } from '../../store/tables/users/sign-in-links.ts'
import { userRecord } from '../authentication/authentication.ts'
import { noteSignIn } from '../authentication/credentials.ts'

/** The sign-in is refused and the transaction rolled back. */
export class NotLetIn extends Error {
  override name = 'NotLetIn'
  readonly problem: OpenIdProblem

  constructor(problem: OpenIdProblem, reason: string) {
    super(reason)
    this.problem = problem
  }
}

export interface Arrival {
  readonly application: Application
  readonly rules: AnySignIn
  readonly provider: OpenIdProvider
  readonly proven: ProvenUser
  /** Identifies the request in the audit log. */
  readonly asked: Bindings
}

/** RFC 8176: the provider itself has asked for several factors. */
function saysSeveralFactors({ claims }: ProvenUser): boolean {
  const methods = claims['amr']
  return Array.isArray(methods) && methods.includes('mfa')
}

/** Throws NotLetIn. */
export async function signInByIdentity(arrival: Arrival): Promise<Arrived> {
  const { application, rules, provider, proven, asked } = arrival
  const caller = asProduct(callerWith(application.model, null, [], null))
  const bindings = { ...bindingsOf(application, caller), ...asked }
  return writeUnderRules({ application, caller, bindings }, async (transaction) => {
    const work: Work = { application, caller, transaction, bindings }
    const known = await useIdentity(transaction, proven)
    const userId = known ?? (await newIdentity(work, arrival))
    const user = userRecord(application.model, rules, userId)
    if (await isSuspended(transaction, userId)) throw new NotLetIn('suspended', 'The account is suspended.')
    await followClaims(actingAs(work, user), arrival, user, known === null)
    await countSignInPerUser(application, transaction, async () => `openid ${userId}`)
    const at = { provider: provider.name, idToken: proven.idToken }
    const bySeveral = rules.secondFactor !== null && saysSeveralFactors(proven)
    const arrived = await arrive(
      application,
      transaction,
      { userId, identifier: null, at },
      bySeveral ? 'provider' : null,
    )
    await noteSignIn({ application, rules, asked }, transaction, user.id, arrivalInWords(arrived))
    return arrived
  })
}

/** Links an identity to the signed-in user. Throws NotLetIn. */
export async function linkIdentity(arrival: Arrival, caller: Caller & { readonly me: RecordValue }): Promise<void> {
  const { application, asked } = arrival
  const bindings = { ...bindingsOf(application, caller), ...asked }
  await writeUnderRules({ application, caller, bindings }, async (transaction) => {
    const work: Work = { application, caller, transaction, bindings }
    const owner = await useIdentity(transaction, arrival.proven)
    if (owner !== null && owner !== String(caller.me.id))
      throw new NotLetIn('another', 'The identity belongs to another account.')
    if (owner === null) await keepNewIdentity(work, arrival, caller.me)
    await followClaims(work, arrival, caller.me, owner === null)
  })
}

/** Returns the id of the user to whom the identity belongs from now on. */
async function newIdentity(work: Work, arrival: Arrival): Promise<string> {
  const { provider, proven } = arrival
  const address = confirmedAddress(proven.claims)
  const existing = address === null ? null : await userWithAddress(work, arrival, address)
  const user = existing === null ? await newUser(work, arrival, address) : await linkedUser(work, arrival, existing)
  await keepNewIdentity(actingAs(work, user), arrival, user)
  if (existing === null && provider.signUp !== null) await giveFirstRoles(work, String(user.id), provider.signUp.gives)
  return String(user.id)
}

/** The user as the actor, for the audit log. */
function actingAs(work: Work, user: RecordValue): Work {
  return { ...work, caller: callerWith(work.application.model, user, [], null) }
}

async function keepNewIdentity(work: Work, { rules, provider, proven }: Arrival, user: RecordValue): Promise<void> {
  const { issuer, subject, claims } = proven
  const identity = { issuer, subject, provider: provider.name, address: confirmedAddress(claims) }
  if (!(await keepIdentity(work.transaction, String(user.id), identity)))
    throw new NotLetIn('another', 'The identity came to belong to another account meanwhile.')
  noteWritten(work, { name: rules.entity }, user, `link OpenID ${provider.name}`)
}

const userWithAddressPlan = planner('user with address', planReceiver)

async function userWithAddress(work: Work, arrival: Arrival, address: string): Promise<RecordValue | null> {
  const { application } = work
  const { rules, provider } = arrival
  const entity = entityNamed(application.model, rules.entity)
  const named = provider.fields.find(({ claim }) => claim === ADDRESS_CLAIM)
  if (named === undefined) return null
  const field = fieldNamed(entity, named.field)
  if (field.unique === null) return null
  const { values } = acceptInputs([inputOfField(field, [field.name], true)], { [field.name]: address }, followsPattern)
  const key = values[field.name] ?? address
  const nobody = callerWith(application.model, null, [], null)
  const statement = application.planned(userWithAddressPlan, nobody, entity, field, field)
  const row = (await work.transaction.run(statement, { key, sent: address }))[0]
  return row === undefined ? null : { id: row['id'] as string | number, fields: {} }
}

/**
 * The address of the account was never verified: an attacker could have created it in advance and wait for its owner
 * (pre-hijacking). So its sessions and credentials end. An account with a linked identity can only be linked by its
 * user.
 */
async function linkedUser(work: Work, { rules, provider, proven }: Arrival, user: RecordValue): Promise<RecordValue> {
  const { transaction, application } = work
  const userId = String(user.id)
  const others = await identitiesOfUser(transaction, userId, true)
  const address = confirmedAddress(proven.claims) ?? ''
  // The user has a second factor, which control of an address must not override.
  const isGuarded = await hasFactor(transaction, userId)
  const isMeant = provider.linksByAddress && isOfDomains(address, provider.signUp?.domains ?? null)
  if (!isMeant || isGuarded || others.length > 0)
    throw new NotLetIn('exists', 'There is an account with this address, which is not linked.')
  const { signIn } = application.model.roles
  if (signIn !== null) {
    const entity = entityNamed(application.model, signIn.entity)
    const value = build.nothing({ kind: 'text' })
    await setFields(work, entity, user, { set: [{ kind: 'expression', field: signIn.password, value }] })
  }
  await endOtherSessions(transaction, userId, null)
  await endKeysOfUser(transaction, userId)
  await endGrantsOfUser(transaction, userId)
  await forgetPasskeysOfUser(transaction, userId)
  await forgetDevices(transaction, userId)
  await forgetLinks(transaction, userId)
  noteWritten(work, { name: rules.entity }, user, 'end password and sessions')
  return user
}

async function newUser(work: Work, { rules, provider, proven }: Arrival, address: string | null): Promise<RecordValue> {
  const { signUp } = provider
  if (signUp === null) throw new NotLetIn('closed', 'Nobody signs up by this provider.')
  if (address === null && (signUp.domains !== null || provider.fields.some(({ claim }) => claim === ADDRESS_CLAIM)))
    throw new NotLetIn('unconfirmed', 'The provider has confirmed no address.')
  if (address !== null && !isOfDomains(address, signUp.domains))
    throw new NotLetIn('domain', 'The address is of another domain.')
  const entity = entityNamed(work.application.model, rules.entity)
  const given = givenByClaims(work.application, rules, provider, proven)
  const { record } = await beginRecord(work, entity, { given, set: [], isProductsOwn: true }, { runSteps })
  return { id: record.id, fields: {} }
}

/** Leaves out claims that do not fit their fields, unless a field is required. */
function givenByClaims(
  { model }: Application,
  rules: AnySignIn,
  provider: OpenIdProvider,
  { claims }: ProvenUser,
): Readonly<Record<string, Value>> {
  const entity = entityNamed(model, rules.entity)
  const sent = fieldsFromClaims(provider, claims)
  return Object.fromEntries(
    provider.fields.flatMap(({ field: name }) => {
      const field = fieldNamed(entity, name)
      const input = inputOfField(field, [name], field.isRequired)
      const { values, refusals } = acceptInputs([input], name in sent ? { [name]: sent[name] } : {}, followsPattern)
      if (refusals.length === 0) return name in sent ? [[name, values[name] ?? null] as const] : []
      if (!field.isRequired || field.default !== null) return []
      throw new NotLetIn('incomplete', `The provider does not tell what "${name}" of a new user needs.`)
    }),
  )
}

/** Updates the roles that the provider's table maps to claims. A new user has none of them yet. */
async function followClaims(
  work: Work,
  { rules, provider, proven }: Arrival,
  user: RecordValue,
  isFirst: boolean,
): Promise<void> {
  if (provider.roles.length === 0 || (provider.rolesAre === 'given once' && !isFirst)) return
  const { transaction } = work
  const userId = String(user.id)
  const has = new Set(await rolesGivenTo(transaction, userId))
  const claimed = rolesFromClaims(provider, proven.claims)
  for (const role of new Set(provider.roles.map((each) => each.role))) {
    const isGiven = claimed.has(role)
    if (isGiven === has.has(role) || (!isGiven && provider.rolesAre === 'given once')) continue
    await (isGiven ? giveRole : takeRole)(transaction, userId, role)
    noteWritten(work, { name: rules.entity }, user, `${isGiven ? 'give' : 'take'} role ${role}`)
  }
}
