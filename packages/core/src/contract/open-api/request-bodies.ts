// An operation and its inputs → its request bodies, by media type.

import type { Model } from '../../model/model.ts'
import { bodiesOf, type BodyKind, JSON_PATCH, MEDIA_TYPES, MERGE_PATCH } from '../../model/wire.ts'
import { FORM_TYPE } from '../calls/accepted-media-types.ts'
import { ignoresUnknown, type Operation } from '../calls/calls.ts'
import type { InputField } from '../wire/inputs.ts'
import { type JsonSchema, schemaOfInput, schemaOfInputs, UPLOAD_ID } from './json-schema.ts'

export function bodyContent(model: Model, operation: Operation, inputs: readonly InputField[]): Content {
  const call = operation.kind === 'stated' ? operation.call : null
  const isOpen = call === null ? model.limits.unknownInputs === 'ignored' : ignoresUnknown(model, call)
  const schema = schemaOfInputs(inputs, isOpen)
  if (operation.kind === 'change') return { ...typed([MEDIA_TYPES.JSON, MERGE_PATCH], schema), ...PATCH_CONTENT }
  const media = bodiesOf(call?.wire).map((body) => contentOf(body, schema, inputs[0], call?.wire?.mediaType))
  return Object.assign({}, ...media) as Content
}

type Content = Record<string, { readonly schema: JsonSchema }>

function contentOf(
  body: BodyKind,
  schema: JsonSchema,
  only: InputField | undefined,
  mediaType: string = MEDIA_TYPES.text,
): Content {
  switch (body) {
    case 'JSON':
      return typed([MEDIA_TYPES.JSON], schema)
    case 'form':
      return typed([FORM_TYPE], schema)
    case 'multipart':
      return typed(['multipart/form-data'], withFiles(schema))
    case 'text':
      return only === undefined ? {} : typed([mediaType], schemaOfInput(only))
    case 'file':
      return typed(['application/octet-stream', '*/*'], CONTENT)
  }
}

function typed(types: readonly string[], schema: JsonSchema): Content {
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
