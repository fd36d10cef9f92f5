// `### OpenID provider: Company` with its labels and tables of claims → draft.

import type { ProviderDraft, ProviderSignUpDraft } from '../../draft/roles.ts'
import { LABELS } from '../../grammar/labels.ts'
import { TABLES } from '../../grammar/tables.ts'
import { matchPhrase, spanOf, splitPhrase, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { labelReaders, noted, readBlocks } from '../blocks.ts'
import { declaredName, isNothing, shown, shownOrNothing, unreadable, type Reading } from '../reading.ts'
import type { Part } from '../sections.ts'
import { table } from '../tables.ts'

type Reads = { -readonly [Key in keyof Omit<ProviderDraft, 'fields' | 'roles' | 'labels'>]: ProviderDraft[Key] }

/**
 * The heading of a part.
 *
 *   ### OpenID provider: Company
 *                        ^
 */
export function providerOf(part: Part, reading: Reading): ProviderDraft | null {
  if (part.name.text === '')
    return unreadable(part.heading.phrase, 'an OpenID provider', 'Write its name: OpenID provider: Company.', reading)
  const read: Reads = {
    name: declaredName(part.name, reading),
    issuer: null,
    client: null,
    scopes: [],
    signUp: null,
    linksByAddress: false,
    rolesAre: 'taken anew',
    span: spanOf(part.heading.phrase),
  }
  const fields: ProviderDraft['fields'][number][] = []
  const roles: ProviderDraft['roles'][number][] = []
  const tables = [
    table(TABLES.claimedFields, ({ cells }) => {
      const [field, claim] = [filled(cells.Field, 'A field', reading), filled(cells.Claim, 'A claim', reading)]
      if (field !== null && claim !== null) fields.push({ field, claim })
    }),
    table(TABLES.claimedRoles, ({ cells }) => {
      const claim = filled(cells.Claim, 'A claim', reading)
      const value = filled(cells.Value, 'The value of a claim', reading)
      const role = filled(cells.Role, 'The role of a claim', reading)
      if (claim !== null && value !== null && role !== null) roles.push({ claim, value, role })
    }),
  ]
  const written: string[] = []
  const labels = noted(labelsOf(read, reading), (name) => written.push(name))
  readBlocks(part.blocks, { labels, tables }, reading)
  return { ...read, fields, roles, labels: written }
}

/** An empty cell has no effect for any user. */
function filled(cell: Phrase, what: string, reading: Reading): Written | null {
  const words = shown(cell, what, reading)
  if (words === null) return null
  const { text, span } = writtenOf(words)
  const bare = text.replace(/^`(.*)`$/, '$1')
  if (bare !== '') return { text: bare, span }
  return unreadable(cell, what.toLowerCase(), 'Fill in the cell, or leave out the row.', reading)
}

function labelsOf(read: Reads, reading: Reading) {
  const provider = read.name.text
  return labelReaders(LABELS.provider, {
    Issuer: (value) => {
      const words = shown(value, `The issuer of "${provider}"`, reading)
      if (words !== null) read.issuer = issuerOf(words, reading)
    },
    Client: (value) => {
      const words = shown(value, `The client of "${provider}"`, reading)
      if (words !== null) read.client = clientOf(words, reading)
    },
    Scopes: (value) => {
      const words = shownOrNothing(value, '"Scopes"', reading)
      if (words !== null) read.scopes = scopesOf(words, reading)
    },
    'Sign up': (value) => {
      const words = shown(value, `Signing up by "${provider}"`, reading)
      if (words !== null) read.signUp = signUpOf(words, reading)
    },
    'Existing accounts': (value) => {
      const words = shown(value, `The accounts that "${provider}" is linked to`, reading)
      if (words === null) return
      read.linksByAddress = words.text === 'linked by confirmed address'
      if (!read.linksByAddress && words.text !== 'linked by their users')
        unreadable(
          words,
          'a way to link accounts',
          'Write linked by their users, or linked by confirmed address.',
          reading,
        )
    },
    'Roles are': (value) => {
      const words = shown(value, `The roles of "${provider}"`, reading)
      if (words === null) return
      read.rolesAre = words.text === 'given at the first sign-in' ? 'given once' : 'taken anew'
      if (read.rolesAre === 'taken anew' && words.text !== 'taken anew at each sign-in')
        unreadable(words, 'a time', 'Write taken anew at each sign-in, or given at the first sign-in.', reading)
    },
  })
}

const VARIABLE = /^[A-Za-z_]\w*$/
const CLIENT = /^(?<id>[A-Za-z_]\w*) (?<secret>[A-Za-z_]\w*)$/d
const NEVER_IN_THE_TEXT = 'its value is in the environment, and never in the text.'

function issuerOf(words: Phrase, reading: Reading): Written | null {
  if (VARIABLE.test(words.text)) return writtenOf(words)
  const how = `Write the name of a variable, COMPANY_ISSUER; ${NEVER_IN_THE_TEXT}`
  return unreadable(words, 'a variable of the environment', how, reading)
}

function clientOf(words: Phrase, reading: Reading): ProviderDraft['client'] {
  const match = matchPhrase(words, CLIENT)
  if (match !== null) return { id: match.written('id'), secret: match.written('secret') }
  const how = 'Write the names of two variables, COMPANY_CLIENT COMPANY_SECRET; their values are in the environment.'
  return unreadable(words, 'two variables of the environment', how, reading)
}

/** RFC 6749: visible characters without quotes and backslashes. */
const SCOPE = /^[!#-[\]-~]+$/

function scopesOf(words: Phrase, reading: Reading): Written[] {
  return splitPhrase(words, ',').flatMap((part) => {
    if (SCOPE.test(part.text)) return [writtenOf(part)]
    unreadable(part, 'a scope', 'Write words with commas between them: groups, roles.', reading)
    return []
  })
}

const SIGN_UP = /^(?:open|addresses of (?<domains>.+?)), gives (?<role>[^,]+)$/d
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/i

function signUpOf(words: Phrase, reading: Reading): ProviderSignUpDraft | null {
  const span = spanOf(words)
  if (words.text === 'closed' || isNothing(words)) return { kind: 'closed', span }
  const match = matchPhrase(words, SIGN_UP)
  if (match === null) {
    const how = 'Write open, gives ROLE; addresses of example.com, gives ROLE; or closed.'
    return unreadable(words, 'a way to sign up', how, reading)
  }
  const parts = match.has('domains') ? splitPhrase(match.phrase('domains'), ',') : null
  const wrong = parts?.find(({ text }) => !DOMAIN.test(text))
  if (wrong !== undefined)
    return unreadable(wrong, 'a domain', 'Write it as it stands behind the @: example.com.', reading)
  return { kind: 'open', domains: parts?.map(writtenOf) ?? null, gives: match.written('role'), span }
}
