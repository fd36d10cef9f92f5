// `### Outside service: Payments` with its labels and tables of operations and values → draft.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type {
  ServiceDraft,
  ServiceOperationDraft,
  ServiceSignInDraft,
  ServiceSigningDraft,
  ServiceValueDraft,
  ServiceWaitsDraft,
} from '../../draft/calls.ts'
import { LABELS } from '../../grammar/labels.ts'
import { TABLES } from '../../grammar/tables.ts'
import { matchPhrase, spanOf, splitPhrase, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { labelReaders, readBlocks } from '../blocks.ts'
import { METHODS } from '../parts.ts'
import { declaredName, shown, unreadable, type Reading } from '../reading.ts'
import type { Part } from '../sections.ts'
import { table } from '../tables.ts'
import type { Row } from '../expected.ts'
import { inputOf } from './inputs.ts'

/** Values of the labels so far. */
interface Labelled {
  address: Written | null
  isAddressWritten: boolean
  signIn: ServiceSignInDraft | null
  signing: ServiceSigningDraft | null
  waits: ServiceWaitsDraft | null
}

/**
 * The heading of a part.
 *
 *   ### Outside service: Payments
 *                        ^
 */
export function serviceOf(part: Part, reading: Reading): ServiceDraft | null {
  const labelled: Labelled = { address: null, isAddressWritten: false, signIn: null, signing: null, waits: null }
  const operations: ServiceOperationDraft[] = []
  const sends: ServiceValueDraft[] = []
  const gets: ServiceValueDraft[] = []
  const tables = [
    table(TABLES.operations, (row) => {
      const operation = operationOf(row, reading)
      if (operation !== null) operations.push(operation)
    }),
    table(TABLES.sends, ({ cells, span }) => {
      const value = inputOf({ cells: { Input: cells.Sends, Like: cells.Like, Needed: cells.Needed }, span }, reading)
      if (value !== null) sends.push({ operation: writtenOf(cells.Of), value, example: null })
    }),
    table(TABLES.gets, ({ cells, span }) => {
      const value = inputOf({ cells: { Input: cells.Gets, Like: cells.Like, Needed: cells.Needed }, span }, reading)
      const example = cells.Example.text === '' ? null : writtenOf(cells.Example)
      if (value !== null) gets.push({ operation: writtenOf(cells.Of), value, example })
    }),
  ]
  readBlocks(part.blocks, { labels: labelsOf(labelled, part.name.text, reading), tables }, reading)
  if (part.name.text === '')
    return unreadable(part.heading.phrase, 'an outside service', 'Write its name: Outside service: Payments.', reading)
  const isOnlyCalling = labelled.signing !== null && operations.length === 0
  if (!labelled.isAddressWritten && !isOnlyCalling) reportNoAddress(part, reading)
  const { address, signIn, signing, waits } = labelled
  const span = spanOf(part.heading.phrase)
  return { name: declaredName(part.name, reading), address, signIn, signing, waits, operations, sends, gets, span }
}

function labelsOf(labelled: Labelled, service: string, reading: Reading) {
  return labelReaders(LABELS.service, {
    Address: (value) => {
      labelled.isAddressWritten = true
      const words = shown(value, `The address of "${service}"`, reading)
      if (words !== null) labelled.address = variableIn(words, reading)
    },
    'Signed in with': (value) => {
      const words = shown(value, `How "${service}" is signed in to`, reading)
      if (words !== null) labelled.signIn = signInOf(words, reading)
    },
    'Signs with': (value) => {
      const words = shown(value, `How "${service}" signs`, reading)
      if (words !== null) labelled.signing = signingOf(words, reading)
    },
    Waits: (value) => {
      const words = shown(value, `The time limit of "${service}"`, reading)
      if (words !== null) labelled.waits = waitsOf(words, reading)
    },
  })
}

function reportNoAddress(part: Part, reading: Reading): void {
  const found = diagnostic('N011', spanOf(part.name), 'missing address of a part', part.name.text)
  reading.found.push(found.withHint('Add a line like - **Address:** PAYMENTS_URL, or say that it is not shown.'))
}

const VARIABLE = /^[A-Za-z_]\w*$/

function variableIn(words: Phrase, reading: Reading): Written | null {
  if (VARIABLE.test(words.text)) return writtenOf(words)
  const how = 'Write the name of a variable, PAYMENTS_URL; its value is in the environment, and never in the text.'
  return unreadable(words, 'a variable of the environment', how, reading)
}

const BEARER = /^bearer (?<secret>[A-Za-z_]\w*)$/d
const BASIC = /^basic (?<user>[A-Za-z_]\w*) (?<secret>[A-Za-z_]\w*)$/d
const HEADER = /^header (?<header>[A-Za-z][\w-]*) (?<secret>[A-Za-z_]\w*)$/d

function signInOf(words: Phrase, reading: Reading): ServiceSignInDraft | null {
  const span = spanOf(words)
  const bearer = matchPhrase(words, BEARER)
  if (bearer !== null) return { kind: 'bearer', secret: bearer.written('secret'), span }
  const basic = matchPhrase(words, BASIC)
  if (basic !== null) return { kind: 'basic', user: basic.written('user'), secret: basic.written('secret'), span }
  const header = matchPhrase(words, HEADER)
  if (header !== null)
    return { kind: 'header', header: header.written('header'), secret: header.written('secret'), span }
  if (words.text === 'nothing') return null
  const how = 'Write bearer PAYMENTS_KEY, basic PAYMENTS_USER PAYMENTS_PASSWORD, or header X-Api-Key PAYMENTS_KEY.'
  return unreadable(words, 'a way to sign in', how, reading)
}

const SIGNING =
  /^(?<scheme>Standard Webhooks|Stripe|GitHub|HMAC-SHA256 in (?<header>[A-Za-z][\w-]*) as (?<encoding>hex|base64)), (?<secret>[A-Za-z_]\w*)(?:, within (?<within>\d{1,3}) minutes?)?$/d
const SCHEMES = ['Standard Webhooks', 'Stripe', 'GitHub'] as const

function signingOf(words: Phrase, reading: Reading): ServiceSigningDraft | null {
  const match = matchPhrase(words, SIGNING)
  if (match === null) {
    const how =
      'Write Standard Webhooks, Stripe or GitHub, or HMAC-SHA256 in X-Signature as hex, and then the variable that holds the secret: Standard Webhooks, PAYMENTS_SECRET.'
    return unreadable(words, 'a way to sign', how, reading)
  }
  const common = { secret: match.written('secret'), within: match.writtenOrNull('within'), span: spanOf(words) }
  const scheme = match.written('scheme').text
  const kind = SCHEMES.find((known) => known === scheme)
  if (kind !== undefined) return { kind, ...common }
  const encoding = match.written('encoding').text === 'hex' ? 'hex' : 'base64'
  return { kind: 'HMAC-SHA256', header: match.written('header'), encoding, ...common }
}

const WAITS = /^(?<seconds>\d{1,3}) seconds?(?: ?, ?(?<tries>\d{1,2}) (?:try|tries))?$/d

function waitsOf(words: Phrase, reading: Reading): ServiceWaitsDraft | null {
  const match = matchPhrase(words, WAITS)
  if (match === null) return unreadable(words, 'a time', 'Write 10 seconds, 3 tries.', reading)
  return { seconds: match.written('seconds'), tries: match.writtenOrNull('tries') }
}

const REQUEST = /^(?<method>[A-Z]+) (?<path>\/\S*)$/
const AS_FORM = /^(?<request>`) as form$/d
const FAILURE = /^(?<status>[45]\d\d) (?<code>\S+)$/d

function operationOf(
  { cells, span }: Row<'Operation' | 'Request' | 'Fails with'>,
  reading: Reading,
): ServiceOperationDraft | null {
  const name = writtenOf(cells.Operation)
  if (name.text === '')
    return unreadable(cells.Operation, 'the name of an operation', 'Write a few words: create payment.', reading)
  const words = shown(cells.Request, `The request of "${name.text}"`, reading)
  if (words === null) return null
  const form = matchPhrase(words, AS_FORM)
  const request = form === null ? writtenOf(words) : form.written('request')
  const text = request.text.replace(/^`(.*)`$/, '$1')
  const parts = REQUEST.exec(text)?.groups
  if (parts === undefined || !(METHODS as readonly string[]).includes(parts['method'] ?? ''))
    return unreadable(
      words,
      'a request',
      'Write its method and its path: `POST /v1/payments`, and then: as form.',
      reading,
    )
  return {
    name,
    method: { text: parts['method'] ?? '', span: request.span },
    path: { text: parts['path'] ?? '', span: request.span },
    form: form === null ? null : spanOf(words),
    failures: failuresOf(cells['Fails with'], reading),
    span,
  }
}

function failuresOf(cell: Phrase, reading: Reading): ServiceOperationDraft['failures'] {
  const words = cell.text === '' ? null : shown(cell, 'The failure of this operation', reading)
  if (words === null) return []
  return splitPhrase(words, ',').flatMap((part) => {
    const match = matchPhrase(part, FAILURE)
    if (match !== null) return [{ status: match.written('status'), code: match.written('code') }]
    unreadable(part, 'a failure', 'Write a status and a code of point 8: 402 DECLINED.', reading)
    return []
  })
}
