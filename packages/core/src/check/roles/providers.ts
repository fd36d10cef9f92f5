// `### OpenID provider: …` → the checked provider: who may sign up by it, and which fields and roles its claims set.

import { diagnostic, type Sentence } from '../../diagnostic/diagnostic.ts'
import type { ProviderDraft, SignInDraft } from '../../draft/roles.ts'
import { ADDRESS_CLAIM, type ClaimedField, type OpenIdProvider } from '../../model/users/openid.ts'
import type { Written } from '../../text/source.ts'
import { report, reportAbsence, type Checking } from '../checking.ts'
import { type EntityFacts, type FieldFacts, isComputed, isProvidedAtCreation } from '../entities/facts.ts'
import { isPlainRole, resolveField } from '../names/resolve.ts'

/** The providers that "Sign in with" names. `identifier`: the field that identifies users. */
export function checkProviders(
  checking: Checking,
  { providers: named }: SignInDraft,
  entity: EntityFacts,
  identifier: string,
): OpenIdProvider[] {
  const { providers, recorder } = checking.names
  const seen = new Set<string>()
  return named.flatMap((written) => {
    const draft = providers.get(written.text)
    if (draft === undefined) {
      const unknown = diagnostic('N639', written.span, written.text).suggesting(written.text, providers.keys())
      report(checking, unknown.withHint(`Describe it in a part of its own: ### OpenID provider: ${written.text}`))
      return []
    }
    recorder.use('provider', written)
    if (seen.has(written.text)) report(checking, diagnostic('N008', written.span, 'a way to sign in', written.text))
    if (seen.has(written.text)) return []
    seen.add(written.text)
    return checkProvider(checking, draft, entity, identifier) ?? []
  })
}

/** Runs after "Sign in with" is known: a provider that it does not name is unused. */
export function warnAboutUnnamedProviders(checking: Checking): void {
  const named = new Set(checking.draft.roles.signIn?.providers.map(({ text }) => text))
  for (const { name } of checking.names.providers.values())
    if (!named.has(name.text)) reportAbsence(checking, name.text, diagnostic('N640', name.span, name.text))
}

/** For users who sign in by providers only: the field with their address. */
export function identifierOfProviders(checking: Checking, draft: SignInDraft, entity: EntityFacts): string | null {
  const isOne = ({ unique, isRequired, type }: FieldFacts['field']): boolean =>
    type.kind === 'email' && isRequired && unique !== null && unique.within.length === 0
  const found = [...entity.fields.values()].filter(({ field }) => isOne(field))
  if (found[0] !== undefined) return found[0].field.name
  if (entity.absent.size > 0) return null
  return report(checking, diagnostic('N621', draft.usersAre?.span ?? draft.span, 'no address', entity.name))
}

function checkProvider(
  checking: Checking,
  draft: ProviderDraft,
  entity: EntityFacts,
  identifier: string,
): OpenIdProvider | null {
  const { name, issuer, client } = draft
  for (const [label, isThere, like] of [
    ['Issuer', draft.labels.includes('Issuer'), 'COMPANY_ISSUER'],
    ['Client', draft.labels.includes('Client'), 'COMPANY_CLIENT COMPANY_SECRET'],
  ] as const)
    if (!isThere) {
      const missing = diagnostic('N011', name.span, 'missing label', label, name.text)
      report(checking, missing.withHint(`Add a line like - **${label}:** ${like}`))
    }
  const fields = checkFields(checking, draft, entity, identifier)
  const signUp = checkSignUp(checking, draft)
  const roles = draft.roles.flatMap(({ claim, value, role }) =>
    isGivable(checking, role) ? [{ claim: claim.text, value: value.text, role: role.text }] : [],
  )
  if (signUp !== null) refuseIncompleteUsers(checking, draft, entity, fields)
  if (signUp !== null || draft.linksByAddress) refuseNeededPassword(checking, draft, entity)
  if (draft.linksByAddress) refuseLinksWithoutAddress(checking, draft, entity, fields)
  if (issuer === null || client === null) return null
  return {
    name: name.text,
    issuer: issuer.text,
    clientId: client.id.text,
    clientSecret: client.secret.text,
    scopes: [...new Set(draft.scopes.map(({ text }) => text))],
    signUp,
    linksByAddress: draft.linksByAddress,
    rolesAre: draft.rolesAre,
    fields,
    roles,
    span: name.span,
  }
}

function checkSignUp(checking: Checking, { signUp }: ProviderDraft): OpenIdProvider['signUp'] {
  if (signUp === null || signUp.kind === 'closed' || !isGivable(checking, signUp.gives)) return null
  return { gives: signUp.gives.text, domains: signUp.domains?.map(({ text }) => text.toLowerCase()) ?? null }
}

/** A role that a user can be given: not a guest's, and not a conditional one. */
function isGivable(checking: Checking, written: Written): boolean {
  if (!isPlainRole(checking, written)) return false
  const role = checking.names.roles.get(written.text)
  const way = role?.gained.find(({ kind }) => kind === 'not signed in' || kind === 'when')
  if (role === undefined || way === undefined) return true
  const why: Sentence<'N011'> =
    way.kind === 'when' ? ['role by a condition', written.text] : ['role of guests', written.text]
  report(checking, diagnostic('N011', written.span, ...why).because(role.span, 'The role is declared here.'))
  return false
}

/** The identifier is read from the claim with the address, unless a row says otherwise. */
function checkFields(
  checking: Checking,
  draft: ProviderDraft,
  entity: EntityFacts,
  identifier: string,
): readonly ClaimedField[] {
  const seen = new Set<string>()
  const stated = draft.fields.flatMap(({ field: written, claim }) => {
    const facts = resolveField(checking, entity, written)
    if (facts === null) return []
    const { field } = facts
    if (seen.has(field.name)) report(checking, diagnostic('N008', written.span, 'a field of new users', field.name))
    seen.add(field.name)
    return isClaimable(checking, facts, written, claim) ? [{ field: field.name, claim: claim.text }] : []
  })
  const isAddress = entity.fields.get(identifier)?.field.type.kind === 'email'
  return seen.has(identifier) || !isAddress ? stated : [{ field: identifier, claim: ADDRESS_CLAIM }, ...stated]
}

/** Claims are texts. An address must be one that the provider has verified, or it could be forged. */
function isClaimable(checking: Checking, facts: FieldFacts, written: Written, claim: Written): boolean {
  const { field } = facts
  const isWords = 'lengthMin' in field.type && field.type.kind !== 'password'
  const isGiven = !field.isBuiltIn && !isComputed(facts) && !field.isSetByProduct
  if (!isWords || !isGiven) {
    report(
      checking,
      diagnostic('N011', written.span, 'not read from a claim', field.name).because(field.span, 'It is declared here.'),
    )
    return false
  }
  if (field.type.kind !== 'email' || claim.text === ADDRESS_CLAIM) return true
  const found = diagnostic('N641', claim.span, 'not confirmed', claim.text)
  report(checking, found.withHint(`Write ${ADDRESS_CLAIM}: it counts where the provider says that it is confirmed.`))
  return false
}

/** A new user has only the fields that claims set. */
function refuseIncompleteUsers(
  checking: Checking,
  { signUp, name }: ProviderDraft,
  entity: EntityFacts,
  fields: readonly ClaimedField[],
): void {
  const given = new Set(fields.map(({ field }) => field))
  const span = signUp?.span ?? name.span
  for (const facts of entity.fields.values()) {
    const { field } = facts
    if (given.has(field.name) || field.isSetByProduct || isProvidedAtCreation(facts)) continue
    if (field.type.kind === 'password') continue
    const hint = `Add a row to the table "Field | Claim", such as | ${field.name} | name |, or give "${field.name}" a default.`
    report(
      checking,
      diagnostic('N641', span, 'missing value', name.text, field.name)
        .because(field.span, 'It is declared here.')
        .withHint(hint),
    )
  }
}

/** Users of a provider have no password, and an account that is linked by its address loses it. */
function refuseNeededPassword(checking: Checking, { name }: ProviderDraft, entity: EntityFacts): void {
  for (const { field } of entity.fields.values()) {
    if (field.type.kind !== 'password' || !field.isRequired) continue
    const hint = `Leave "required" out of "${field.name}". Signing up with a password asks for one all the same.`
    report(
      checking,
      diagnostic('N641', name.span, 'missing password', name.text, field.name)
        .because(field.span, 'It is declared here.')
        .withHint(hint),
    )
  }
}

function refuseLinksWithoutAddress(
  checking: Checking,
  { name }: ProviderDraft,
  entity: EntityFacts,
  fields: readonly ClaimedField[],
): void {
  const isAddress = ({ field, claim }: ClaimedField): boolean => {
    const facts = entity.fields.get(field)?.field
    return claim === ADDRESS_CLAIM && facts?.type.kind === 'email' && facts.unique?.within.length === 0
  }
  if (fields.some(isAddress)) return
  report(
    checking,
    diagnostic('N641', name.span, 'missing address', ADDRESS_CLAIM).withHint(
      'Write - **Existing accounts:** linked by their users',
    ),
  )
}
