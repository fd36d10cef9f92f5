// An operation and its inputs → its request bodies, by media type.

import type { Model } from '../../model/model.ts'
import { MEDIA_TYPES } from '../../model/wire.ts'
import { ignoresUnknown, type Operation } from '../calls/calls.ts'
import type { InputField } from '../wire/inputs.ts'
import { type JsonSchema, schemaOfInput, schemaOfInputs, UPLOAD_ID } from './json-schema.ts'

export function bodyContent(
  model: Model,
  operation: Operation,
  inputs: readonly InputField[],
): Record<string, { readonly schema: JsonSchema }> {
  const call = operation.kind === 'stated' ? operation.call : null
  const isOpen = call === null ? model.limits.unknownInputs === 'ignored' : ignoresUnknown(model, call)
  const schema = schemaOfInputs(inputs, isOpen)
  const json = { 'application/json': { schema } }
  const form = { 'application/x-www-form-urlencoded': { schema } }
  const [only] = inputs
  switch (call?.wire?.body ?? 'JSON') {
    case 'JSON':
      return json
    case 'form':
      return form
    case 'form or JSON':
      return { ...json, ...form }
    case 'multipart':
      return { 'multipart/form-data': { schema: withFiles(schema) } }
    case 'text':
      return only === undefined ? {} : { [call?.wire?.mediaType ?? MEDIA_TYPES.text]: { schema: schemaOfInput(only) } }
    case 'file':
      return { 'application/octet-stream': { schema: CONTENT }, '*/*': { schema: CONTENT } }
  }
}

const CONTENT: JsonSchema = { type: 'string', format: 'binary', description: 'The file itself.' }

/** A multipart form contains the file itself instead of an id. */
function withFiles(schema: JsonSchema): JsonSchema {
  if (schema.format === 'uuid' && schema.description === UPLOAD_ID.description) return CONTENT
  return {
    ...schema,
    ...(schema.items === undefined ? {} : { items: withFiles(schema.items) }),
    ...(schema.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([key, each]) => [key, withFiles(each)]),
          ),
        }),
  }
}
