// `### Example: …` → the checked example: its people are sample users, its calls exist, requests fit, and answers are
// possible. Later steps may use values that earlier ones kept.

import { type CallOnTheWire, bodiesOf } from '../../../model/wire.ts'
import { diagnostic } from '../../../diagnostic/diagnostic.ts'
import type { ExampleDraft, ExampleStepDraft } from '../../../draft/calls.ts'
import type { Scope, ScopeVariable } from '../../../expression/expression.ts'
import type { Call, Example, ExampleStep, Shape } from '../../../model/calls.ts'
import type { Written } from '../../../text/source.ts'
import { knownCalls, refuseUnknownCall } from '../../names/call-names.ts'
import { report, type Checking, type StepChecking } from '../../checking.ts'
import { requireExpression } from '../../expressions/expressions.ts'
import { isUsableName } from '../../names/names.ts'
import { resolveNamedCode } from '../../names/resolve.ts'
import { addressOf, callAt, likeCalls } from './example-addresses.ts'
import { asStored } from '../../entities/record-data.ts'
import { keptType, warnAboutAnswer, warnAboutBody } from './example-answers.ts'
import { warnAboutStandardStep } from './standard-examples.ts'

interface Answering {
  readonly calls: readonly Call[]
  readonly shapes: readonly Shape[]
}

export function checkExample(checking: StepChecking, draft: ExampleDraft, answering: Answering): Example | null {
  const kept = new Map<string, ScopeVariable>()
  const steps = draft.steps.map((step) => checkStep(checking, step, answering, kept))
  if (draft.name.text === '') return null
  return { name: draft.name.text, steps: steps.flatMap((step) => step ?? []), span: draft.name.span }
}

function checkStep(
  checking: StepChecking,
  draft: ExampleStepDraft,
  { calls, shapes }: Answering,
  kept: Map<string, ScopeVariable>,
): ExampleStep | null {
  const service = serviceNamed(checking, draft.who)
  const person = draft.who === null || service !== null ? null : personNamed(checking, draft.who)
  const name = callAt(draft, knownCalls(checking))
  const scope: Scope = { variables: new Map(kept), implicit: null, catalogue: checking.catalogue }
  const body = draft.body === null ? null : requireExpression(checking, draft.body, scope, { kind: 'object' })
  const code = draft.code === null ? null : resolveNamedCode(checking, draft.code)
  if (name === null) {
    unknownCall(checking, draft)
    for (const { as } of draft.keeps) kept.set(as.text, { type: { kind: 'unknown' }, isOptional: false })
    return null
  }
  const headers = (draft.headers ?? []).flatMap(({ name: header, value: written }) => {
    const value = requireExpression(checking, written, scope, { kind: 'text' })
    return value === null ? [] : [{ name: header.text, value }]
  })
  const { parameters, query } = addressOf(checking, draft, name, kept)
  const call = calls.find(({ method, path }) => `${method} ${path}` === name) ?? null
  if (call !== null) {
    warnAboutBody(checking, draft, call, body)
    warnAboutAnswer(checking, draft, call, person?.roles ?? null)
  } else warnAboutStandardStep(checking, draft, name, body)
  for (const { path, as, isHeader } of draft.keeps) {
    if (!isUsableName(as, checking.found)) continue
    kept.set(as.text, isHeader === true ? KEPT_TEXT : keptType(checking, path, call, shapes))
  }
  if (draft.who !== null && person === null && service === null) return null
  const [method = 'GET', path = ''] = name.split(' ')
  return {
    who: person?.key ?? null,
    ...(service === null ? {} : { from: service }),
    method: method as ExampleStep['method'],
    call: path,
    parameters,
    query,
    body,
    ...(headers.length === 0 ? {} : { headers }),
    ...sendingOf(call?.wire),
    status: Number(draft.status.text),
    code,
    keeps: draft.keeps.map(({ path: part, as, isHeader }) =>
      isHeader === true ? { path: [part.text], as: as.text, isHeader } : { path: part.text.split('.'), as: as.text },
    ),
    span: draft.span,
  }
}

const KEPT_TEXT: ScopeVariable = { type: { kind: 'text' }, isOptional: false }

function unknownCall(checking: Checking, draft: ExampleStepDraft): void {
  const place = {
    text: `${draft.method.text} ${draft.path.text}`,
    span: { start: draft.method.span.start, end: draft.path.span.end },
  }
  refuseUnknownCall(checking, 'N733', place, likeCalls(draft, knownCalls(checking)))
}

interface Person {
  /** The first column of the person's row. */
  readonly key: string
  readonly roles: readonly string[]
}

/** `as Payments`: a service that signs its request. Null: somebody else. */
function serviceNamed({ names }: Checking, who: Written | null): string | null {
  const service = who === null ? undefined : names.services.get(who.text)
  if (who === null || service === undefined || service.signing === null) return null
  names.recorder.use('service', who)
  return service.name.text
}

/** A sample user, by the text of any column of their row. */
function personNamed(checking: Checking, who: Written): Person | null {
  const users = checking.draft.roles.signIn?.usersAre?.text
  const tables = checking.draft.entities.sampleData.flatMap((data) =>
    data.entity.text === users ? [asStored(checking, data)] : [],
  )
  const people = tables.flatMap(({ columns, rows }) => {
    const roles = columns.findIndex(({ text }) => text === 'roles')
    return rows.map((row) => ({
      key: row[0]?.text ?? '',
      names: row.flatMap(({ text }, index) => (index === roles || text === '' ? [] : [text])),
      roles: (row[roles]?.text ?? '').split(',').map((role) => role.trim()),
    }))
  })
  const named = people.filter(({ names }) => names.includes(who.text))
  const [person] = named
  if (person !== undefined && named.length === 1) return person
  const found = diagnostic('N732', who.span, who.text)
  return report(
    checking,
    named.length > 1
      ? found.withHint('Several rows have these words: name the person by the first column.')
      : people.length === 0
        ? found.withHint(`Add a table "### Sample data: ${users ?? 'User'}" to point 3.`)
        : found.suggesting(
            who.text,
            people.map(({ key }) => key),
          ),
  )
}

function sendingOf(wire: CallOnTheWire | undefined): Pick<ExampleStep, 'sentAs'> {
  const bodies = bodiesOf(wire)
  if (bodies.includes('JSON')) return {}
  return { sentAs: bodies.includes('form') ? 'form' : 'own form' }
}
