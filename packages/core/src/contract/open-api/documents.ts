// Documents of records as PDF → their description in OpenAPI. The addresses are the engine's own.

import type { BuiltInError } from '../../model/errors.ts'
import type { Model } from '../../model/model.ts'
import type { Document } from '../../model/screens.ts'
import { addressPart } from '../../model/words.ts'
import { DOCUMENTS_PATH } from '../wire/documents.ts'
import type { OpenApiOperation } from './operations.ts'
import { DOCUMENT_ANSWER } from './document-answer.ts'
import { builtInRefusals } from './refusals.ts'

export const DOCUMENTS_TAG = 'Documents'

export function documentPaths(
  model: Model,
  security: OpenApiOperation['security'],
): Record<string, Record<string, OpenApiOperation>> {
  return Object.fromEntries(
    model.screens.documents.map((document) => [
      `${DOCUMENTS_PATH}/${addressPart(document.name)}/{id}`,
      {
        get: {
          ...described(document),
          security,
          responses: { 200: DOCUMENT_ANSWER, ...builtInRefusals(model, REFUSED) },
        },
      },
    ]),
  )
}

function described({ name, entity }: Document) {
  return {
    operationId: `getDocument${name.replace(/[^\p{L}\p{N}]+/gu, '')}`,
    summary: `Have "${name}" of a record of ${entity}`,
    description:
      'For those who see all that is in it. With If-None-Match it is sent only when something in it has changed.',
    tags: [DOCUMENTS_TAG],
    parameters: [{ name: 'id', in: 'path', required: true, description: 'Of the record.', schema: { type: 'string' } }],
  } as const
}

const REFUSED: readonly BuiltInError[] = [
  'not signed in',
  'session not valid',
  'forbidden',
  'not found',
  'too big',
  'body not readable',
  'unexpected',
  'busy',
  'not shown',
  'database away',
]
