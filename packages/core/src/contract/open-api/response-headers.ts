// Headers that the product sets by itself → their declaration beside a successful answer.

import type { Operation } from '../calls/calls.ts'
import type { OpenApiResponse } from './refusals.ts'

type Headers = NonNullable<OpenApiResponse['headers']>

const text = (description: string): Headers[string] => ({ description, schema: { type: 'string' } })

const ETAG = text('Identifies exactly this answer, for If-None-Match. Of a record it begins with the version.')
const LINK = text('RFC 8288: the addresses of the first page and of the next one, where there are several.')

function isPatched(operation: Operation): boolean {
  return operation.kind === 'change' || (operation.kind === 'get' && operation.standard.calls.includes('change'))
}

export function withHeaders(
  operation: Operation,
  responses: Readonly<Record<string, OpenApiResponse>>,
): Record<string, OpenApiResponse> {
  const headers: Headers = {
    ...(operation.method === 'GET' ? { ETag: ETAG } : {}),
    ...(operation.kind === 'list' ? { Link: LINK } : {}),
    ...(isPatched(operation) ? { 'Accept-Patch': text('RFC 5789: the media types of a change.') } : {}),
  }
  if (Object.keys(headers).length === 0) return { ...responses }
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      { ...response, headers: { ...headers, ...response.headers } },
    ]),
  )
}
