// An operation → the media types of its body that it takes, as `Accept-Patch`, the OpenAPI document and refusals name them.

import { JSON_PATCH, MEDIA_TYPES, MERGE_PATCH, type RequestBody } from '../../model/wire.ts'
import type { Operation } from './calls.ts'

export const FORM_TYPE = 'application/x-www-form-urlencoded'

const TYPES: Readonly<Record<RequestBody, readonly string[]>> = {
  JSON: [MEDIA_TYPES.JSON],
  form: [FORM_TYPE],
  'form or JSON': [MEDIA_TYPES.JSON, FORM_TYPE],
  multipart: ['multipart/form-data'],
  text: [MEDIA_TYPES.text],
  file: ['application/octet-stream', '*/*'],
}

/** Plain JSON comes first where it is taken. */
export function acceptedMediaTypes(operation: Operation): readonly string[] {
  if (operation.kind === 'change') return [MEDIA_TYPES.JSON, MERGE_PATCH, JSON_PATCH]
  const wire = operation.kind === 'stated' ? operation.call.wire : undefined
  return wire?.mediaType === undefined ? TYPES[wire?.body ?? 'JSON'] : [wire.mediaType]
}
