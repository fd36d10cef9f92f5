// `Repeatable`: a client that does not know whether its request arrived sends it again with the same Idempotency-Key,
// or with the same value in its body, and gets the first answer.

import { createHash } from 'node:crypto'
import type { Reason } from '@ninefold/core/contract/words/reasons.ts'
import { visit } from '@ninefold/core/expression/conditions.ts'
import type { Expression, Value } from '@ninefold/core/expression/expression.ts'
import type { Call } from '@ninefold/core/model/calls.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { CallRun } from '../../gate/calls/call-run.ts'
import type { CallAnswer } from '../../gate/calls/calls.ts'
import type { Caller } from '../../gate/context/caller.ts'
import { type Asking, currentTenant } from '../../gate/context/current-tenant.ts'
import { refused, Refusal, inputRefusal } from '../../gate/context/refusal.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { FileValue } from '../../store/files/kept-files.ts'
import {
  type KeptAnswer,
  type KeyedRequest,
  keepAnswer,
  KeyUsedOtherwise,
  takeKey,
} from '../../store/tables/idempotency-keys.ts'
import { isMadeUnreadable } from '../../store/data/secret-texts.ts'
import { inputBindings } from '../../gate/calls/input-bindings.ts'
import { resolvedInputs } from '../../gate/calls/resolved-inputs.ts'
import type { Work } from '../../gate/context/work.ts'
import type { Exchange } from '../http/exchange.ts'

const KEY_LENGTH_MAX = 255

/** Null: the call does not take an Idempotency-Key, or the client sent none. */
export async function keyedRequest(exchange: Exchange, call: Call): Promise<Recognised | null> {
  return call.repeatable?.kind === 'by key' ? keyedBy(exchange, nameOf(call), holdsSecrets(call)) : null
}

/** Null: the client sent no key. */
export async function keyedBy(
  exchange: Exchange,
  name: string,
  isSecret = mayHoldSecrets(exchange.application.model),
): Promise<Recognised | null> {
  const key = exchange.headers['idempotency-key']
  if (key === undefined) return null
  if (key.length === 0 || key.length > KEY_LENGTH_MAX || !/^[\x21-\x7e]+$/.test(key))
    throw refused('body not readable', 'Idempotency-Key', ['idempotency key'])
  return requestWith(exchange, name, { key, by: 'Idempotency-Key', isSecret })
}

/** Null: the identifying value was not sent. */
export async function valuedRequest(
  exchange: Exchange,
  call: Call,
  value: Expression,
  work: Work,
  inputs: Readonly<Record<string, Value>>,
): Promise<Recognised | null> {
  // Reads only the inputs that the identifying value needs. Nothing may be created before it is known whether the
  // request is a repetition.
  const read = call.inputs.filter(({ path }) => names(value, `input.${path.join('.')}`))
  const resolved = inputBindings(call.inputs, {
    ...inputs,
    ...(await resolvedInputs(work, read, sentOf(read, inputs), null)),
  })
  const run = new CallRun({ ...work, bindings: { ...work.bindings, ...resolved } }, call, inputs)
  const sent = await run.value(value)
  if (sent === null || sent === '') return null
  // The hash bounds the length, and the prefix keeps values and keys sent by clients apart.
  const key = `value ${createHash('sha256').update(JSON.stringify(sent)).digest('base64url')}`
  return requestWith(exchange, nameOf(call), { key, by: 'body', isSecret: holdsSecrets(call) })
}

function names(expression: Expression, variable: string): boolean {
  let isNamed = false
  visit(expression, (part) => {
    isNamed ||= part.kind === 'variable' && part.name === variable
  })
  return isNamed
}

function sentOf(declared: Call['inputs'], inputs: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  const paths = declared.map(({ path }) => path.join('.'))
  return Object.fromEntries(Object.entries(inputs).filter(([path]) => paths.includes(path)))
}

/** A request that may be repeated, with the part of it that identifies it. */
export interface Recognised extends KeyedRequest {
  readonly by: string
}

/** The owner of idempotency keys. Callers who are not signed in share them. */
export function keyOwner({ me }: Pick<Caller, 'me'>): string {
  return String(me?.id ?? '')
}

export function nameOf({ method, path }: Pick<Call, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** The same request in another tenant is a different one, because its path and values refer to other records there. */
export async function callInTenant(asking: Asking, name: string): Promise<string> {
  const tenant = await currentTenant(asking)
  return tenant === null || tenant === '' ? name : `${name} in ${tenant}`
}

function holdsSecrets({ inputs }: Call): boolean {
  return inputs.some(({ like }) => like.kind === 'field' && isMadeUnreadable(like.field))
}

/** Used where the fields of the body are not known. */
function mayHoldSecrets({ entities }: Model): boolean {
  return entities.entities.some(({ fields }) => fields.some(isMadeUnreadable))
}

async function requestWith(
  exchange: Exchange,
  call: string,
  { key, by, isSecret }: Pick<Recognised, 'key' | 'by' | 'isSecret'>,
): Promise<Recognised> {
  const { caller, parameters, body } = exchange
  return {
    caller: keyOwner(caller),
    call: await callInTenant(exchange, call),
    key,
    content: JSON.stringify([parameters, body ?? null]),
    isSecret,
    by,
  }
}

export async function answeredOnce(
  transaction: Executor,
  request: Recognised | null,
  answer: () => Promise<CallAnswer>,
): Promise<CallAnswer> {
  if (request === null) return answer()
  const kept = await takeKey(transaction, request).catch((cause: unknown) => {
    if (!(cause instanceof KeyUsedOtherwise)) throw cause
    throw new Refusal([inputRefusal('wrong type', request.by, null, usedOtherwise(request))])
  })
  if (kept !== null) return remembered(kept)
  const given = await answer()
  await keepAnswer(transaction, request, { ...given, json: keptText(given) })
  return given
}

/** Prefix of a stored answer that is a file. JSON never begins like this. */
const FILE = 'file:'

/** Prefix of a stored answer with headers and cookies beside its body. */
const BESIDE = 'beside:'

function keptText({ json, file, beside }: CallAnswer): string | null {
  if (file !== undefined) return FILE + JSON.stringify(file)
  return beside === undefined ? json : BESIDE + JSON.stringify({ json, beside })
}

function remembered({ status, json }: KeptAnswer): CallAnswer {
  if (json?.startsWith(BESIDE) === true)
    return {
      status,
      isRepeated: true,
      ...(JSON.parse(json.slice(BESIDE.length)) as Pick<CallAnswer, 'json' | 'beside'>),
    }
  if (json?.startsWith(FILE) !== true) return { status, json, isRepeated: true }
  return { status, json: null, isRepeated: true, file: JSON.parse(json.slice(FILE.length)) as FileValue }
}

function usedOtherwise({ by }: Recognised): Reason {
  return [by === 'body' ? 'sent otherwise' : 'key of another request']
}
