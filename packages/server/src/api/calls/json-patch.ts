// JSON Patch (RFC 6902): a patch, and a record as its caller gets it → the merge patch (RFC 7396) with the same effect.
// So a patch has no meaning of its own: its result is a change like any other.

import { isDeepStrictEqual } from 'node:util'
import { applyOperation, type Operation, validator } from 'fast-json-patch/commonjs/core.js'
import { isPlainObject } from '@ninefold/core/contract/inputs/plain-object.ts'
import { JSON_PATCH } from '@ninefold/core/model/wire.ts'
import type { Reason } from '@ninefold/core/contract/words/reasons.ts'
import { Refusal } from '../../gate/context/refusal.ts'
import type { Exchange } from '../http/exchange.ts'

const OPERATIONS_MAX = 1_000
/** Levels of a pointer and of a value. Records are flatter, and the library's functions are recursive. */
const DEPTH_MAX = 50
/** Each copy of a copy doubles a value, so that a few operations would fill the memory. */
const COPIED_CHARACTERS_MAX = 1_048_576
const OPERATIONS: readonly string[] = ['add', 'remove', 'replace', 'move', 'copy', 'test']
/** Properties that objects of the language have, and records do not. */
const NO_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype']

export function isJsonPatch(headers: Exchange['headers']): boolean {
  return isOfType(headers, JSON_PATCH)
}

export function isOfType({ 'content-type': type = '' }: Exchange['headers'], wanted: string): boolean {
  return type.split(';')[0]?.trim().toLowerCase() === wanted
}

/** Refuses every other body. */
export function patchIn(body: unknown): readonly Operation[] {
  if (!Array.isArray(body)) throw patchRefusal('body not readable', null, ['no patch'])
  if (body.length > OPERATIONS_MAX)
    throw patchRefusal('body not readable', null, ['patch of many operations', OPERATIONS_MAX])
  for (const [index, operation] of body.entries())
    if (!isOperation(operation)) throw patchRefusal('body not readable', index, ['no operation', index + 1])
  return body as Operation[]
}

function isOperation(sent: unknown): sent is Operation {
  if (typeof sent !== 'object' || sent === null || isDeeper(sent, DEPTH_MAX)) return false
  try {
    validator(sent as Operation, 0)
  } catch {
    return false
  }
  const { op, path, from = '' } = sent as { readonly op: unknown; readonly path: string; readonly from?: unknown }
  return OPERATIONS.includes(String(op)) && isPointer(path) && isPointer(from)
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1))
}

/** RFC 6901. */
function isPointer(sent: unknown): boolean {
  return typeof sent === 'string' && /^(?:\/(?:[^~/]|~[01])*)*$/.test(sent) && keysOf(sent).length <= DEPTH_MAX
}

function keysOf(pointer: string): string[] {
  const parts = pointer.split('/').slice(1)
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Tells whether a body that may be a patch could give the field a value. */
export function mayWrite(body: unknown, field: string): boolean {
  if (!Array.isArray(body)) return false
  return body.some((sent: unknown) => {
    const path = typeof sent === 'object' && sent !== null && 'path' in sent ? String(sent.path) : ''
    return path === '' || keysOf(path)[0] === field
  })
}

/** `answer`: JSON of the record, as a `GET` answers it. */
export function mergePatchOf(patch: readonly Operation[], answer: string): Readonly<Record<string, unknown>> {
  const before = JSON.parse(answer) as Record<string, unknown>
  let after: unknown = JSON.parse(answer)
  let copied = 0
  for (const [index, operation] of patch.entries()) {
    const about = keysOf(operation.path)[0] ?? 'body'
    const said = [index + 1, operation.path] as const
    copied += operation.op === 'copy' ? sizeAt(after, operation.from) : 0
    if (copied > COPIED_CHARACTERS_MAX) throw patchRefusal('patch not applicable', index, ['patch too large'], about)
    after = applied(after, operation, () =>
      patchRefusal('patch not applicable', index, reasonOf(operation, said), about),
    )
  }
  if (!isPlainObject(after)) throw patchRefusal('patch not applicable', patch.length - 1, ['no object left'], 'body')
  const result = after
  const written = new Set(patch.flatMap((operation) => writtenKeys(operation, before, result)))
  return Object.fromEntries([...written].map((key) => [key, Object.hasOwn(result, key) ? result[key] : null]))
}

/** In characters of JSON. */
function sizeAt(document: unknown, pointer: string): number {
  const found = keysOf(pointer).reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Object.entries(value).find(([each]) => each === key)?.[1] : null,
    document,
  )
  return JSON.stringify(found ?? null).length
}

function reasonOf({ op }: Operation, [number, pointer]: readonly [number, string]): Reason {
  return op === 'test' ? ['test of patch fails', number, pointer] : ['nothing to patch', number, pointer]
}

function applied(document: unknown, operation: Operation, refusal: () => Refusal): unknown {
  const pointers = [operation.path, ...('from' in operation ? [operation.from] : [])]
  if (pointers.some((pointer) => keysOf(pointer).some((key) => NO_KEYS.includes(key)))) throw refusal()
  try {
    return applyOperation(document, operation, true, true).newDocument
  } catch (cause) {
    // The library's error class is made in ES5, so it is known by its name only.
    if (cause instanceof Error && /^(?:OPERATION|TEST)_/.test(cause.name)) throw refusal()
    throw cause
  }
}

/** A patch of the whole record writes only the values that differ. */
function writtenKeys(
  operation: Operation,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (operation.op === 'test') return []
  const pointers = [operation.path, ...(operation.op === 'move' ? [operation.from] : [])]
  return pointers.flatMap((pointer) => {
    const [key] = keysOf(pointer)
    if (key !== undefined) return [key]
    const all = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return all.filter((each) => !isDeepStrictEqual(before[each], after[each]))
  })
}

/** Names the operation by its place in the body: `[1]`. */
function patchRefusal(
  error: 'body not readable' | 'patch not applicable',
  index: number | null,
  reason: Reason,
  about = 'body',
): Refusal {
  const place = index === null ? {} : { path: `[${index}]` }
  return new Refusal([{ kind: 'built-in', error, about, limit: null, reason, ...place }])
}
