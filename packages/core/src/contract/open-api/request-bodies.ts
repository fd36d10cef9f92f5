// An operation and its inputs → its request bodies, by media type.

import type { Model } from '../../model/model.ts'
import { JSON_PATCH, MEDIA_TYPES, MERGE_PATCH } from '../../model/wire.ts'
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
  if (operation.kind === 'change') return { ...typed([MEDIA_TYPES.JSON, MERGE_PATCH], schema), ...PATCH_CONTENT }
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

function typed(types: readonly string[], schema: JsonSchema): Record<string, { readonly schema: JsonSchema }> {
  return Object.fromEntries(types.map((type) => [type, { schema }]))
}

/** RFC 6902. */
const PATCH_CONTENT = typed([JSON_PATCH], {
  type: 'array',
  description: 'Operations on the record as a GET answers it. The values that they write are sent as a change.',
  items: {
    type: 'object',
    required: ['op', 'path'],
    properties: {
      op: { type: 'string', enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] },
      path: { type: 'string', description: 'A JSON Pointer (RFC 6901).' },
      from: { type: 'string', description: 'A JSON Pointer: the source of "move" and "copy".' },
      value: { description: 'The value of "add", "replace" and "test".' },
    },
  },
})

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
