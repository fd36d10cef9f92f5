// Stated calls of point 7 over HTTP. The order of answering is the language's: not signed in, role not
// allowed, body, input rules, and then the steps.

import { statedInputs } from '@ninefold/core/contract/calls.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Call } from '@ninefold/core/model/calls.ts'
import { everyStep } from '@ninefold/core/model/every-step.ts'
import { isWriting } from '@ninefold/core/model/writing-steps.ts'
import { type CallAnswer, runCall } from '../gate/calls.ts'
import { Refusal, refused, type RefusalItem } from '../gate/refusal.ts'
import { refuseLockedOutCall } from '../gate/sign-in-steps.ts'
import { acceptedBody, pathValue, queryValue, storableInputs } from './bodies.ts'
import type { Exchange } from './exchange.ts'
import type { Query } from './list-query.ts'
import { answeredOnce, keyedRequest } from './repeatable.ts'

export async function answerStated(exchange: Exchange, call: Call): Promise<CallAnswer> {
  const { application, caller } = exchange
  if (call.isWhoNotShown) throw refused('not shown', null, 'Nobody has said who may use this call.')
  if (!call.who.some((role) => caller.roles.has(role))) throw refused(caller.isSignedIn ? 'forbidden' : 'not signed in')
  const inputs = storableInputs(call.inputs, acceptedBody(application.model, statedInputs(call), exchange.body))
  const parameters = call.pathParameters.map(
    ({ name, type }) => [`path.${name}`, pathValue(type, exchange.parameters[name] ?? '')] as const,
  )
  const bindings = { ...exchange.bindings, ...Object.fromEntries(parameters), ...queryBindings(call, exchange.query) }
  const work = { application, caller, bindings }
  await refuseLockedOutCall(application, call, inputs)
  if (!everyStep(call.steps).some(({ action }) => isWriting(action)))
    return application.database.read((transaction) => runCall({ ...work, transaction }, call, inputs))
  const request = keyedRequest(exchange, call)
  return application.database.write((transaction) =>
    answeredOnce(transaction, request, () => runCall({ ...work, transaction }, call, inputs)),
  )
}

function queryBindings(call: Call, query: Query): Record<string, Value> {
  const refusals: RefusalItem[] = []
  const known = new Set(call.queries.map(({ name }) => name))
  for (const name of Object.keys(query))
    if (!known.has(name))
      refusals.push({ kind: 'built-in', error: 'unknown input', about: name, limit: null, reason: null })
  const bindings: Record<string, Value> = {}
  for (const { name, type, isList, otherwise } of call.queries) {
    const sent = query[name]
    // Several values are not taken yet; none are sent when nothing is.
    const absent = isList ? [] : otherwise
    const value = sent === undefined ? absent : typeof sent === 'string' && !isList ? queryValue(type, sent) : undefined
    if (value === undefined)
      refusals.push({ kind: 'built-in', error: 'wrong type', about: name, limit: null, reason: null })
    else bindings[`query.${name}`] = value
  }
  if (refusals.length > 0) throw new Refusal(refusals)
  return bindings
}
