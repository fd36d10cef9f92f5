// A generated request → its method, address and body.

import { FORM_TYPE } from '@ninefold/core/contract/calls/accepted-media-types.ts'
import { JSON_PATCH, MEDIA_TYPES } from '@ninefold/core/model/wire.ts'
import type { Json } from './json.ts'
import type { MadeUpRequest } from './made-up-requests.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  /** Undefined: no body. */
  readonly body?: Readonly<Record<string, Json>>
}

export function httpOf({ kind, entity, path, key, transition, body, asked, block = 0 }: MadeUpRequest): HttpRequest {
  const one = `${path}/${key}`
  switch (kind) {
    case 'list':
      return { method: 'GET', path }
    case 'screen':
      return { method: 'GET', path: `/_ninefold/screens/${key.toLowerCase()}/${block}` }
    case 'create':
      return { method: 'POST', path, body }
    case 'call':
      return asked?.method === 'GET'
        ? { method: 'GET', path: path.replace(':code', key) }
        : { method: 'POST', path: path.replace(':code', key), body }
    case 'make key':
      return { method: 'POST', path: '/_ninefold/api-keys', body: { name: key, ...body } }
    case 'end key':
      return { method: 'DELETE', path: `/_ninefold/api-keys/${key}` }
    case 'tenant':
      return { method: 'POST', path: '/_ninefold/tenant', body }
    case 'give role':
      return { method: 'POST', path: `/_ninefold/people/${key}/roles`, body }
    case 'take role':
      return { method: 'DELETE', path: `/_ninefold/people/${key}/roles/${String(body['role'])}` }
    case 'suspend':
    case 'end suspension':
      return { method: kind === 'suspend' ? 'POST' : 'DELETE', path: `/_ninefold/people/${key}/suspension` }
    case 'transition':
      return { method: 'POST', path: `${one}/${transition}`, body }
    case 'change':
      return { method: 'PATCH', path: one, body }
    case 'delete':
      return { method: 'DELETE', path: one }
    case 'deleted':
      return { method: 'GET', path: '/_ninefold/deleted.json' }
    case 'history':
      return { method: 'GET', path: `/_ninefold/history/${entity.toLowerCase()}/${key}` }
    case 'restore':
      return { method: 'POST', path: `/_ninefold/deleted/${key}/restore` }
    default:
      return { method: 'GET', path: one }
  }
}

/** Some ask for problem details, where the text states another body of refusals. */
export function asksForProblems({ kind, atMs }: MadeUpRequest): boolean {
  return kind !== 'call' && atMs % 5 === 0
}

/** The bytes of the body with their type. `json`: the value of a JSON body, with the ids of this engine. */
export function contentOf(
  request: MadeUpRequest,
  json: Json | undefined,
): { readonly content: string | undefined; readonly type: string } {
  const { form, isMultipart, text, textType = 'text/plain' } = request.asked ?? {}
  if (text !== undefined) return { content: text, type: textType }
  if (form !== undefined)
    return isMultipart === true
      ? { content: multipartOf(form), type: `multipart/form-data; boundary=${BOUNDARY}` }
      : { content: String(new URLSearchParams(form.map(([...pair]) => pair))), type: FORM_TYPE }
  if (json === undefined) return { content: undefined, type: MEDIA_TYPES.JSON }
  return isSentAsPatch(request)
    ? { content: JSON.stringify(patchOf(json as Readonly<Record<string, Json>>)), type: JSON_PATCH }
    : { content: JSON.stringify(json), type: MEDIA_TYPES.JSON }
}

const BOUNDARY = 'between-two-values'

function multipartOf(form: readonly (readonly [name: string, value: string])[]): string {
  const parts = form.map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${BOUNDARY}--\r\n`
}

/**
 * Every third change is sent as a JSON Patch, which means the same. Not one with a version: a patch is applied only to
 * that version, so a stale one is reported before mistakes in the values.
 */
export function isSentAsPatch({ kind, version, atMs }: MadeUpRequest): boolean {
  return kind === 'change' && version === undefined && atMs % 3 === 0
}

/** RFC 6902. */
export function patchOf(body: Readonly<Record<string, Json>>): readonly Json[] {
  return Object.entries(body).map(([key, value]) => ({ op: 'add', path: `/${key}`, value }))
}

/** The parameters of a screen's address, which those of its blocks have, too. */
export function placeOfScreen({ of }: Pick<MadeUpRequest, 'of'>): Readonly<Record<string, string>> {
  return of === undefined ? {} : { code: of }
}
