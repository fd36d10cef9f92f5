// Stated calls of point 7 over HTTP. The order of answering is the language's: not signed in, role not
// allowed, body, input rules, and then the steps.

import { randomUUID } from 'node:crypto'
import { ignoresUnknown, statedInputs } from '@ninefold/core/contract/calls/calls.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import { addressBehind, addressUpTo, parameterOf, PUBLIC_ADDRESS } from '@ninefold/core/expression/request-address.ts'
import type { Call, QueryParameter } from '@ninefold/core/model/calls.ts'
import type { CheckedFieldType } from '@ninefold/core/model/entities.ts'
import { sentName } from '@ninefold/core/model/wire.ts'
import { ACCEPTED, acceptedTypes } from '@ninefold/core/model/steps/accepted-types.ts'
import { everyStep } from '@ninefold/core/model/steps/every-step.ts'
import { isWriting } from '@ninefold/core/model/steps/kinds-of-steps.ts'
import type { Application } from '../../gate/context/application.ts'
import { PATH } from '../../gate/context/bindings.ts'
import { asProduct } from '../../gate/context/caller.ts'
import { type CallAnswer, refuseFirst, runCall } from '../../gate/calls/calls.ts'
import { withServiceCalls, ServiceCalls } from '../../gate/context/service-calls.ts'
import { readInOneStatement } from '../../gate/calls/single-statement-read.ts'
import { inputRefusal, Refusal, type RefusalItem } from '../../gate/context/refusal.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import { keepFailedSignIn, refuseLockedOutCall } from '../../gate/calls/sign-in-steps.ts'
import { asSent, type Work } from '../../gate/context/work.ts'
import type { Executor } from '../../store/driver/database.ts'
import { acceptedBody, lenientQueryValue, pathValue, queryValue, storableInputs, unixValue } from '../http/bodies.ts'
import { type Exchange, MoreThanAtOnce } from '../http/exchange.ts'
import { aroundParameter, LIST_INDEX, pairsOf, type Query, type SentInList, sentInList } from '../http/query.ts'
import { wantedType } from './wanted-type.ts'
import { refuseOutsider } from '../http/anonymous-requests.ts'
import { NO_PRECONDITION } from '../../gate/calls/precondition.ts'
import { preconditionOf } from './versions.ts'
import { answeredOnce, keyedRequest, nameOf, type Recognised, valuedRequest } from './idempotency.ts'
import { type ServiceEvent, takeEvent } from '../../store/tables/service-events.ts'

export async function answerStated(exchange: Exchange, call: Call): Promise<CallAnswer> {
  const { application, caller } = exchange
  refuseOutsider(caller, call)
  const parameters = call.pathParameters.flatMap(({ name, type }): [string, Value][] => {
    const sent = exchange.parameters[name] ?? ''
    const value = pathValue(type, sent)
    return [[`path.${name}`, value], ...(value === null ? [[asSent(`path.${name}`), sent] as [string, Value]] : [])]
  })
  const bindings = {
    ...exchange.bindings,
    ...Object.fromEntries(parameters),
    ...bindingsBeside(exchange, call),
    ...linkBindings(exchange, call),
  }
  const work = {
    application,
    caller: call.runsAsProduct === null ? caller : asProduct(caller),
    bindings,
    ...(exchange.shown === undefined ? {} : { shown: exchange.shown }),
  }
  const inputs = await acceptedInputs(exchange, call, work)
  await refuseLockedOutCall(application, call, inputs, exchange.bindings)
  if (
    call.from === undefined &&
    !everyStep(call.steps).some(({ action }) => isWriting(action) || action.kind === 'ask')
  ) {
    // A value that is not of its type may be refused by a step.
    const isRead = parameters.length === call.pathParameters.length
    const answer = isRead ? await readInOneStatement(work, call) : null
    if (answer !== null) return answer
    if (exchange.isGuess === true) throw new MoreThanAtOnce()
    return application.database.read((transaction) => runCall({ ...work, transaction }, call, inputs))
  }
  const keyed = await keyedRequest(exchange, call)
  const { needsVersion } = call
  const expected = needsVersion === null ? NO_PRECONDITION : preconditionOf(exchange, needsVersion.isOptional === true)
  const { repeatable } = call
  const tried: Executor[] = []
  const serviceCalls = new ServiceCalls(randomUUID())
  const attempt = () =>
    writeUnderRules(work, async (transaction) => {
      tried.push(transaction)
      serviceCalls.begin()
      const own = { ...work, transaction, serviceCalls }
      const request =
        repeatable?.kind === 'by value' ? await valuedRequest(exchange, call, repeatable.value, own, inputs) : keyed
      if (call.from !== undefined) {
        const event = eventOf(exchange, call, request)
        // The serviceCalls to the service are the same for each delivery of one event.
        serviceCalls.begin(JSON.stringify([event.service, event.call, event.event]))
        if (!(await takeEvent(transaction, event))) return REPEATED
        return runCall(own, call, inputs, expected)
      }
      if (request !== null) serviceCalls.begin(JSON.stringify([request.caller, request.call, request.key]))
      return answeredOnce(transaction, request, () => runCall(own, call, inputs, expected))
    })
  const answered = withServiceCalls(application.services, serviceCalls, attempt)
  return answered.catch(async (cause: unknown) => {
    const last = tried.at(-1)
    if (last !== undefined) await keepFailedSignIn(application, exchange.bindings, last)
    throw cause
  })
}

/** The answer to an event that was already processed: success, without a second effect. */
const REPEATED: CallAnswer = { status: 200, json: null, isRepeated: true }

/** `Repeatable: by …` names a value that identifies the event better than the service does. */
function eventOf({ event }: Exchange, call: Call, request: Recognised | null): ServiceEvent {
  const known = request?.key ?? event
  if (known === undefined || call.from === undefined) throw new Error('No event has come with this request.')
  return { service: call.from, call: nameOf(call), event: known }
}

/**
 * Validates the inputs only after the rights are checked. Otherwise a caller could learn about a record that they may
 * not see or change.
 */
async function acceptedInputs(
  { application, body }: Exchange,
  call: Call,
  work: Omit<Work, 'transaction'>,
): Promise<Record<string, Value>> {
  try {
    return storableInputs(
      call.inputs,
      acceptedBody(application.model, statedInputs(call), body, ignoresUnknown(application.model, call)),
    )
  } catch (cause) {
    if (cause instanceof Refusal)
      await application.database.read((transaction) => refuseFirst({ ...work, transaction }, call))
    throw cause
  }
}

function oneOf({ wire }: Call, { type, unix }: QueryParameter, sent: string | readonly string[]): Value | undefined {
  if (typeof sent !== 'string') return undefined
  return unix === undefined ? carriedValue(wire, type, sent) : unixValue(unix, sent)
}

/** A value beside the body. */
function carriedValue(wire: Call['wire'], type: CheckedFieldType, sent: string): Value | undefined {
  return wire?.isLenient === true ? lenientQueryValue(type, sent) : queryValue(type, sent)
}

/** A parameter that was sent once or several times; empty when it was not sent. */
function queryValues(
  call: Call,
  parameter: QueryParameter,
  sent: readonly SentInList[],
): { readonly values: readonly Value[] } | { readonly wrongAt: string } {
  const values: Value[] = []
  for (const { text, place } of sent) {
    const texts = parameter.isSplit === true ? text.split(',').filter((part) => part !== '') : [text]
    for (const each of texts) {
      const value = oneOf(call, parameter, each) ?? null
      if (value === null) return { wrongAt: texts.length === 1 ? place : `${sentName(parameter)}[${values.length}]` }
      values.push(value)
    }
  }
  return { values: values.length === 0 && parameter.otherwise !== null ? [parameter.otherwise] : values }
}

const linked = new WeakMap<Call, readonly string[]>()

/** The address of this request up to the value of each parameter that the call varies in links. */
function linkBindings(exchange: Exchange, call: Call): Record<string, Value> {
  const { bindings } = exchange
  const parameters = linked.get(call) ?? parametersOfLinks(call.steps)
  linked.set(call, parameters)
  const address = `${String(bindings[PUBLIC_ADDRESS] ?? '')}${String(bindings[PATH] ?? '')}`
  return Object.fromEntries(
    parameters.flatMap((parameter) => {
      const { upTo, behind } = aroundParameter(exchange, parameter)
      return [
        [addressUpTo(parameter), `${address}?${upTo}`],
        [addressBehind(parameter), behind],
      ] as const
    }),
  )
}

function parametersOfLinks(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return []
  const { kind, name } = part as { readonly kind?: unknown; readonly name?: unknown }
  const parameter = kind === 'variable' && typeof name === 'string' ? parameterOf(name) : null
  if (parameter !== null) return [parameter]
  return [...new Set(Object.values(part).flatMap(parametersOfLinks))]
}

/** Values beside the body: in the address, in headers and in cookies. All mistakes are reported at once. */
function bindingsBeside({ application, query, headers, cookies }: Exchange, call: Call): Record<string, Value> {
  const refusals: RefusalItem[] = []
  const bindings = {
    ...acceptedBinding(call, headers, refusals),
    ...queryBindings(application, call, query, refusals),
    ...carriedBindings(call, { headers, cookies }, refusals),
  }
  if (refusals.length > 0) throw new Refusal(refusals)
  return bindings
}

const offeredTypes = new WeakMap<Call, readonly string[]>()

/** Content negotiation by the Accept header. Empty where the call has only one type of answer. */
function acceptedBinding(call: Call, { accept }: Exchange['headers'], refusals: RefusalItem[]): Record<string, Value> {
  const offered = offeredTypes.get(call) ?? acceptedTypes(call)
  offeredTypes.set(call, offered)
  if (offered.length === 0) return {}
  const type = wantedType(offered, accept)
  if (type === null)
    refusals.push({
      kind: 'built-in',
      error: 'not acceptable',
      about: null,
      limit: null,
      reason: null,
      words: { types: offered.join(', ') },
    })
  return { [ACCEPTED]: type }
}

function carriedBindings(
  { wire }: Call,
  { headers, cookies }: Pick<Exchange, 'headers' | 'cookies'>,
  refusals: RefusalItem[],
): Record<string, Value> {
  const bindings: Record<string, Value> = {}
  for (const { from, name, variable, type, isNeeded } of wire?.carried ?? []) {
    const sent = from === 'header' ? headers[name.toLowerCase()] : cookies[name]
    const value = sent === undefined || sent === '' ? null : carriedValue(wire, type, sent)
    if (value === undefined) refusals.push(inputRefusal('wrong type', name))
    else if (value === null && isNeeded) refusals.push(inputRefusal('blank', name))
    bindings[variable] = value ?? null
  }
  return bindings
}

function queryBindings(
  { model }: Application,
  call: Call,
  query: Query,
  refusals: RefusalItem[],
): Record<string, Value> {
  const known = new Set(call.queries.map(sentName))
  const lists = new Set(call.queries.filter(({ isList }) => isList).map(sentName))
  for (const name of ignoresUnknown(model, call) ? [] : Object.keys(query))
    if (!known.has(name) && !lists.has(name.replace(LIST_INDEX, '')))
      refusals.push({ kind: 'built-in', error: 'unknown input', about: name, limit: null, reason: null })
  const bindings: Record<string, Value> = {}
  for (const parameter of call.queries) {
    const { name, isList, otherwise } = parameter
    const about = sentName(parameter)
    const sent = query[about]
    if (isList) {
      const read = queryValues(call, parameter, sentInList(pairsOf(query), about))
      if ('values' in read) bindings[`query.${name}`] = read.values
      else refusals.push(wrongType(read.wrongAt))
      continue
    }
    const read = sent === undefined ? null : oneOf(call, parameter, sent)
    // A lenient call reads a parameter without a value, `?limit=`, as one that was not sent.
    const value = read === null ? otherwise : read
    if (value === undefined) refusals.push(wrongType(about))
    else bindings[`query.${name}`] = value
  }
  return bindings
}

function wrongType(about: string): RefusalItem {
  return { kind: 'built-in', error: 'wrong type', about, limit: null, reason: null }
}
