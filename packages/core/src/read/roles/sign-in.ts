// `### Signing in` → draft: whose records the users are, what they sign in with, and how long it lasts.

import type { SessionDraft, SignInDraft, SignUpDraft } from '../../draft/roles.ts'
import { matchPhrase, spanOf, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { readBlocks, type Expected } from '../blocks.ts'
import { NAME } from '../names.ts'
import { shown, shownOrNothing, unreadable, unsupported, type Reading } from '../reading.ts'
import type { Part } from '../sections.ts'

export function readSignIn(part: Part, ofPoint: Expected, reading: Reading): SignInDraft {
  let usersAre: Written | null = null
  let identifier: Written | null = null
  let session: SessionDraft | null = null
  let signUp: SignUpDraft | null = null
  let wrongPassword: SignInDraft['wrongPassword'] = null
  const labels = {
    ...ofPoint.labels,
    'Users are': (value: Phrase) => {
      const words = shownOrNothing(value, '"Users are"', reading)
      usersAre = words === null ? null : writtenOf(words)
    },
    'Sign in with': (value: Phrase) => {
      identifier = identifierOf(value, reading)
    },
    Session: (value: Phrase) => {
      session = sessionOf(value, reading)
    },
    'Sign up': (value: Phrase) => {
      signUp = signUpOf(value, reading)
    },
    'Wrong password': (value: Phrase) => {
      wrongPassword = wrongPasswordOf(value, reading)
    },
    'Second factor': later('A second factor is', reading),
    'Forgotten password': later('Asking for a new password is', reading),
  }
  readBlocks(part.blocks, { ...ofPoint, labels }, reading)
  return { usersAre, identifier, session, signUp, wrongPassword, span: spanOf(part.heading.phrase) }
}

function later(what: string, reading: Reading) {
  return (value: Phrase, label: Phrase): void => {
    if (shownOrNothing(value, `"${label.text}"`, reading) !== null) unsupported(spanOf(value), what, reading)
  }
}

const AND_PASSWORD = new RegExp(`^(?<field>${NAME}) and password$`, 'd')

function identifierOf(value: Phrase, reading: Reading): Written | null {
  const words = shownOrNothing(value, '"Sign in with"', reading)
  if (words === null) return null
  const match = matchPhrase(words, AND_PASSWORD)
  if (match !== null) return match.written('field')
  if (words.text === 'link by email') return unsupported(spanOf(words), 'Signing in by a link is', reading)
  if (words.text.startsWith('OpenID')) return unsupported(spanOf(words), 'Signing in by OpenID is', reading)
  return unreadable(words, 'a way to sign in', 'Write FIELD and password, as in email and password.', reading)
}

const SESSION =
  /^(?:(?<cookie>cookie)|header (?<header>`))(?:, ends (?<length>.+?) after (?<after>last use|sign-in))?$/d
const HEADER = /^(?<name>[A-Za-z][A-Za-z0-9-]*): (?:(?<scheme>\S+) )?<token>$/

/**
 * After the carrier comes how long a session lasts.
 *
 *   cookie, ends `sessionLength` after last use
 *         ^
 */
function sessionOf(value: Phrase, reading: Reading): SessionDraft | null {
  const words = shownOrNothing(value, '"Session"', reading)
  if (words === null) return null
  const hint =
    'Write cookie, ends `LENGTH` after last use, or header `Authorization: Bearer <token>`, ends `LENGTH` after sign-in.'
  const match = matchPhrase(words, SESSION)
  if (match === null) return unreadable(words, 'a session', hint, reading)
  const header = match.has('header') ? HEADER.exec(match.written('header').text) : null
  if (match.has('header') && header === null) return unreadable(match.phrase('header'), 'a header', hint, reading)
  const length = match.has('length') ? shown(match.phrase('length'), 'How long a session lasts', reading) : null
  return {
    carrier:
      header === null
        ? { kind: 'cookie' }
        : { kind: 'header', name: header.groups?.['name'] ?? '', scheme: header.groups?.['scheme'] ?? '' },
    length: length === null ? null : writtenOf(length),
    after: match.has('after') && match.written('after').text === 'sign-in' ? 'sign-in' : 'last use',
    span: spanOf(words),
  }
}

const OPEN = /^open, gives (?<role>.+)$/d

function signUpOf(value: Phrase, reading: Reading): SignUpDraft | null {
  const words = shown(value, '"Sign up"', reading)
  if (words === null) return null
  const span = spanOf(words)
  if (words.text === 'closed' || words.text === 'none') return { kind: 'closed', span }
  if (words.text === 'by invitation') {
    unsupported(span, 'Invitations are', reading)
    return { kind: 'closed', span }
  }
  const match = matchPhrase(words, OPEN)
  if (match !== null) return { kind: 'open', gives: match.written('role'), span }
  return unreadable(words, 'a way to sign up', 'Write open, gives ROLE, or closed.', reading)
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
