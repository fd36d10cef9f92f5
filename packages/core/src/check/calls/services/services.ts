// `### Outside service: …` → the checked service: its operations, with the values of requests and answers.

import { parametersIn } from '../../../model/addresses/call-path.ts'
import { diagnostic } from '../../../diagnostic/diagnostic.ts'
import type {
  ServiceDraft,
  ServiceOperationDraft,
  ServiceSignInDraft,
  ServiceSigningDraft,
} from '../../../draft/calls.ts'
import type { Input, Method, Service, ServiceOperation } from '../../../model/calls.ts'
import type { ServiceSigning, ServiceSignIn } from '../../../model/outside/services.ts'
import { report, reportAbsence, type Checking } from '../../checking.ts'
import { type Declared, reportSecond } from '../../names/names.ts'
import { resolveCode } from '../../names/resolve.ts'
import { checkInputs } from '../inputs.ts'

const WAITS_SECONDS = 10
const WAITS_SECONDS_MAX = 60
const TRIES = 3
const TRIES_MAX = 5
const WITHIN_MINUTES = 5
const WITHIN_MINUTES_MAX = 60
const MINUTE_MS = 60_000

/** A service without an address can never be asked; its operations are checked anyway. */
export function checkServices(checking: Checking<'entities'>): Service[] {
  return [...checking.names.services.values()].map((draft) => checkService(checking, draft))
}

function checkService(checking: Checking<'entities'>, draft: ServiceDraft): Service {
  const unique = new Map<string, Declared>()
  const operations = draft.operations.filter(
    ({ name }) => !reportSecond(name, 'an operation of this service', unique, checking.found),
  )
  refuseUnknownOperations(checking, draft)
  return {
    name: draft.name.text,
    address: draft.address?.text ?? null,
    signIn: draft.signIn === null ? null : signInOf(draft.signIn),
    signing: draft.signing === null ? null : signingOf(checking, draft.signing),
    waitsMs: 1000 * within(checking, draft.waits?.seconds ?? null, WAITS_SECONDS, WAITS_SECONDS_MAX),
    tries: within(checking, draft.waits?.tries ?? null, TRIES, TRIES_MAX),
    operations: operations.map((operation) => checkOperation(checking, draft, operation)),
    span: draft.name.span,
  }
}

/** Runs after all steps have been checked. */
export function warnAboutUnasked(checking: Checking): void {
  for (const { name, signing, operations } of checking.names.services.values()) {
    if (signing !== null && !isCalling(checking, name.text))
      reportAbsence(checking, name.text, diagnostic('N756', signing.span, name.text))
    const isOnlyCalling = operations.length === 0 && (signing !== null || isCalling(checking, name.text))
    if (!checking.servicesAsked.has(name.text) && !isOnlyCalling)
      reportAbsence(checking, name.text, diagnostic('N753', name.span, name.text))
  }
}

function isCalling({ draft }: Checking, service: string): boolean {
  return draft.calls.calls.some(({ who }) => who.some(({ text }) => text === service))
}

function within(checking: Checking, written: ServiceDraft['address'], otherwise: number, max: number): number {
  if (written === null) return otherwise
  const amount = Number(written.text)
  if (amount >= 1 && amount <= max) return amount
  report(checking, diagnostic('N011', written.span, 'out of range', written.text, max))
  return otherwise
}

function signInOf(draft: ServiceSignInDraft): ServiceSignIn {
  const { kind, secret } = draft
  if (kind === 'basic') return { kind, user: draft.user.text, secret: secret.text }
  return kind === 'header' ? { kind, header: draft.header.text, secret: secret.text } : { kind, secret: secret.text }
}

function signingOf(checking: Checking, draft: ServiceSigningDraft): ServiceSigning {
  const { kind, within: written } = draft
  const secret = draft.secret.text
  if (kind === 'Standard Webhooks' || kind === 'Stripe') {
    const minutes = within(checking, written, WITHIN_MINUTES, WITHIN_MINUTES_MAX)
    return { kind, secret, withinMs: minutes * MINUTE_MS }
  }
  if (written !== null)
    report(
      checking,
      diagnostic('N011', written.span, 'no signed time', kind).withHint(
        `Leave ", within ${written.text} minutes" out.`,
      ),
    )
  if (draft.kind === 'HMAC-SHA256')
    return { kind: draft.kind, secret, header: draft.header.text, encoding: draft.encoding }
  return { kind: 'GitHub', secret }
}

/** Rows of values must name an operation with a row of its own. */
function refuseUnknownOperations(checking: Checking, { operations, sends, gets, name }: ServiceDraft): void {
  const known = operations.map((each) => each.name.text)
  for (const { operation } of [...sends, ...gets])
    if (known.includes(operation.text)) checking.names.recorder.use('operation', operation, name.text)
    else
      report(checking, diagnostic('N749', operation.span, name.text, operation.text).suggesting(operation.text, known))
}

function checkOperation(
  checking: Checking<'entities'>,
  service: ServiceDraft,
  draft: ServiceOperationDraft,
): ServiceOperation {
  const of = (rows: ServiceDraft['sends']) => rows.filter(({ operation }) => operation.text === draft.name.text)
  const sends = checkInputs(
    checking,
    of(service.sends).map(({ value }) => value),
  )
  const gets = checkInputs(
    checking,
    of(service.gets).map(({ value }) => value),
  )
  for (const input of [...sends, ...gets]) refuseOddValue(checking, input)
  for (const parameter of parametersIn(draft.path.text))
    if (!sends.some(({ path, isNeeded }) => path.join('.') === parameter && isNeeded))
      report(
        checking,
        diagnostic('N011', draft.path.span, 'unknown parameter', parameter).withHint(
          `Add a row to the table of what is sent: | ${draft.name.text} | ${parameter} | text up to 80 | yes |.`,
        ),
      )
  return {
    name: draft.name.text,
    method: draft.method.text as Method,
    path: draft.path.text,
    ...(checkForm(checking, draft) ? { isForm: true as const } : {}),
    sends,
    gets,
    examples: Object.fromEntries(
      of(service.gets).flatMap(({ value, example }) => (example === null ? [] : [[value.path.text, example.text]])),
    ),
    failures: draft.failures.flatMap(({ status, code }) => {
      const known = resolveCode(checking, code, null)
      return known === null ? [] : [{ status: Number(status.text), code: known }]
    }),
    span: draft.name.span,
  }
}

/** A request without a body has no form. */
function checkForm(checking: Checking, { form, method }: ServiceOperationDraft): boolean {
  if (form === null) return false
  if (method.text !== 'GET' && method.text !== 'DELETE') return true
  report(checking, diagnostic('N011', form, 'form without a body', method.text))
  return false
}

const NOT_SENT: readonly string[] = [
  'reference',
  'collection',
  'file',
  'map',
  'json',
  'record by',
  'objects',
  'password',
  'secret text',
]

/** Records, files, maps and lists of objects cannot be sent to another program. */
function refuseOddValue(checking: Checking, { like, span }: Input): void {
  const type = like.kind === 'field' ? like.field.type.kind : like.kind === 'type' ? like.type.kind : like.kind
  if (!NOT_SENT.includes(type)) return
  const found = diagnostic('N011', span, 'not sent to a service', type === 'objects' ? 'list of objects' : type)
  report(checking, found.withHint('Name a text, a number, a day or another value of its own.'))
}
