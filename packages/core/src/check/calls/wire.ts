// Headers, cookies, redirects and other body types: draft → checked.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CallDraft, QueryDraft, StepActionDraft } from '../../draft/calls.ts'
import type { InputLikeDraft } from '../../draft/input-like.ts'
import type { AnswerWireDraft, CarriedDraft } from '../../draft/wire.ts'
import type { Expression, Scope, ScopeVariable } from '../../expression/expression.ts'
import { typeInWords } from '../../expression/value-types.ts'
import {
  type AnswerCookie,
  type AnswerOnTheWire,
  type CallOnTheWire,
  type CarriedInput,
  carriedName,
  isOwnRequestHeader,
  takesForms,
  MEDIA_TYPES,
  type Statuses,
} from '../../model/wire.ts'
import { isRefusedType, mediaTypeOf, sentType } from '../../model/steps/media-types.ts'
import { BUILT_IN_ERRORS, type BuiltInError } from '../../model/errors.ts'
import { valueTypeOfField } from '../../model/value-type-of-field.ts'
import { isOwnCookie } from '../../model/users/session-carriers.ts'
import type { Written } from '../../text/source.ts'
import { report, reportAbsence, type Checking } from '../checking.ts'
import { requireValue } from '../expressions/expressions.ts'
import { reportSecond, type Declared } from '../names/names.ts'
import { checkHeader } from './answers/answer-headers.ts'
import { checkErrorBody, checkErrorHeaders, refusesParameter } from './error-body.ts'
import { checkSentType } from './queries.ts'
import type { StepContext } from './step-context.ts'

/** Missing: the call takes JSON, without headers or cookies. */
export function checkCallWire(checking: Checking, { wire }: CallDraft): { readonly wire?: CallOnTheWire } {
  if (wire === undefined) return {}
  const unique = new Map<string, Declared>()
  const carried = wire.carried.flatMap((draft) => checkCarried(checking, draft, unique) ?? [])
  const { bodySaid, statuses: written, errorBody: stated, errorHeaders: beside, ...said } = wire
  const statuses = checkStatuses(checking, written)
  const errorBody = stated === undefined ? null : checkErrorBody(checking, stated)
  const errorHeaders = beside === undefined ? null : checkErrorHeaders(checking, beside)
  const mediaType = bodySaid?.mediaType?.text.toLowerCase()
  return {
    wire: {
      ...said,
      ...(mediaType === undefined ? {} : { mediaType }),
      ...statuses,
      ...(errorBody === null ? {} : { errorBody }),
      ...(errorHeaders === null ? {} : { errorHeaders }),
      carried,
    },
  }
}

/** JSON has numbers, and a choice has words: the number `5` differs from "5". */
export function warnAboutNumbersAsWords(checking: Checking, call: CallDraft, wire: CallOnTheWire | undefined): void {
  // A text in JSON is the same as one of a form then.
  if (wire !== undefined && (wire.isLenient || takesForms(wire.bodies))) return
  for (const { like, path } of call.inputs) {
    if (like.kind !== 'one of' || like.options.length < 2) continue
    const words = like.options.map(({ text }) => text)
    if (!words.every((word) => /^-?\d{1,15}$/.test(word))) continue
    const asked = words.slice(0, 2).join(', ')
    report(
      checking,
      diagnostic('N775', like.span, path.text).withHint(
        `Write whole number, and require that it is in [${asked}, …]; where they are words, let the call take lenient values.`,
      ),
    )
  }
}

function checkStatuses(
  checking: Checking,
  written: NonNullable<CallDraft['wire']>['statuses'],
): { readonly statuses?: Statuses } {
  const statuses: Partial<Record<BuiltInError, number>> = {}
  for (const { error, status } of written) {
    const name = BUILT_IN_ERRORS.find((known) => known === error.text)
    if (name === undefined)
      report(checking, diagnostic('N808', error.span, error.text).suggesting(error.text, BUILT_IN_ERRORS))
    else if (statuses[name] !== undefined)
      report(checking, diagnostic('N011', error.span, 'second status', name).withHint('Write it once.'))
    else statuses[name] = Number(status.text)
  }
  return written.length === 0 ? {} : { statuses }
}

function checkCarried(checking: Checking, draft: CarriedDraft, unique: Map<string, Declared>): CarriedInput | null {
  const { from, name, like, isNeeded } = draft
  const variable = variableOf(draft)
  if (reportSecond({ text: variable, span: name.span }, `a ${from} of this call`, unique, checking.found)) return null
  if (from === 'header' && isOwnRequestHeader(name.text)) {
    const found = diagnostic('N011', name.span, 'header read by the product', name.text)
    const hint = 'Who asks is said by "Signing in"; versions and keys by "Needs" and "Repeatable".'
    return report(checking, found.withHint(hint))
  }
  if ((like.kind === 'type' && like.isList) || (like.kind === 'field' && like.list !== undefined))
    return report(checking, diagnostic('N011', like.span, 'one value', from))
  const type = checkSentType(checking, { like } as QueryDraft)
  return type === null ? null : { from, name: name.text, variable, type, isNeeded, span: name.span }
}

function variableOf({ from, name }: CarriedDraft): string {
  return `${from}.${carriedName(from, name.text)}`
}

/** `header.xApiVersion`, `cookie.cart`, for steps. */
export function carriedVariables({ wire }: CallDraft, checked: readonly CarriedInput[]): Map<string, ScopeVariable> {
  const variables = new Map<string, ScopeVariable>()
  for (const draft of wire?.carried ?? [])
    variables.set(variableOf(draft), { type: { kind: 'unknown' }, isOptional: false })
  for (const { variable, type, isNeeded } of checked)
    variables.set(variable, { type: valueTypeOfField(type), isOptional: !isNeeded })
  return variables
}

/** `one of v1`: a contract sends this word in any case, and another one is refused, which is a use. */
export function isOneWord(like: InputLikeDraft): boolean {
  return like.kind === 'one of' && like.options.length === 1
}

export function warnAboutUnusedCarried(checking: Checking, { wire }: CallDraft, texts: readonly string[]): void {
  for (const draft of wire?.carried ?? []) {
    if (draft.like.kind === 'absent' || isOneWord(draft.like)) continue
    const variable = variableOf(draft)
    const isNamed = texts.some((text) => new RegExp(`\\b${variable.replace('.', '\\.')}\\b`).test(text))
    if (!isNamed) reportAbsence(checking, draft.name.text, diagnostic('N707', draft.name.span, variable))
  }
}

const REDIRECTS = ['301', '302', '303', '307', '308']

/** A redirect needs an address, and no other answer has one. */
export function checkStatus({ checking }: StepContext, { text, span }: Written, leads = false): number | null {
  if (/^3\d\d$/.test(text)) {
    if (leads && REDIRECTS.includes(text)) return Number(text)
    const found = diagnostic('N011', span, 'missing address', text)
    return report(checking, found.withHint('Name the address: respond 303 to `"/elsewhere"`.'))
  }
  if (leads) {
    const found = diagnostic('N011', span, 'no address', text)
    return report(checking, found.withHint(`Write one of ${REDIRECTS.join(', ')}.`))
  }
  if (/^[245]\d\d$/.test(text)) return Number(text)
  const found = diagnostic('N011', span, 'no status', text)
  return report(
    checking,
    found.withHint('A status is one from 200 to 299 or from 400 to 599; a redirect names its address.'),
  )
}

type Responding = Extract<StepActionDraft, { kind: 'respond' }>

/** Null: it has an error, already reported. */
export function checkAnswerWire(
  stepping: StepContext,
  { wire, body: said = null }: Pick<Responding, 'wire'> & { readonly body?: Responding['body'] },
  body: Expression | null,
  scope: Scope,
): { readonly wire?: AnswerOnTheWire } | null {
  if (wire === undefined) return {}
  const { checking } = stepping
  const before = checking.found.length
  const location = wire.to === null ? [] : [{ name: { text: 'Location', span: wire.to.span }, value: wire.to }]
  const headers = [...location, ...wire.headers].flatMap((each) => checkHeader(checking, each, scope) ?? [])
  const cookies = wire.cookies.flatMap((each) => checkCookie(checking, each, scope) ?? [])
  if (wire.mediaType !== undefined) refuseMediaType(checking, wire.mediaType)
  const form = wire.mediaType?.text ?? wire.form
  if (body !== null) refuseForm(checking, wire.form, form, body)
  if (form !== 'JSON' && body === null && said === null && checking.found.length === before) {
    const found = diagnostic(
      'N011',
      wire.to?.span ?? wire.mediaType?.span ?? stepping.checking.draft.headings.calls ?? { start: 0, end: 0 },
      'missing body',
      form,
    )
    report(checking, found.withHint('Write it: with `…`.'))
  }
  return checking.found.slice(before).some(({ severity }) => severity === 'error')
    ? null
    : { wire: { form: wire.form, ...typeOf(wire), headers, cookies } }
}

function checkCookie(
  checking: Checking,
  {
    name,
    value: written,
    keptFor: time,
  }: { readonly name: Written; readonly value: Written | null; readonly keptFor: Written | null },
  scope: Scope,
): AnswerCookie | null {
  if (isOwnCookie(name.text)) return report(checking, diagnostic('N011', name.span, 'cookie of the product', name.text))
  const value = written === null ? null : requireValue(checking, written, scope, { kind: 'text' }, true)
  const keptFor = time === null ? null : requireValue(checking, time, scope, { kind: 'duration' }, true)
  if ((written !== null && value === null) || (time !== null && keptFor === null)) return null
  return { name: name.text, value, keptFor }
}

function typeOf({ mediaType }: AnswerWireDraft): Pick<AnswerOnTheWire, 'mediaType'> {
  return mediaType === undefined ? {} : { mediaType: sentType(mediaType.text) }
}

function refuseMediaType(checking: Checking, { text, span }: Written): void {
  const { essence, parameters } = mediaTypeOf(text)
  const form = Object.entries(MEDIA_TYPES).find(([, type]) => type === essence)?.[0]
  if (refusesParameter(checking, { text, span })) return
  if (form !== undefined && (form !== 'JSON' || parameters.size === 0)) {
    const hint = form === 'JSON' ? 'Leave it out: answers are JSON.' : `Write: as ${form}.`
    report(checking, diagnostic('N011', span, 'word of its own', text).withHint(hint))
  } else if (isRefusedType(text)) {
    const found = diagnostic('N011', span, 'no answer type', text)
    report(checking, found.withHint('A page is written "as html", and a text "as text".'))
  }
}

/** `named`: as it is written. */
function refuseForm(checking: Checking, form: AnswerOnTheWire['form'], named: string, body: Expression): void {
  const { type, span } = body
  if (form === 'JSON' || type.kind === 'unknown') return
  const isFit =
    form === 'csv' ? type.kind === 'list' && type.of.kind === 'object' : type.kind === 'text' || type.kind === 'choice'
  if (isFit) return
  const wanted = form === 'csv' ? 'A list of objects' : 'A text'
  const found = diagnostic('N054', span, 'other type of an answer', wanted, named, typeInWords(type))
  report(checking, form === 'csv' ? found.withHint('Write an object for each: records.map(r, {…}).') : found)
}
