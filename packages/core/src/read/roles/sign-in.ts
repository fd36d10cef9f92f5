// `### Signing in` → draft: the entity of users, their credentials, and the length of a session.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type {
  ApiKeysDraft,
  LinkDraft,
  PasswordChangeDraft,
  SecondFactorDraft,
  SessionDraft,
  SignInDraft,
  SignInWayDraft,
  SignUpDraft,
  TermsDraft,
} from '../../draft/roles.ts'
import { LABELS } from '../../grammar/labels.ts'
import { matchPhrase, sliceOf, spanOf, splitPhrase, writtenOf, type Phrase } from '../../outline/phrase.ts'
import { labelReaders, noted, readBlocks } from '../blocks.ts'
import type { Expected, LabelReader } from '../expected.ts'
import { NAME } from '../names.ts'
import { isNothing, shown, shownOrNothing, unreadable, unsupported, type Reading } from '../reading.ts'
import { SIGN_UPS } from '../synonyms.ts'
import { offsetIn, type Written } from '../../text/source.ts'
import type { Part } from '../sections.ts'

export function readSignIn(part: Part, ofPoint: Expected, reading: Reading): SignInDraft {
  const read: { -readonly [Key in keyof SignInDraft]: SignInDraft[Key] } = {
    labels: [],
    usersAre: null,
    way: null,
    providers: [],
    hasPasskeys: false,
    session: null,
    signUp: null,
    wrongPassword: null,
    forgottenPassword: null,
    changeOfPassword: null,
    apiKeys: null,
    secondFactor: null,
    terms: [],
    span: spanOf(part.heading.phrase),
  }
  const own: Readonly<Record<keyof typeof LABELS.signingIn, LabelReader>> = {
    'Users are': (value: Phrase) => {
      const words = shownOrNothing(value, '"Users are"', reading)
      read.usersAre = words === null ? null : writtenOf(words)
    },
    'Sign in with': (value: Phrase) => {
      const ways = waysOf(value, reading)
      read.way = ways?.way ?? null
      read.providers = ways?.providers ?? []
      read.hasPasskeys = ways?.hasPasskeys ?? false
    },
    Session: (value: Phrase) => {
      read.session = sessionOf(value, reading)
    },
    'Sign up': (value: Phrase) => {
      read.signUp = signUpOf(value, reading)
    },
    'Wrong password': (value: Phrase) => {
      read.wrongPassword = wrongPasswordOf(value, reading)
    },
    'Forgotten password': (value: Phrase) => {
      read.forgottenPassword = forgottenPasswordOf(value, reading)
    },
    'Change of password': (value: Phrase) => {
      read.changeOfPassword = changeOfPasswordOf(value, reading)
    },
    'API keys': (value: Phrase) => {
      read.apiKeys = apiKeysOf(value, reading)
    },
    'Second factor': (value: Phrase) => {
      read.secondFactor = secondFactorOf(value, reading)
    },
    Terms: (value: Phrase) => {
      read.terms = termsOf(value, reading)
    },
  }
  const written: string[] = []
  const recorded = noted(labelReaders(LABELS.signingIn, own), (name) => written.push(name))
  const labels = { ...ofPoint.labels, ...recorded }
  readBlocks(part.blocks, { ...ofPoint, labels }, reading)
  return { ...read, labels: written }
}

const AND_PASSWORD = new RegExp(`^(?<field>${NAME}) and password$`, 'd')
const LINK = new RegExp(`^link by (?<field>${NAME})(?:, valid (?:for )?(?<valid>.+))?$`, 'd')

const CALLS = new RegExp(`^calls by (?<field>${NAME})$`, 'd')

const PROVIDERS = new RegExp(`^(?:(?<way>(?!OpenID ).+?), )?(?<providers>OpenID ${NAME}(?:, OpenID ${NAME})*)$`, 'd')

const PASSKEY = /^(?<others>.+), passkey$/d

/** A passkey is an additional way, because users need another one to register it. */
function waysOf(value: Phrase, reading: Reading): Pick<SignInDraft, 'way' | 'providers' | 'hasPasskeys'> | null {
  const words = shownOrNothing(value, '"Sign in with"', reading)
  if (words === null) return null
  if (words.text === 'passkey') return unsupported(spanOf(words), 'passkeys alone', reading)
  const calls = matchPhrase(words, CALLS)
  // The other ways have a page.
  if (calls !== null)
    return { way: { kind: 'calls', field: calls.written('field') }, providers: [], hasPasskeys: false }
  const match = matchPhrase(words, PASSKEY)
  if (match === null) return { ...otherWaysOf(words, reading), hasPasskeys: false }
  return { ...otherWaysOf(match.phrase('others'), reading), hasPasskeys: true }
}

/**
 * OpenID providers are an additional way, or the only one.
 *
 *   email and password, OpenID Company, OpenID Partner
 *                              ^
 */
function otherWaysOf(words: Phrase, reading: Reading): Pick<SignInDraft, 'way' | 'providers'> {
  const match = matchPhrase(words, PROVIDERS)
  if (match === null) return { way: wayOf(words, reading), providers: [] }
  const providers = splitPhrase(match.phrase('providers'), ',').map((part) =>
    writtenOf(sliceOf(part, 'OpenID '.length)),
  )
  return { way: match.has('way') ? wayOf(match.phrase('way'), reading) : null, providers }
}

function wayOf(words: Phrase, reading: Reading): SignInWayDraft | null {
  const match = matchPhrase(words, AND_PASSWORD)
  if (match !== null) return { kind: 'password', field: match.written('field') }
  const link = linkOf(words)
  if (link !== null) return { kind: 'link', ...link }
  const hint =
    'Write FIELD and password, as in email and password, or link by FIELD, valid 15 minutes; then, or alone, OpenID PROVIDER; then passkey. Or write calls by FIELD, if users sign in by stated calls alone.'
  return unreadable(words, 'a way to sign in', hint, reading)
}

/**
 * A link is sent to an address of the user.
 *
 *   link by email, valid 1 hour
 *           ^
 */
function linkOf(words: Phrase): LinkDraft | null {
  const match = matchPhrase(words, LINK)
  if (match === null) return null
  return { field: match.written('field'), validFor: match.writtenOrNull('valid'), span: spanOf(words) }
}

function forgottenPasswordOf(value: Phrase, reading: Reading): LinkDraft | null {
  const words = shownOrNothing(value, '"Forgotten password"', reading)
  if (words === null) return null
  const hint = 'Write link by email, valid 1 hour, or none.'
  return linkOf(words) ?? unreadable(words, 'a way to a new password', hint, reading)
}

const CHANGE = /^asks for (?<asks>the old one|nothing)(?:, (?<others>ends|keeps) other sessions)?$/d

function changeOfPasswordOf(value: Phrase, reading: Reading): PasswordChangeDraft | null {
  const words = shownOrNothing(value, '"Change of password"', reading)
  if (words === null) return null
  const match = matchPhrase(words, CHANGE)
  if (match === null) {
    const hint = 'Write asks for the old one, or asks for nothing; then, if you like, ends or keeps other sessions.'
    return unreadable(words, 'a change of password', hint, reading)
  }
  return {
    asksForOldOne: match.written('asks').text === 'the old one',
    endsOtherSessions: match.writtenOrNull('others')?.text !== 'keeps',
    span: spanOf(words),
  }
}

const API_KEYS = /^(?<roles>.+), at most (?<length>[^,]+?)(?<oauth>, also by OAuth)?$/d

/** `Agent, Manager, at most 90 days, also by OAuth` */
function apiKeysOf(value: Phrase, reading: Reading): ApiKeysDraft | null {
  const words = shownOrNothing(value, '"API keys"', reading)
  if (words === null) return null
  const match = matchPhrase(words, API_KEYS)
  if (match === null) {
    const hint = 'Write ROLE, at most 90 days; then, if you like, also by OAuth. Or write none.'
    return unreadable(words, 'keys for programs', hint, reading)
  }
  const roles = splitPhrase(match.phrase('roles'), ',').map(writtenOf)
  return { roles, lengthMax: match.written('length'), alsoByOAuth: match.has('oauth'), span: spanOf(words) }
}

const SECOND_FACTOR = /^(?:(?<possible>possible)|required for (?:(?<everybody>everybody)|(?<roles>.+)))$/d

/** `required for Admin, Librarian` */
function secondFactorOf(value: Phrase, reading: Reading): SecondFactorDraft | null {
  const words = shownOrNothing(value, '"Second factor"', reading)
  if (words === null) return null
  const match = matchPhrase(words, SECOND_FACTOR)
  if (match === null) {
    const hint = 'Write possible, required for ROLE, ROLE, or required for everybody.'
    return unreadable(words, 'a second factor', hint, reading)
  }
  const span = spanOf(words)
  if (match.has('everybody')) return { requiredFor: 'everybody', span }
  return { requiredFor: match.has('roles') ? splitPhrase(match.phrase('roles'), ',').map(writtenOf) : [], span }
}

const TERMS = /^(?<name>[^,]+), version (?<version>[^,]+), at (?<address>https:\/\/[^\s,;]+)$/d

/**
 * Documents are separated by semicolons.
 *
 *   Terms of use, version 2, at https://example.com/terms; Privacy notice, version 1, at https://example.com/privacy
 *                                                        ^
 */
function termsOf(value: Phrase, reading: Reading): TermsDraft[] {
  const words = shownOrNothing(value, '"Terms"', reading)
  if (words === null) return []
  return splitPhrase(words, ';').flatMap((part): TermsDraft[] => {
    const match = matchPhrase(part, TERMS)
    if (match === null) {
      const hint =
        'Write NAME, version 1, at https://ADDRESS, as in Terms of use, version 1, at https://example.com/terms.'
      return unreadable(part, 'a document that users agree to', hint, reading) ?? []
    }
    const [name, version, address] = [match.written('name'), match.written('version'), match.written('address')]
    return [{ name, version, address, span: spanOf(part) }]
  })
}

const SESSION =
  /^(?<carriers>[^,]+)(?:, ends (?<length>.+?) after (?<after>last use|sign-in)(?:, at the latest (?<max>.+?) after sign-in)?)?$/d
const CARRIER = /^(?:(?<own>cookie)|(?<kind>cookie|header|query) (?<written>`)|(?<basic>HTTP Basic)(?: (?<key>`))?)$/d
/** A caller is known before the body is read: rights, limits and sizes decide whether it is. */
const IN_BODY = /^(?:the )?(?:JSON |form |request )?(?:body|form|input)(?: |$)/
const INSTEAD_OF_BODY =
  'A call that runs as the product takes it as an input, and finds its user: find user in User where `apiKey == input.token` or fail CODE.'
/** `<token>` is the token of a session; any other word is a field of users: their key. */
const HEADER = /^(?<name>[A-Za-z][\w-]*): (?:(?<scheme>\S+) )?<(?<key>[A-Za-z_]\w*)>$/
const QUERY_KEY = /^(?<name>[A-Za-z][\w-]*)=<(?<key>[A-Za-z_]\w*)>$/
const BASIC_KEY = /^<(?<key>[A-Za-z_]\w*)>$/
const COOKIE_OR_QUERY = /^[A-Za-z][\w-]*$/

/**
 * The length of a session follows the carriers.
 *
 *   cookie or HTTP Basic, ends `sessionLength` after last use
 *          ^            ^
 */
function sessionOf(value: Phrase, reading: Reading): SessionDraft | null {
  const words = shownOrNothing(value, '"Session"', reading)
  if (words === null) return null
  const hint =
    'Write cookie, ends `LENGTH` after last use, or header `Authorization: Bearer <token>`, ends `LENGTH` after sign-in.'
  const match = matchPhrase(words, SESSION)
  if (match === null) return unreadable(words, 'a session', hint, reading)
  const carriers = splitPhrase(match.phrase('carriers'), ' or ').map((part) => carrierOf(part, reading))
  if (!carriers.every((carrier) => carrier !== null)) return null
  const lengthMax = match.has('max') ? shown(match.phrase('max'), 'The longest time of a session', reading) : null
  const length = match.has('length') ? shown(match.phrase('length'), 'The lifetime of a session', reading) : null
  return {
    carriers,
    length: length === null ? null : writtenOf(length),
    after: match.has('after') && match.written('after').text === 'sign-in' ? 'sign-in' : 'last use',
    lengthMax: lengthMax === null ? null : writtenOf(lengthMax),
    span: spanOf(words),
  }
}

function carrierOf(words: Phrase, reading: Reading): SessionDraft['carriers'][number] | null {
  const span = spanOf(words)
  const match = matchPhrase(words, CARRIER)
  if (match === null && IN_BODY.test(words.text)) {
    reading.found.push(diagnostic('N013', span, 'session in the body').withHint(INSTEAD_OF_BODY))
    return null
  }
  if (match === null) {
    const hint =
      'Write cookie, cookie `NAME`, header `NAME: Bearer <token>`, query `NAME` or HTTP Basic; and FIELD of the users in the place of token for keys of their own.'
    return unreadable(words, 'a carrier of a session', hint, reading)
  }
  if (match.has('basic')) {
    if (!match.has('key')) return { kind: 'basic', span }
    const written = match.written('key')
    const key = BASIC_KEY.exec(written.text)?.groups?.['key']
    if (key !== undefined) return { kind: 'basic', ...keyIn(written, key), span }
    return unreadable(words, 'a key', 'Write HTTP Basic `<FIELD>`, with a field of the users.', reading)
  }
  if (match.has('own')) return { kind: 'cookie', span }
  const { text } = match.written('written')
  const kind = match.written('kind').text
  if (kind === 'header') {
    const header = HEADER.exec(text)
    if (header === null)
      return unreadable(
        words,
        'a header',
        'Write header `Authorization: Bearer <token>` or `X-Token: <token>`.',
        reading,
      )
    const { name = '', scheme = null, key = 'token' } = header.groups ?? {}
    return { kind, name, scheme, ...keyIn(match.written('written'), key), span }
  }
  const query = kind === 'query' ? QUERY_KEY.exec(text)?.groups : undefined
  if (query !== undefined)
    return { kind: 'query', name: query['name'] ?? '', ...keyIn(match.written('written'), query['key'] ?? ''), span }
  if (!COOKIE_OR_QUERY.test(text))
    return unreadable(words, 'a name', 'A name is letters, digits, "_" and "-", and begins with a letter.', reading)
  return { kind: kind === 'cookie' ? 'named cookie' : 'query', name: text, span }
}

/** The position of the key, without the brackets. */
function keyIn(
  written: Written,
  key: string,
): { readonly key: string; readonly field: Written } | { readonly token: Written } {
  const at = written.text.lastIndexOf(`<${key}>`) + 1
  const field = { text: key, span: { start: offsetIn(written, at), end: offsetIn(written, at + key.length) } }
  return key === 'token' ? { token: field } : { key, field }
}

const OPEN = /^open, gives (?<role>.+)$/d

function signUpOf(value: Phrase, reading: Reading): SignUpDraft | null {
  const words = shown(value, '"Sign up"', reading)
  if (words === null) return null
  const span = spanOf(words)
  const isByInvitation = words.text === 'by invitation'
  if (words.text === 'closed' || isByInvitation || isNothing(words)) return { kind: 'closed', isByInvitation, span }
  const match = matchPhrase(words, OPEN)
  if (match !== null) return { kind: 'open', gives: match.written('role'), span }
  return unreadable(words, 'a way to sign up', 'Write open, gives ROLE, by invitation, or closed.', reading, SIGN_UPS)
}

const WRONG_PASSWORD = /^(?<attempts>\d+|`) in (?<window>[^,]+), then (?<code>\S+)$/d

function wrongPasswordOf(value: Phrase, reading: Reading): SignInDraft['wrongPassword'] {
  const words = shownOrNothing(value, '"Wrong password"', reading)
  if (words === null) return null
  const match = matchPhrase(words, WRONG_PASSWORD)
  if (match === null)
    return unreadable(
      words,
      'a limit of wrong passwords',
      'Write a number and a time: 5 in 15 minutes, then CODE.',
      reading,
    )
  return { attempts: match.written('attempts'), window: match.written('window'), otherwise: match.written('code') }
}
