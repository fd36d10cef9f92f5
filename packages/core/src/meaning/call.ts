// A stated call: its callers, its inputs, and its steps (reference/7-calls, Calls of your own).

import type { Call, Input, Step } from '../model/calls.ts'
import { ACCEPTED, acceptedTypes } from '../model/steps/accepted-types.ts'
import { addressBehind, addressUpTo, PUBLIC_ADDRESS } from '../expression/request-address.ts'
import { bodiesOf, placeOfKeys, sentName, sentPath, takesForms } from '../model/wire.ts'
import { entityNamed } from '../model/find.ts'
import { evaluate } from './evaluate.ts'
import { acceptedInputs, acceptedQuery, partAt, type SentQuery, valueIn, withinEachOther } from './inputs.ts'
import { NotCovered } from './not-covered.ts'
import {
  beforeReading,
  inputReason,
  reasonOf,
  reasonWithin,
  type RefusalReason,
  Refused,
  refusedAs,
  withStatus,
} from './refusals/refusal.ts'
import { type Caller, eyesOf, refusedGuest } from './rights.ts'
import { type Answer, runSteps } from './steps.ts'
import type { Run } from './run.ts'
import { type Datum, recordsOf, type Reference } from './store.ts'
import { wantedOf } from './wire/accepted.ts'
import { objectOf, onlyInput, type SentForm } from './wire/sent-forms.ts'
import { around, createRecord, readerOf, type Values, type Writing } from './write.ts'

export interface CallRequest {
  readonly call: Call
  readonly path: Values
  /** The body. */
  readonly inputs: Datum
  /** A form body; `inputs` is then empty. */
  readonly form?: SentForm
  /** A text body; `inputs` is then empty. */
  readonly text?: string
  readonly query?: SentQuery
  /** By name in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: Readonly<Record<string, string>>
  /** The outside service that signed it, and its event. */
  readonly from?: string
  readonly event?: string
}

export function callAnswer(writing: Writing, request: CallRequest): Answer {
  try {
    return statedAnswer(writing, request)
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause
    const reasons = cause.reasons.map((reason) => withOwnStatus(request.call, reason))
    throw new Refused(reasons, cause.isUnread)
  }
}

/** A call may state statuses of built-in errors. */
export function withOwnStatus({ wire }: Call, reason: RefusalReason): RefusalReason {
  const stated = Object.entries(wire?.statuses ?? {}).find(([error]) => error === reason.code)?.[1]
  return withStatus(reason, stated)
}

function statedAnswer(writing: Writing, request: CallRequest): Answer {
  const { call } = request
  const { model } = writing
  const caller = call.from === undefined ? writing.caller : A_SERVICE
  beforeReading(() => refuseStranger(request, caller))
  const supplied = call.from === undefined ? model.limits.unknownInputs : 'ignored'
  const isUnknownIgnored = (call.wire?.unknownInputs ?? supplied) === 'ignored'
  const beside = namesBeside(request, isUnknownIgnored)
  // In a form all values are texts.
  const isLenient = call.wire?.isLenient === true || takesForms(bodiesOf(call.wire))
  const { values, reasons } = acceptedInputs(call.inputs, bodyOf(request), { isUnknownIgnored, isLenient })
  const acting: Caller = call.runsAsProduct === null ? caller : { ...caller, isProduct: true }
  const run: Run = {
    ...writing,
    caller: acting,
    names: new Map([...beside, ...namesOfInputs(call.inputs, {})]),
    sent: new Set(Object.keys(values)),
    who: call.who,
    inputs: call.inputs,
    places: new Map(),
    queries: call.queries,
  }
  if (reasons.length > 0) throw refusedBefore(run, call, reasons)
  if (call.needsFactor !== null) throw new NotCovered('calls that need a second factor')
  if (call.needsVersion !== null) expectRecord(run, request, call.needsVersion.isOptional === true)
  return answeredOnce(run, request, values, () => {
    const found = foundForCall(run, call, values)
    if (found.reasons.length > 0) throw refusedBefore(run, call, found.reasons)
    for (const [name, value] of namesOfInputs(call.inputs, found.values)) run.names.set(name, value)
    const answer = runSteps(run, call.steps) ?? { status: 204 }
    if (run.isFoundNeeded === true && answer.status < 400) throw refusedAs('stale')
    return answer
  })
}

/** A service is not a user, and its steps run as the product. */
const A_SERVICE: Caller = { me: null, roles: new Set(), isProduct: true, isService: true }

function refuseStranger({ call, from }: CallRequest, caller: Caller): void {
  if (call.from !== undefined) {
    if (from !== call.from) throw refusedAs('signature not valid')
    return
  }
  if (!call.who.some((role) => caller.roles.has(role)))
    throw caller.me === null ? refusedGuest(caller) : refusedAs('forbidden')
}

function bodyOf({ call, inputs, form, text }: CallRequest): Datum {
  const bodies = bodiesOf(call.wire)
  if (bodies.includes('file')) throw new NotCovered('files in bodies')
  if (bodies.includes('text') && (text !== undefined || bodies.length === 1))
    return text === undefined || text === '' ? {} : onlyInput(call, text)
  return form === undefined ? inputs : objectOf(form)
}

/** Reads the headers of a conditional request. */
function expectRecord(run: Run, { headers = {} }: CallRequest, isOptional: boolean): void {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  if (match === undefined && noneMatch === undefined && !isOptional) throw refusedAs('version missing')
  run.isFoundNeeded = match !== undefined
  const version = match === undefined || match === '*' ? null : versionIn(match)
  if (version === undefined) throw refusedAs('stale')
  run.needed = version
  if (noneMatch === undefined) return
  run.unwanted = noneMatch === '*' ? '*' : noneMatch.split(', ').flatMap((tag) => versionIn(tag) ?? [])
}

function versionIn(tag: string): number | undefined {
  const [, version] = /^"([0-9]{1,15})"$/.exec(tag) ?? []
  return version === undefined ? undefined : Number(version)
}

/** Values of the address, headers and cookies: refused before the body is read. */
function namesBeside(
  { call, path, query, headers = {}, cookies = {} }: CallRequest,
  isUnknownIgnored: boolean,
): [string, Datum][] {
  const asked = acceptedQuery(call, query ?? {}, isUnknownIgnored)
  const reasons = [...asked.reasons]
  const offered = acceptedTypes(call)
  const wanted = offered.length === 0 ? null : wantedOf(offered, headers['accept'])
  if (offered.length > 0 && wanted === null)
    reasons.push({ code: 'not acceptable', status: 406, words: { types: offered.join(', ') } })
  const carried = (call.wire?.carried ?? []).map(({ from, name, variable, type, isNeeded }): [string, Datum] => {
    const sent = (from === 'cookie' ? cookies[name] : headers[name.toLowerCase()]) ?? ''
    const value = sent === '' ? null : valueIn(type, sent, call.wire?.isLenient === true)
    if (value === undefined) reasons.push(inputReason({ code: 'wrong type' }, name))
    if (value === null && isNeeded) reasons.push(inputReason({ code: 'blank' }, name))
    return [variable, value ?? null]
  })
  if (reasons.length > 0) throw new Refused(reasons)
  return [
    ...Object.entries(path).map(([name, value]): [string, Datum] => [`path.${name}`, partOfAddress(call, name, value)]),
    ...Object.entries(asked.values).map(([name, value]): [string, Datum] => [`query.${name}`, value]),
    ...carried,
    [ACCEPTED, wanted],
    [PUBLIC_ADDRESS, HERE],
    ...linksOf(call, path, query ?? {}),
  ]
}

/** Empty: it is not of the parameter's type, so it equals nothing. */
function partOfAddress({ pathParameters }: Call, name: string, value: Datum): Datum {
  const parameter = pathParameters.find((each) => each.name === name)
  if (parameter === undefined || typeof value !== 'string') return value
  return valueIn(parameter.type, value) === undefined ? null : value
}

/** The address of the application. */
export const HERE = 'http://here.test'

/** A parameter as clients send it. Many write a comma plainly, as an address may have it. */
export function sentPair(name: string, value: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll('%2C', ',')}`
}

/** The address of the request up to another value for each parameter, and behind it. */
function linksOf({ path: template, queries }: Call, path: Values, query: SentQuery): [string, Datum][] {
  const place = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(path[name] ?? '')))
  return queries.flatMap((parameter): [string, Datum][] => {
    const name = sentName(parameter)
    const before: string[] = []
    const behind: string[] = []
    let isPassed = false
    for (const [other, sent] of Object.entries(query)) {
      if (other === name || other === `${name}[]`) isPassed = true
      else for (const value of [sent].flat()) (isPassed ? behind : before).push(sentPair(other, value))
    }
    return [
      [addressUpTo(name), `${HERE}${place}?${[...before, `${encodeURIComponent(name)}=`].join('&')}`],
      [addressBehind(name), behind.map((pair) => `&${pair}`).join('')],
    ]
  })
}

/** Each by its name, and whether it was sent. A list that was not sent is empty. */
function namesOfInputs(declared: readonly Input[], values: Values): [string, Datum][] {
  return declared.flatMap(({ path, like }): [string, Datum][] => {
    const name = path.join('.')
    const nothing = like.kind === 'objects' || (like.kind === 'type' && like.isList) ? [] : null
    return [
      [`input.${name}`, values[name] ?? nothing],
      [`input.${name} was sent`, name in values],
    ]
  })
}

/** Records that inputs name by a field. */
function foundByNames(
  run: Run,
  declared: readonly Input[],
  values: Values,
): { readonly values: Values; readonly reasons: readonly RefusalReason[] } {
  const found: Record<string, Datum> = { ...values }
  const reasons: RefusalReason[] = []
  for (const input of declared) {
    const { path, like } = input
    const name = path.join('.')
    const sent = values[name] ?? null
    if (like.kind === 'objects') {
      const list = placeOfKeys(sentPath(input))
      const objects = ((sent ?? []) as readonly Datum[]).map((each, index) =>
        foundInObject(run, like.inputs, each, `${list}[${index}]`),
      )
      if (sent !== null) found[name] = objects.map(({ object }) => object)
      reasons.push(...objects.flatMap((each) => each.reasons))
    }
    if (like.kind !== 'record by' || sent === null) continue
    const records = (Array.isArray(sent) ? (sent as readonly Datum[]) : [sent]).map((each) =>
      recordCalled(run, like, each),
    )
    if (records.includes(null)) reasons.push(inputReason({ code: 'not found' }, placeOfKeys(sentPath(input))))
    else found[name] = Array.isArray(sent) ? records : (records[0] ?? null)
  }
  return { values: found, reasons }
}

/** The object's values are nested. */
function foundInObject(
  run: Run,
  inputs: readonly Input[],
  object: Datum,
  place: string,
): { readonly object: Datum; readonly reasons: readonly RefusalReason[] } {
  const values = inputs.flatMap(({ path }): [string, Datum][] => {
    const value = partAt(object, path)
    return value === undefined ? [] : [[path.join('.'), value]]
  })
  const found = foundByNames(run, inputs, Object.fromEntries(values))
  return {
    object: withinEachOther(found.values),
    reasons: found.reasons.map((reason) => reasonWithin(reason, place)),
  }
}

/** A refused creation of a missing record counts as an invalid input. */
function foundForCall(run: Run, call: Call, values: Values): ReturnType<typeof foundByNames> {
  try {
    return foundByNames(run, call.inputs, values)
  } catch (cause) {
    throw cause instanceof Refused ? refusedBefore(run, call, cause.reasons) : cause
  }
}

/** Null: there is none that the caller may see. */
function recordCalled(
  run: Run,
  { target, by, isCreatedWhenMissing }: Extract<Input['like'], { kind: 'record by' }>,
  name: Datum,
): Reference | null {
  const eyes = eyesOf(run.caller, around(run))
  const record = recordsOf(run.store, target)
    .map(({ entity, id }) => ({ entity, id }))
    .find((each) => {
      const isSeen = eyes === null || (eyes.sees(each) && eyes.seesField(each, by))
      return isSeen && run.store.records.get(each.id)?.values[by] === name
    })
  if (record !== undefined || !isCreatedWhenMissing) return record ?? null
  return createRecord(run, entityNamed(run.model, target), { given: { [by]: name }, set: {} }, false, true)
}

/** `Repeatable`: a repeated request is not done again. */
function answeredOnce(run: Run, request: CallRequest, values: Values, answer: () => Answer): Answer {
  const { call, path, inputs, headers = {} } = request
  if (call.from !== undefined) return takenOnce(run, request, values, answer)
  const key = keyOf(run, call, values, headers['idempotency-key'])
  if (key === null) return answer()
  const place = JSON.stringify([run.caller.me?.id ?? '', call.method, call.path, key])
  const content = JSON.stringify([path, inputs])
  const before = run.store.answered.get(place)
  if (before !== undefined) {
    if (before.content !== content) throw refusedAs('wrong type')
    return before.answer
  }
  const given = answer()
  run.store.answered.set(place, { content, answer: given })
  return given
}

/** A repeated event of a service succeeds without a further effect. */
function takenOnce(run: Run, { call, event = '' }: CallRequest, values: Values, answer: () => Answer): Answer {
  const stated = keyOf(run, call, values, undefined)
  const key = JSON.stringify([call.from ?? '', call.method, call.path, stated ?? event])
  if (run.store.events.has(key)) return { status: 200 }
  const given = answer()
  run.store.events.add(key)
  return given
}

/** Null: nothing identifies the request. */
function keyOf(run: Run, { repeatable, inputs }: Call, values: Values, header: string | undefined): Datum {
  if (repeatable === null || repeatable.kind === 'naturally') return null
  if (repeatable.kind === 'by key') return header ?? null
  const names = new Map([...run.names, ...namesOfInputs(inputs, values)])
  const value = evaluate(repeatable.value, around({ ...run, names }))
  return value === null || value === '' ? null : JSON.stringify(['value', value])
}

/** Refusals of the reading steps take precedence over these. */
function refusedBefore(run: Run, call: Call, reasons: readonly RefusalReason[]): Refused {
  const { looking, next } = stepsBeforeInputs(call)
  const answer = runSteps(run, looking)
  if (answer === null && next !== undefined) refusePermission(run, next)
  return new Refused(reasons)
}

/** Checks only permissions, and not rules. */
function refusePermission(run: Run, step: Step): void {
  try {
    runSteps(run, [{ ...step, orFail: null }])
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause
    const isPermission = cause.reasons.every(({ code }) => code === 'forbidden' || code === 'not found')
    if (isPermission) throw step.orFail === null ? cause : new Refused([reasonOf(readerOf(run), step.orFail)])
  }
}

/**
 * The first reading steps that need no input: with invalid inputs, their refusals take precedence. So does the refusal
 * of a later change or deletion that the caller may not do, whatever the fields.
 */
function stepsBeforeInputs({ steps }: Call): { readonly looking: Call['steps']; readonly next: Step | undefined } {
  const saysInput = (part: unknown): boolean => JSON.stringify(part).includes('"name":"input.')
  const end = steps.findIndex(
    ({ when, action }) => !['find', 'require', 'let'].includes(action.kind) || saysInput([when, action]),
  )
  const looking = end < 0 ? steps : steps.slice(0, end)
  const next = steps[looking.length]
  if (next === undefined || saysInput(next.when) || (next.action.kind !== 'change' && next.action.kind !== 'delete'))
    return { looking, next: undefined }
  return { looking, next: next.action.kind === 'change' ? { ...next, action: { ...next.action, sets: [] } } : next }
}
