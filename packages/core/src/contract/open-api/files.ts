// Uploads and downloads of files → their description in OpenAPI. The addresses are the engine's own; calls refer to
// uploads by id.

import type { BuiltInError } from '../../model/errors.ts'
import type { Model } from '../../model/model.ts'
import { IMAGE_TYPES, THUMBNAIL_SIZES, THUMBNAILS } from '../wire/thumbnails.ts'
import { schemaOfValue } from './json-schema.ts'
import type { OpenApiOperation } from './operations.ts'
import type { OpenApiParameter } from './parameter.ts'
import { builtInRefusals, type OpenApiResponse, UNREAD_BODIES } from './refusals.ts'

type Security = OpenApiOperation['security']

export const FILES_TAG = 'Files'

export function filePaths(model: Model, security: Security): Record<string, Record<string, OpenApiOperation>> {
  const common = { tags: [FILES_TAG], security }
  return {
    '/_ninefold/files': {
      post: { ...common, ...UPLOAD, responses: { ...CREATED, ...builtInRefusals(model, UPLOADING) } },
    },
    '/_ninefold/files/{id}': {
      get: {
        ...common,
        ...DOWNLOAD,
        responses: { ...content('The file.', ['*/*']), ...builtInRefusals(model, HAVING) },
      },
    },
    '/_ninefold/files/{id}/{size}': {
      get: {
        ...common,
        ...THUMBNAIL,
        responses: {
          ...content('The picture, no larger than asked for.', ['image/webp', ...IMAGE_TYPES]),
          ...builtInRefusals(model, HAVING),
        },
      },
    },
  }
}

const UPLOAD: Omit<OpenApiOperation, 'tags' | 'security' | 'responses'> = {
  operationId: 'sendFile',
  summary: 'Send a file',
  description: 'The body is the file itself. What no record holds a day later goes.',
  parameters: [
    { name: 'name', in: 'query', description: 'What it is called.', schema: { type: 'string', default: 'file' } },
  ],
  requestBody: { required: true, content: { 'application/octet-stream': { schema: {} } } },
}

const ID: OpenApiParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }

const DOWNLOAD: Omit<OpenApiOperation, 'tags' | 'security' | 'responses'> = {
  operationId: 'getFile',
  summary: 'Have a file',
  description: 'For whoever may see a field of a record that holds it.',
  parameters: [ID],
}

const THUMBNAIL: Omit<OpenApiOperation, 'tags' | 'security' | 'responses'> = {
  operationId: 'getThumbnail',
  summary: 'Have a picture made small',
  description: `The longer side has at most ${Object.entries(THUMBNAILS)
    .map(([size, pixels]) => `${pixels} pixels (${size})`)
    .join(', or ')}. What is no picture has none.`,
  parameters: [ID, { name: 'size', in: 'path', required: true, schema: { type: 'string', enum: THUMBNAIL_SIZES } }],
}

const CREATED: Record<string, OpenApiResponse> = {
  201: {
    description: 'It is kept. A call takes its id.',
    content: { 'application/json': { schema: schemaOfValue({ kind: 'file' }, false) } },
  },
}

function content(description: string, types: readonly string[]): Record<string, OpenApiResponse> {
  const schema = { type: 'string', format: 'binary' }
  const shown = Object.fromEntries([...new Set(types)].map((type) => [type, { schema }]))
  return {
    200: { description, content: shown },
    304: { description: 'It is the one that the browser has.' },
  }
}

const HAVING: readonly BuiltInError[] = ['not found', 'session not valid', 'unexpected', 'busy', 'database away']
const UPLOADING: readonly BuiltInError[] = [
  ...HAVING.filter((error) => error !== 'not found'),
  'blank',
  'wrong type',
  'too big',
  'not signed in',
  'forbidden',
  'too many',
  'body not readable',
  ...UNREAD_BODIES,
]
