// Headers, cookies, redirects and other body types: draft → checked.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CallDraft, QueryDraft, StepActionDraft } from '../../draft/calls.ts'
import type { AnswerWireDraft, CarriedDraft } from '../../draft/wire.ts'
import type { Expression, Scope, ScopeVariable, ValueType } from '../../expression/expression.ts'
import { typeInWords } from '../../expression/value-types.ts'
import {
  type AnswerCookie,
  type AnswerHeader,
  type AnswerOnTheWire,
  type CallOnTheWire,
  type CarriedInput,
  carriedName,
  isOwnAnswerHeader,
  isOwnRequestHeader,
  isRefusedType,
  MEDIA_TYPES,
  type Statuses,
} from '../../model/wire.ts'
import { BUILT_IN_ERRORS, type BuiltInError } from '../../model/errors.ts'
import { valueTypeOfField } from '../../model/value-type-of-field.ts'
import { isOwnCookie } from '../../model/users/session-carriers.ts'
import type { Written } from '../../text/source.ts'
import { report, reportAbsence, type Checking } from '../checking.ts'
import { requireExpression, requireValue } from '../expressions/expressions.ts'
import { reportSecond, type Declared } from '../names/names.ts'
import { checkErrorBody } from './error-body.ts'
import { checkSentType } from './queries.ts'
import type { Stepping } from './stepping.ts'

/** Missing: the call takes JSON, without headers or cookies. */
export function checkCallWire(checking: Checking, { wire }: CallDraft): { readonly wire?: CallOnTheWire } {
  if (wire === undefined) return {}
  const unique = new Map<string, Declared>()
  const carried = wire.carried.flatMap((draft) => checkCarried(checking, draft, unique) ?? [])
  const { bodySaid, statuses: written, errorBody: stated, ...said } = wire
  const statuses = checkStatuses(checking, written)
  const errorBody = stated === undefined ? null : checkErrorBody(checking, stated)
  const mediaType = bodySaid?.mediaType?.text.toLowerCase()
  return {
    wire: {
      ...said,
      ...(mediaType === undefined ? {} : { mediaType }),
      ...statuses,
      ...(errorBody === null ? {} : { errorBody }),
      carried,
    },
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

export function warnAboutUnusedCarried(checking: Checking, { wire }: CallDraft, texts: readonly string[]): void {
  for (const draft of wire?.carried ?? []) {
    if (draft.like.kind === 'absent') continue
    const variable = variableOf(draft)
    const isNamed = texts.some((text) => new RegExp(`\\b${variable.replace('.', '\\.')}\\b`).test(text))
    if (!isNamed) reportAbsence(checking, draft.name.text, diagnostic('N707', draft.name.span, variable))
  }
}

const REDIRECTS = ['301', '302', '303', '307', '308']

/** A redirect needs an address, and no other answer has one. */
export function checkStatus({ checking }: Stepping, { text, span }: Written, leads = false): number | null {
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
  return report(checking, diagnostic('N011', span, 'no status', text))
}

type Responding = Extract<StepActionDraft, { kind: 'respond' }>

/** Null: it has an error, already reported. */
export function checkAnswerWire(
  stepping: Stepping,
  { wire, body: said = null }: Pick<Responding, 'wire'> & { readonly body?: Responding['body'] },
  body: Expression | null,
  scope: Scope,
): { readonly wire?: AnswerOnTheWire } | null {
  if (wire === undefined) return {}
  const { checking } = stepping
  const before = checking.found.length
  const location = wire.to === null ? [] : [{ name: { text: 'Location', span: wire.to.span }, value: wire.to }]
  const headers = [...location, ...wire.headers].flatMap((each) => checkHeader(stepping, each, scope) ?? [])
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
    : { wire: { form: wire.form, ...mediaTypeOf(wire), headers, cookies } }
}

/** Types of a header's value: one line of text. */
const SAID: readonly ValueType['kind'][] = [
  'text',
  'integer',
  'decimal',
  'boolean',
  'date',
  'time',
  'timestamp',
  'choice',
]

function checkHeader(
  { checking }: Stepping,
  { name, value: written }: { readonly name: Written; readonly value: Written },
  scope: Scope,
): AnswerHeader | null {
  if (isOwnAnswerHeader(name.text)) {
    const found = diagnostic('N011', name.span, 'header set by the product', name.text)
    return report(checking, found.withHint('Cookies are set by "cookie NAME", and a body has its type by "as text".'))
  }
  const value = requireExpression(checking, written, scope, null)
  if (value === null || value.type.kind === 'unknown') return null
  if (!SAID.includes(value.type.kind))
    return report(checking, diagnostic('N054', written.span, 'header is no text', typeInWords(value.type)))
  if (name.text.toLowerCase() === 'location' && leadsAnywhere(checking, value, sentIn(scope))) {
    const found = diagnostic('N011', written.span, 'open redirect')
    return report(checking, found.withHint('Begin with the address: `"/orders/" + path.number`.'))
  }
  return { name: name.text, value }
}

/** Prefixes after which no text can change the host: `/orders`, `https://shop.example/`. */
const SETTLED = /^(?:\/[^/\\]|https?:\/\/[^/?#\\@]+[/?#])/i

/**
 * Open redirect: tells whether a caller can choose the host. Either the address begins with a sent value, or a text
 * follows before the host is complete: `"/" + slug` can be `//evil.example`, and `"https://shop.example" + path`
 * another host.
 */
export function leadsAnywhere(checking: Checking, value: Expression, callers: ReadonlySet<string>): boolean {
  const isPlain = (part: Expression): boolean => isOnePart(checking, part)
  return beginnings(value).some(([first, ...rest]) => {
    if (first === undefined) return false
    if (first.kind !== 'literal') return isCallers(first, callers) || isContinued(rest, callers)
    const stated = String(first.value ?? '')
    const next = rest.find((part) => part.type.kind === 'text' && !isPlain(part))
    if (SETTLED.test(stated) || next === undefined) return false
    return stated !== '' || isCallers(next, callers)
  })
}

/** True for values of letters, digits and dashes only: a code, a slug or a number cannot extend a host. */
function isOnePart(checking: Checking, part: Expression): boolean {
  if (part.kind === 'call' && part.function === 'string') return part.arguments[0]?.type.kind === 'integer'
  if (part.kind !== 'field') return false
  const type = checking.entities.get(part.entity)?.fields.get(part.field)?.field.type.kind
  return type === 'random code' || type === 'slug'
}

/** Tells whether a sent value follows an unknown part before the host is complete. */
function isContinued(rest: readonly Expression[], callers: ReadonlySet<string>): boolean {
  const sent = rest.findIndex((part) => isCallers(part, callers))
  return (
    sent !== -1 && !rest.slice(0, sent).some((part) => part.kind === 'literal' && /^[/?#]/.test(String(part.value)))
  )
}

/** The parts of the concatenation, in each of its cases. Adjacent literals are merged. */
function beginnings(value: Expression): readonly (readonly Expression[])[] {
  if (value.kind === 'conditional') return [...beginnings(value.then), ...beginnings(value.otherwise)]
  if (value.kind !== 'binary' || value.operator !== '+') return [[value]]
  const ends = beginnings(value.right)
  return beginnings(value.left).flatMap((before) => ends.map((end) => joined(before, end)))
}

function joined(before: readonly Expression[], [next, ...rest]: readonly Expression[]): readonly Expression[] {
  const last = before.at(-1)
  if (last?.kind !== 'literal' || next?.kind !== 'literal')
    return [...before, ...(next === undefined ? [] : [next]), ...rest]
  return [...before.slice(0, -1), { ...last, value: `${last.value ?? ''}${next.value ?? ''}` }, ...rest]
}

/** Names that steps have bound to sent values. */
export function sentIn({ variables }: Scope): ReadonlySet<string> {
  return new Set([...variables].flatMap(([name, { isSent }]) => (isSent === true ? [name] : [])))
}

/** Tells whether the value is, or contains, a sent text. */
function isCallers(value: Expression, callers: ReadonlySet<string>): boolean {
  if (value.kind === 'binary') return isCallers(value.left, callers) || isCallers(value.right, callers)
  if (value.kind === 'conditional') return isCallers(value.then, callers) || isCallers(value.otherwise, callers)
  if (value.kind === 'call') return value.arguments.some((each) => isCallers(each, callers))
  return (
    value.kind === 'variable' &&
    ['text', 'list', 'group'].includes(value.type.kind) &&
    (/^(?:input|query|path|header|cookie)\./.test(value.name) || callers.has(value.name))
  )
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

function mediaTypeOf({ mediaType }: AnswerWireDraft): Pick<AnswerOnTheWire, 'mediaType'> {
  return mediaType === undefined ? {} : { mediaType: mediaType.text.toLowerCase() }
}

function refuseMediaType(checking: Checking, { text, span }: Written): void {
  const form = Object.entries(MEDIA_TYPES).find(([, type]) => type === text.toLowerCase())?.[0]
  if (form !== undefined) {
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
