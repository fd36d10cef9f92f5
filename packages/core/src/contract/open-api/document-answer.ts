// The OpenAPI description of an answer that is a document.

import type { OpenApiResponse } from './refusals.ts'

export const DOCUMENT_ANSWER: OpenApiResponse = {
  description: 'A document, laid out as PDF.',
  content: { 'application/pdf': { schema: {} } },
}
