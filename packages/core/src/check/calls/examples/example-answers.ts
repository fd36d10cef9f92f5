// Requests and answers of an example against the call → warnings. An example that contradicts its call shows a
// misunderstanding in one of them.

import { diagnostic } from '../../../diagnostic/diagnostic.ts'
import type { ExampleStepDraft } from '../../../draft/calls.ts'
import type { Expression, ScopeVariable, ValueType } from '../../../expression/expression.ts'
import { typeInWords } from '../../../expression/value-types.ts'
import type { Call, Input, Shape } from '../../../model/calls.ts'
import { keysOfPlace, placeOfKeys, sentPath } from '../../../model/wire.ts'
import { stepCodes } from '../../../model/steps/step-codes.ts'
import { everyStep } from '../../../model/steps/every-step.ts'
import { isUnread } from '../../../model/steps/kinds-of-steps.ts'
import type { Span, Written } from '../../../text/source.ts'
import { report, type Checking, type StepChecking } from '../../checking.ts'
import { innerSpan } from '../../expressions/part-of-written.ts'
import { rolesIncludedIn } from '../../names/scopes.ts'
import { declaredName, inputVariable } from '../inputs.ts'

function isRefused({ status }: ExampleStepDraft): boolean {
  return Number(status.text) >= 400
}

/** Unknown names are always reported; missing inputs and wrong types only if the call is expected to succeed. */
export function warnAboutBody(checking: Checking, draft: ExampleStepDraft, call: Call, body: Expression | null): void {
  if (draft.body !== null && body === null) return
  const rows = checking.names.calls.get(`${call.method} ${call.path}`)?.inputs ?? []
  const names = new Set(rows.map(({ path }) => declaredName(path.text)))
  warnAboutValues(checking, draft, call.inputs, body, names.size === call.inputs.length)
}

/** A body, or an object in a list of it. */
function warnAboutValues(
  checking: Checking,
  draft: ExampleStepDraft,
  inputs: readonly Input[],
  body: Expression | null,
  areInputsKnown: boolean,
): void {
  const sent = new Map<string, Expression>()
  const names = inputs.map((input) => placeOfKeys(sentPath(input)))
  if (body?.kind === 'list' && names.includes('')) sent.set('', body)
  else if (body !== null) collect(body, [], names, sent)
  for (const name of sent.keys()) {
    const isPart = names.some((other) => other === name || other.startsWith(`${name}.`))
    if (!isPart && areInputsKnown && !isRefused(draft))
      report(checking, diagnostic('N725', keySpan(draft, name), name).suggesting(name, names))
  }
  if (isRefused(draft)) return
  for (const input of inputs) {
    const name = placeOfKeys(sentPath(input))
    const value = sent.get(name)
    if (value !== undefined) warnAboutValue(checking, input, value)
    if (value?.kind === 'list' && input.like.kind === 'objects')
      for (const item of value.items)
        if (item.kind === 'object') warnAboutValues(checking, draft, input.like.inputs, item, areInputsKnown)
    if (value !== undefined) continue
    if (input.isNeeded) {
      const needed = name === '' ? (input.path[0] === 'body' ? '{}' : '[]') : name
      const told = diagnostic('N735', draft.body?.span ?? draft.span, needed)
      report(checking, told.because(input.span, 'It is needed here.'))
    }
  }
}

/** The position of a sent name in the example: the last part of a dotted name. */
export function keySpan(draft: ExampleStepDraft, name: string): Span {
  const key = keysOfPlace(name).at(-1) ?? ''
  if (draft.body === null) return draft.span
  const quoted = innerSpan(draft.body, `"${key}"`)
  return quoted === draft.body.span ? quoted : { start: quoted.start + 1, end: quoted.end - 1 }
}

/**
 * Values by their dotted names. An object is one value if an input has this name, such as a period, or a group of
 * inputs.
 */
function collect(
  body: Expression,
  above: readonly string[],
  names: readonly string[],
  sent: Map<string, Expression>,
): void {
  if (body.kind !== 'object') return
  for (const { key, value } of body.entries) {
    const path = [...above, key]
    const name = placeOfKeys(path)
    if (value.kind === 'object' && !names.includes(name)) collect(value, path, names, sent)
    else sent.set(name, value)
  }
}

/** JSON has strings, numbers, booleans, lists and null; a date is a string. */
function warnAboutValue(checking: Checking, input: Input, value: Expression): void {
  const { type } = inputVariable(checking, input)
  const wanted = jsonKind(checking, type, input)
  const given = value.type.kind === 'object' ? 'object' : jsonKind(checking, value.type, null)
  if (wanted === null || given === null || wanted === given) return
  report(
    checking,
    diagnostic(
      'N054',
      value.span,
      'other type in an example',
      placeOfKeys(sentPath(input)) || 'body',
      typeInWords(type),
      typeInWords(value.type),
    ).because(input.span, 'The input is declared here.'),
  )
}

/** Null: any JSON type may fit. */
function jsonKind(
  checking: Checking,
  type: ValueType,
  input: Input | null,
): 'text' | 'number' | 'boolean' | 'list' | 'object' | null {
  switch (type.kind) {
    case 'text':
    case 'choice':
    case 'date':
    case 'time':
      return 'text'
    case 'integer':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'list':
      return 'list'
    case 'record': {
      if (input?.like.kind !== 'record by') return null
      // The key of a record may be a number, sent as a number or string.
      const { target, by } = input.like
      const named = checking.entities.get(target)?.fields.get(by)?.field.type.kind
      return named === 'whole number' || named === 'sequence' ? null : 'text'
    }
    case 'period':
      return input === null ? null : 'object'
    default:
      return null
  }
}

/** Statuses of built-in answers of any call: not permitted, invalid, missing, in conflict. */
const BUILT_IN = [400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 428, 429, 500, 501, 503]

export function warnAboutAnswer(
  checking: StepChecking,
  draft: ExampleStepDraft,
  call: Call,
  roles: readonly string[] | null,
): void {
  const status = Number(draft.status.text)
  const answers = everyStep(call.steps).flatMap(({ action }) =>
    action.kind === 'respond' || action.kind === 'respond file' || action.kind === 'respond document'
      ? [action.status]
      : [],
  )
  const isOpen = everyStep(call.steps).some(({ action }) => ['unsupported', 'not shown'].includes(action.kind))
  // The answer to an event that was already processed, whatever its steps answer.
  const isRepeatedEvent = call.from !== undefined && status === 200
  if (!isOpen && !isRefused(draft) && answers.length > 0 && !answers.includes(status) && !isRepeatedEvent) {
    const found = diagnostic('N734', draft.status.span, `${call.method} ${call.path}`, status)
    const [only, ...others] = [...new Set(answers)]
    report(checking, others.length === 0 && only !== undefined ? found.suggesting(String(only), [String(only)]) : found)
  } else if (!isOpen && isRefused(draft) && draft.code === null && !isPossible(checking, call, status)) {
    report(checking, diagnostic('N734', draft.status.span, `${call.method} ${call.path}`, status))
  }
  if (call.from !== undefined && !isRefused(draft) && draft.who?.text !== call.from)
    report(checking, diagnostic('N737', draft.who?.span ?? draft.span, draft.who?.text ?? 'somebody', [call.from]))
  if (isRefused(draft) || call.isWhoNotShown || draft.who === null || roles === null) return
  const mine = new Set(roles.flatMap((role) => [...rolesIncludedIn(checking.names, role)]))
  if (call.who.length > 0 && !call.who.some((role) => mine.has(role)))
    report(checking, diagnostic('N737', draft.who.span, draft.who.text, call.who))
}

function isPossible(checking: StepChecking, call: Call, status: number): boolean {
  if (BUILT_IN.includes(status)) return true
  const codes = stepCodes(checking.checked, call.steps)
  return codes.some((code) => Number(checking.names.codes.get(code)?.status.text) === status)
}

/** The value at a path of an answer, as far as the call's text shows. */
export function keptType(
  checking: Checking,
  path: Written,
  call: Call | null,
  shapes: readonly Shape[],
): ScopeVariable {
  const unknown: ScopeVariable = { type: { kind: 'unknown' }, isOptional: false }
  const text: ScopeVariable = { type: { kind: 'text' }, isOptional: false }
  if (call === null) return text
  const bodies = everyStep(call.steps).flatMap(({ action }) =>
    action.kind === 'respond' && action.status < 400 && action.body !== null ? [action.body] : [],
  )
  const found = bodies.flatMap((body) => valueAt(shapes, body, path.text.split('.')))
  const [first] = found
  if (first === undefined) {
    if (hasUnreadStep(checking, call)) return unknown
    const keys = bodies.flatMap((body) => keysWithin(shapes, body))
    report(
      checking,
      diagnostic('N736', path.span, path.text, `${call.method} ${call.path}`)
        .withHint(keys.length === 0 ? 'It answers without a body.' : `It has ${keys.join(', ')}.`)
        .suggesting(path.text, keys),
    )
    return unknown
  }
  return first
}

/** A step with a mistake, which is already reported, or an open one may have the answer. */
function hasUnreadStep(checking: Checking, { method, path, steps }: Call): boolean {
  const stated = everyStep(checking.names.calls.get(`${method} ${path}`)?.steps ?? [])
  return stated.length > everyStep(steps).length || stated.some(isUnread)
}

/** Dotted names of an answer's keys. */
function keysWithin(shapes: readonly Shape[], value: Expression): string[] {
  const entries =
    value.kind === 'object'
      ? value.entries
      : value.kind === 'shape'
        ? (shapes.find(({ name }) => name === value.shape)?.keys ?? [])
        : []
  return entries.flatMap((entry) => {
    const within = keysWithin(shapes, entry.value)
    return within.length === 0 ? [entry.key] : within.map((key) => `${entry.key}.${key}`)
  })
}

function valueAt(shapes: readonly Shape[], value: Expression, path: readonly string[]): ScopeVariable[] {
  const [key, ...rest] = path
  if (key === undefined) {
    const isNumber = value.type.kind === 'integer'
    const isBoolean = value.type.kind === 'boolean'
    // Every other value is a string in an answer, or cannot be used by later steps.
    return [{ type: isNumber || isBoolean ? value.type : { kind: 'text' }, isOptional: false }]
  }
  if (value.kind === 'object')
    return value.entries.flatMap((entry) => (entry.key === key ? valueAt(shapes, entry.value, rest) : []))
  if (value.kind !== 'shape') return []
  const shape = shapes.find(({ name }) => name === value.shape)
  return shape?.keys.flatMap((entry) => (entry.key === key ? valueAt(shapes, entry.value, rest) : [])) ?? []
}
