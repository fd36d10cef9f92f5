// How OpenAPI describes the answer that a document is.

import type { OpenApiResponse } from './refusals.ts'

export const DOCUMENT_ANSWER: OpenApiResponse = {
  description: 'A document, laid out as PDF.',
  content: { 'application/pdf': { schema: {} } },
}
