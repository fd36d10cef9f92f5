// A tool and its arguments → the request of the call. The call validates the arguments with its usual messages. Refused
// here are only arguments that cannot be sent.

import { filledPath, inAddress } from '@ninefold/core/model/addresses/call-path.ts'
import type { AgentTool, ArgumentPlace } from '@ninefold/core/contract/agents/tools.ts'
import { inputRefusal, type RefusalItem } from '../../gate/context/refusal.ts'
import type { OwnRequest } from './agent-request.ts'

export type Arguments = Readonly<Record<string, unknown>>

export type Sent =
  | { readonly isSent: true; readonly request: OwnRequest }
  | { readonly isSent: false; readonly refusals: readonly RefusalItem[] }

export function requestOf(tool: AgentTool, given: Arguments): Sent {
  const placed = Object.entries(tool.places).map(([key, place]) => ({ key, place, value: valueOf(given, key) }))
  const refusals = [
    ...placed.flatMap(({ key, place, value }) => refusalOf(key, place, value) ?? []),
    ...(tool.body === 'form' ? Object.entries(given).flatMap(([key, value]) => brokenIn(key, value) ?? []) : []),
  ]
  if (refusals.length > 0) return { isSent: false, refusals }
  const at = (where: ArgumentPlace['in']): { name: string; value: unknown }[] =>
    placed.flatMap(({ place, value }) =>
      place.in === where && value !== null && value !== undefined ? [{ name: place.name, value }] : [],
    )
  const body = Object.fromEntries(Object.entries(given).filter(([key]) => !Object.hasOwn(tool.places, key)))
  const isWithBody = hasBody(tool.operation) && (tool.body !== 'none' || Object.keys(body).length > 0)
  const cookies = at('cookie').map(({ name, value }) => `${name}=${encodeURIComponent(textOf(value))}`)
  return {
    isSent: true,
    request: {
      routes: [tool.operation.path],
      method: tool.operation.method,
      url: addressOf(tool, at('path')) + queryOf([...at('query'), ...unknownWithoutBody(tool, body)]),
      headers: {
        ...Object.fromEntries(at('header').map(({ name, value }) => [name.toLowerCase(), textOf(value)])),
        ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
        ...(isWithBody ? { 'content-type': BODY_TYPES[tool.body] } : {}),
      },
      ...(isWithBody ? { payload: bodyText(tool, body) } : {}),
    },
  }
}

const BODY_TYPES: Readonly<Record<AgentTool['body'], string>> = {
  none: 'application/json',
  JSON: 'application/json',
  form: 'application/x-www-form-urlencoded',
}

function valueOf(given: Arguments, key: string): unknown {
  return Object.hasOwn(given, key) ? given[key] : undefined
}

const NO_RECORD: RefusalItem = { kind: 'built-in', error: 'not found', about: null, limit: null, reason: null }

/** Null: it can be sent. */
function refusalOf(key: string, place: ArgumentPlace, value: unknown): RefusalItem | null {
  if (place.in === 'path') {
    const text = value === undefined || value === null ? '' : textOf(value)
    if (text === '') return inputRefusal('blank', key)
    // Two dots would lead to the parent address.
    if (text === '.' || text === '..') return NO_RECORD
  }
  const isHeader = place.in === 'header' && value !== undefined && value !== null
  if (isHeader && !/^[\x20-\x7e]*$/.test(textOf(value))) return inputRefusal('wrong type', key)
  return brokenIn(key, value)
}

/** A lone surrogate: JSON can carry it, but addresses, cookies and forms would change it. */
function brokenIn(key: string, value: unknown): RefusalItem | null {
  return formPairs(value ?? null, key).some(([, text]) => !text.isWellFormed()) ? inputRefusal('pattern', key) : null
}

function addressOf({ operation: { path } }: AgentTool, values: readonly { name: string; value: unknown }[]): string {
  return filledPath(path, (place) => {
    const given = values.find(({ name }) => name === place.name)
    return given === undefined ? place.written : inAddress(place, textOf(given.value))
  })
}

/**
 * For a call without a body, unknown arguments become query parameters, so that the call refuses them as it refuses any
 * unknown parameter.
 */
function unknownWithoutBody({ operation }: AgentTool, given: Arguments): { name: string; value: unknown }[] {
  return hasBody(operation) ? [] : Object.entries(given).map(([name, value]) => ({ name, value }))
}

function hasBody({ method }: AgentTool['operation']): boolean {
  return method !== 'GET' && method !== 'DELETE'
}

function queryOf(values: readonly { name: string; value: unknown }[]): string {
  const pairs = values.flatMap(({ name, value }) =>
    (Array.isArray(value) ? value : [value]).map((each: unknown): [string, string] => [name, textOf(each)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

function bodyText({ body }: AgentTool, given: Arguments): string {
  return body === 'form' ? new URLSearchParams(formPairs(given, '')).toString() : JSON.stringify(given)
}

/** `tags[]=a&parts[0][name]=Tea` */
function formPairs(value: unknown, name: string): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, value === null ? '' : textOf(value)]]
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) => {
    const place = Array.isArray(value) && (typeof each !== 'object' || each === null) ? '' : key
    return formPairs(each, name === '' ? key : `${name}[${place}]`)
  })
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
