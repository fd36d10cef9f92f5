// Draft sign-in → checked sign-in: the entity of users, their credentials, and the length of sessions.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { LinkDraft, RoleDraft, SignInDraft, TermsDraft } from '../../draft/roles.ts'
import type { LinkRules, RolesModel, SessionCarrier, SignIn, TermsDocument } from '../../model/roles.ts'
import { carrierInWords, isOwnCookie } from '../../model/users/session-carriers.ts'
import type { Span, Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { checkApiKeys } from './api-keys.ts'
import { checkSecondFactor } from './second-factor.ts'
import { checkProviders, identifierOfProviders } from './providers.ts'
import type { EntityFacts, FieldFacts } from '../entities/facts.ts'
import { isPlainRole, resolveCode, resolveEntity, resolveField } from '../names/resolve.ts'
import { positiveDurationOf, positiveNumberOf } from '../limits/written-amounts.ts'

/** Default length of a session, if it is not shown. */
const SESSION_LENGTH_MS = 24 * 3_600_000
/** Default lifetime of a link: long enough to open a mailbox. */
const LINK_VALID_MS = 15 * 60_000

const ENDS_AT_ONCE = 'everybody is signed out again at once'

/** One of them at most. */
type CheckedSignIn = Pick<RolesModel, 'signIn' | 'linkSignIn' | 'openIdSignIn' | 'callSignIn'>

export const NO_SIGN_IN: CheckedSignIn = { signIn: null, linkSignIn: null, openIdSignIn: null, callSignIn: null }

export function checkSignIn(checking: Checking, draft: SignInDraft, roles: readonly RoleDraft[]): CheckedSignIn {
  const entity = draft.usersAre === null ? null : resolveEntity(checking, draft.usersAre)
  if (draft.usersAre === null) reportOpen(checking, draft, 'It is not said whose records are the users', 'Users are')
  const gives =
    draft.signUp?.kind === 'open' && isPlainRole(checking, draft.signUp.gives) ? draft.signUp.gives.text : null
  const lockOut = checkLockOut(checking, draft)
  const session = checkSession(checking, draft)
  const apiKeys = checkApiKeys(checking, draft.apiKeys, roles)
  const secondFactor = checkSecondFactor(checking, draft, roles)
  if (entity === null) return NO_SIGN_IN
  checkKeys(checking, draft, entity)
  refusePasswordRules(checking, draft)
  const { way } = draft
  if (way === null && draft.providers.length === 0) {
    reportOpen(checking, draft, 'It is not said what users sign in with', 'Sign in with')
    return NO_SIGN_IN
  }
  const identifier =
    way === null ? identifierOfProviders(checking, draft, entity) : checkIdentifier(checking, way.field, entity)
  const providers = identifier === null ? [] : checkProviders(checking, draft, entity, identifier)
  const signUp = gives === null ? null : { gives }
  const common = {
    entity: entity.name,
    session,
    signUp,
    apiKeys,
    secondFactor,
    providers,
    hasPasskeys: draft.hasPasskeys,
    terms: checkTerms(checking, draft),
    span: draft.span,
  }
  if (way === null) {
    refuseOwnSignUp(checking, draft)
    return identifier === null || providers.length === 0
      ? NO_SIGN_IN
      : { ...NO_SIGN_IN, openIdSignIn: { ...common, identifier, signUp: null } }
  }
  if (way.kind === 'calls') {
    return identifier === null ? NO_SIGN_IN : { ...NO_SIGN_IN, callSignIn: { ...common, identifier } }
  }
  if (way.kind === 'link') {
    const link = checkLink(checking, way, entity)
    return identifier === null || link === null
      ? NO_SIGN_IN
      : { ...NO_SIGN_IN, linkSignIn: { ...common, identifier, link } }
  }
  const forgotten = draft.forgottenPassword
  const forgottenLink = forgotten === null ? null : checkLink(checking, forgotten, entity)
  const password = [...entity.fields.values()].find(({ field }) => field.type.kind === 'password')
  if (password === undefined) {
    if (!hasAbsentPassword(entity))
      report(checking, diagnostic('N621', draft.usersAre?.span ?? draft.span, 'no password field', entity.name))
    return NO_SIGN_IN
  }
  if (identifier === null) return NO_SIGN_IN
  const signIn: SignIn = {
    ...common,
    identifier,
    password: password.field.name,
    lockOut,
    forgottenPassword: forgotten === null || forgottenLink === null ? null : { ...forgottenLink, span: forgotten.span },
    changeOfPassword: draft.changeOfPassword,
  }
  return { ...NO_SIGN_IN, signIn }
}

function checkTerms(checking: Checking, { terms }: SignInDraft): TermsDocument[] {
  const named = new Map<string, TermsDraft>()
  for (const document of terms) {
    const first = named.get(document.name.text)
    if (first === undefined) named.set(document.name.text, document)
    else {
      const found = diagnostic('N008', document.name.span, 'a document that users agree to', document.name.text)
      report(checking, found.because(first.name.span, 'First given here.'))
    }
  }
  return [...named.values()].map(({ name, version, address, span }) => ({
    name: name.text,
    version: version.text,
    address: address.text,
    span,
  }))
}

/** An absent field may be the password; the reason is already reported. */
function hasAbsentPassword(entity: EntityFacts): boolean {
  return entity.absent.size > 0
}

/** Users cannot sign in until it is stated. That is an open question, and not a mistake. */
function reportOpen(checking: Checking, draft: SignInDraft, what: string, label: string): void {
  if (draft.labels.includes(label)) return
  report(checking, diagnostic('N623', draft.span, what).withHint(`Add "${label}:". Until then nobody can sign in.`))
}

function checkIdentifier(checking: Checking, written: Written, entity: EntityFacts): string | null {
  const field = resolveField(checking, entity, written)
  if (field === null) return null
  const isOne =
    field.field.unique !== null &&
    field.field.unique.within.length === 0 &&
    field.field.isRequired &&
    'lengthMin' in field.field.type
  if (isOne && field.field.type.kind !== 'password') return field.field.name
  return report(
    checking,
    diagnostic('N621', written.span, 'no identifier', field.field.name).because(
      field.field.span,
      'It is declared here.',
    ),
  )
}

/** A link needs an address of its user. */
function checkLink(checking: Checking, draft: LinkDraft, entity: EntityFacts): LinkRules | null {
  const validMs =
    draft.validFor === null
      ? LINK_VALID_MS
      : positiveDurationOf(checking, draft.validFor, 'the link is over before anybody opens it')
  const field = resolveField(checking, entity, draft.field)
  if (field === null || validMs === null) return null
  if (field.field.type.kind === 'email') return { field: field.field.name, validMs }
  return report(
    checking,
    diagnostic('N621', draft.field.span, 'no email', field.field.name).because(
      field.field.span,
      'It is declared here.',
    ),
  )
}

/** Users who sign up on the product's own page would have no way to come back. */
function refuseOwnSignUp(checking: Checking, { signUp, providers }: SignInDraft): void {
  if (signUp?.kind !== 'open') return
  const hint = `Write "Sign up" in the part of the provider: ### OpenID provider: ${providers[0]?.text ?? 'Company'}`
  report(checking, diagnostic('N621', signUp.span, 'OpenID alone').withHint(hint))
}

/** How users sign in, if they have no password. Null: they have one, or it is not said. */
function wayWithoutPassword({ way, providers }: SignInDraft): { readonly span: Span; readonly words: string } | null {
  const [provider] = providers
  if (way?.kind === 'link') return { span: way.span, words: 'Users sign in by a link.' }
  if (way?.kind === 'calls') return { span: way.field.span, words: 'Users sign in by calls.' }
  return way === null && provider !== undefined ? { span: provider.span, words: 'Users sign in by OpenID.' } : null
}

function refusePasswordRules(checking: Checking, draft: SignInDraft): void {
  const way = wayWithoutPassword(draft)
  if (way === null) return
  const passwords = (draft.session?.carriers ?? []).filter(
    (carrier) => carrier.kind === 'basic' && carrier.key === undefined,
  )
  const spans = [
    draft.forgottenPassword?.span,
    draft.changeOfPassword?.span,
    draft.wrongPassword?.attempts.span,
    ...passwords.map(({ span }) => span),
  ]
  for (const span of spans) {
    if (span === undefined) continue
    report(checking, diagnostic('N621', span, 'no password').because(way.span, way.words))
  }
}

/** The carriers of a session or password, each once; the product's own cookie by default. */
function checkCarriers(checking: Checking, draft: SignInDraft): readonly SessionCarrier[] {
  const written = draft.session?.carriers ?? []
  const seen = new Set<string>()
  for (const { span, field: _, token: __, ...carrier } of written) {
    const key = carrierKey(carrier)
    if (seen.has(key)) report(checking, diagnostic('N008', span, 'a carrier of the session', carrierInWords(carrier)))
    seen.add(key)
    if (carrier.kind === 'named cookie' && isOwnCookie(carrier.name))
      report(checking, diagnostic('N011', span, 'cookie of the product', carrier.name))
  }
  return written.length === 0
    ? [{ kind: 'cookie' }]
    : written.map(({ span: _, field: __, token: ___, ...carrier }) => carrier)
}

/** A key must identify one user and be hard to guess. */
function checkKeys(checking: Checking, { session }: SignInDraft, entity: EntityFacts): void {
  for (const { token } of session?.carriers ?? []) {
    const field = token === undefined ? undefined : entity.fields.get(token.text)
    if (token === undefined || field === undefined || !isKey(field)) continue
    report(
      checking,
      diagnostic('N052', token.span, token.text, 'the token of a session')
        .because(field.field.span, 'It is declared here.')
        .withHint('Call the field otherwise, such as apiKey.'),
    )
  }
  for (const { field: written } of session?.carriers ?? []) {
    const field = written === undefined ? null : resolveField(checking, entity, written)
    if (written === undefined || field === null) continue
    if (isKey(field)) continue
    const found = diagnostic('N621', written.span, 'no key', field.field.name)
    report(checking, found.because(field.field.span, 'It is declared here.'))
  }
}

function isKey({ field: { type, unique } }: FieldFacts): boolean {
  return type.kind === 'random code' || (type.kind === 'text' && unique !== null && unique.within.length === 0)
}

/** HTTP header names and schemes are case-insensitive. */
function carrierKey(carrier: SessionCarrier): string {
  return carrier.kind === 'header' ? carrierInWords(carrier).toLowerCase() : carrierInWords(carrier)
}

function checkSession(checking: Checking, draft: SignInDraft): SignIn['session'] {
  const { session } = draft
  const written = session?.length ?? null
  const length = written === null ? null : positiveDurationOf(checking, written, ENDS_AT_ONCE)
  return {
    carriers: checkCarriers(checking, draft),
    lengthMs: length ?? SESSION_LENGTH_MS,
    after: session?.after ?? 'last use',
    lengthMaxMs: session?.lengthMax == null ? null : positiveDurationOf(checking, session.lengthMax, ENDS_AT_ONCE),
  }
}

function checkLockOut(checking: Checking, draft: SignInDraft): SignIn['lockOut'] {
  if (draft.wrongPassword === null) return null
  const { attempts, window, otherwise } = draft.wrongPassword
  const attemptsMax = positiveNumberOf(checking, attempts, 'nobody gets in, with the right password neither')
  const windowMs = positiveDurationOf(checking, window, 'no attempt is ever counted')
  const code = resolveCode(checking, otherwise, null)
  return attemptsMax === null || windowMs === null || code === null ? null : { attemptsMax, windowMs, otherwise: code }
}
