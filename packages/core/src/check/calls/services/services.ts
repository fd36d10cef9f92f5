// `### Outside service: …` → the checked service: its operations, each with the values that go each way.

import { diagnostic } from '../../../diagnostic/diagnostic.ts'
import type { ServiceDraft, ServiceOperationDraft, ServiceSignInDraft } from '../../../draft/calls.ts'
import type { Input, Method, Service, ServiceOperation, ServiceSignIn } from '../../../model/calls.ts'
import { report, reportAbsence, type Checking } from '../../checking.ts'
import { type Declared, reportSecond } from '../../names/names.ts'
import { resolveCode } from '../../names/resolve.ts'
import { checkInputs } from '../inputs.ts'

const WAITS_SECONDS = 10
const WAITS_SECONDS_MAX = 60
const TRIES = 3
const TRIES_MAX = 5

/** A service without an address is one that nobody can ask; its operations are checked all the same. */
export function checkServices(checking: Checking): Service[] {
  return [...checking.names.services.values()].map((draft) => checkService(checking, draft))
}

function checkService(checking: Checking, draft: ServiceDraft): Service {
  const unique = new Map<string, Declared>()
  const operations = draft.operations.filter(
    ({ name }) => !reportSecond(name, 'an operation of this service', unique, checking.found),
  )
  refuseUnknownOperations(checking, draft)
  return {
    name: draft.name.text,
    address: draft.address?.text ?? null,
    signIn: draft.signIn === null ? null : signInOf(draft.signIn),
    waitsMs: 1000 * within(checking, draft.waits?.seconds ?? null, WAITS_SECONDS, WAITS_SECONDS_MAX),
    tries: within(checking, draft.waits?.tries ?? null, TRIES, TRIES_MAX),
    operations: operations.map((operation) => checkOperation(checking, draft, operation)),
    span: draft.name.span,
  }
}

/** After all steps have been checked. */
export function warnAboutUnasked(checking: Checking): void {
  for (const { name } of checking.names.services.values())
    if (!checking.servicesAsked.has(name.text))
      reportAbsence(checking, name.text, diagnostic('N753', name.span, name.text))
}

function within(checking: Checking, written: ServiceDraft['address'], otherwise: number, max: number): number {
  if (written === null) return otherwise
  const amount = Number(written.text)
  if (amount >= 1 && amount <= max) return amount
  report(checking, diagnostic('N011', written.span, `"${written.text}" is not from 1 to ${max}.`))
  return otherwise
}

function signInOf(draft: ServiceSignInDraft): ServiceSignIn {
  const { kind, secret } = draft
  if (kind === 'basic') return { kind, user: draft.user.text, secret: secret.text }
  return kind === 'header' ? { kind, header: draft.header.text, secret: secret.text } : { kind, secret: secret.text }
}

/** Rows of values name an operation that has a row of its own. */
function refuseUnknownOperations(checking: Checking, { operations, sends, gets, name }: ServiceDraft): void {
  const known = operations.map((each) => each.name.text)
  for (const { operation } of [...sends, ...gets])
    if (!known.includes(operation.text))
      report(checking, diagnostic('N749', operation.span, name.text, operation.text).suggesting(operation.text, known))
}

function checkOperation(checking: Checking, service: ServiceDraft, draft: ServiceOperationDraft): ServiceOperation {
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
  for (const [, parameter = ''] of draft.path.text.matchAll(/:(\w+)/g))
    if (!sends.some(({ path, isNeeded }) => path.join('.') === parameter && isNeeded))
      report(
        checking,
        diagnostic('N011', draft.path.span, `Nothing says what ":${parameter}" is.`).withHint(
          `Add a row to the table of what is sent: | ${draft.name.text} | ${parameter} | text up to 80 | yes |.`,
        ),
      )
  return {
    name: draft.name.text,
    method: draft.method.text as Method,
    path: draft.path.text,
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

/** Records, files and lists of objects are none of what another program is asked with. */
function refuseOddValue(checking: Checking, { like, span }: Input): void {
  const type = like.kind === 'field' ? like.field.type.kind : like.kind === 'type' ? like.type.kind : like.kind
  if (!['reference', 'collection', 'file', 'record by', 'objects', 'password', 'secret text'].includes(type)) return
  const found = diagnostic('N011', span, `A service is sent no ${type === 'objects' ? 'list of objects' : type}.`)
  report(checking, found.withHint('Name a text, a number, a day or another value of its own.'))
}
