// An operation → the media types of its body that it takes, as `Accept-Patch`, the OpenAPI document and refusals name them.

import { JSON_PATCH, MEDIA_TYPES, MERGE_PATCH, bodiesOf, type BodyKind } from '../../model/wire.ts'
import type { Operation } from './calls.ts'

export const FORM_TYPE = 'application/x-www-form-urlencoded'

const TYPES: Readonly<Record<BodyKind, readonly string[]>> = {
  JSON: [MEDIA_TYPES.JSON],
  form: [FORM_TYPE],
  multipart: ['multipart/form-data'],
  text: [MEDIA_TYPES.text],
  file: ['application/octet-stream', '*/*'],
}

/** In the order of the text. */
export function acceptedMediaTypes(operation: Operation): readonly string[] {
  if (operation.kind === 'change') return [MEDIA_TYPES.JSON, MERGE_PATCH, JSON_PATCH]
  const wire = operation.kind === 'stated' ? operation.call.wire : undefined
  return bodiesOf(wire).flatMap((body) => (body === 'text' ? (wire?.mediaType ?? TYPES[body]) : TYPES[body]))
}
