// Headers that the product sets by itself → their declaration beside a successful answer.

import { isLimitOfCall } from '../../model/limits.ts'
import type { Model } from '../../model/model.ts'
import type { Operation } from '../calls/calls.ts'
import { NAMES_OF_LIMIT_HEADERS } from '../limit-headers.ts'
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

/** Each answer of a call with a limit tells what it leaves, if the text states how; so do refusals. */
export function withLimitHeaders(
  model: Model,
  operation: Operation,
  responses: Readonly<Record<string, OpenApiResponse>>,
): Record<string, OpenApiResponse> {
  const call = `${operation.method} ${operation.movedTo ?? operation.path}`
  const isLimited = model.limits.limits.some((limit) => isLimitOfCall(limit, call))
  const names = model.limits.limitHeaders.flatMap((each) => NAMES_OF_LIMIT_HEADERS[each])
  if (!isLimited || names.length === 0) return { ...responses }
  const whole: Headers[string]['schema'] = { type: 'integer' }
  const headers = Object.fromEntries(
    names.map((name) => [
      name,
      name.startsWith('X-') ? { ...text(TOLD[name] ?? ''), schema: whole } : text(TOLD[name] ?? ''),
    ]),
  )
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      { ...response, headers: { ...headers, ...response.headers } },
    ]),
  )
}

const TOLD: Readonly<Record<string, string>> = {
  'X-RateLimit-Limit': 'How often the call may be made in the time of its limit.',
  'X-RateLimit-Remaining': 'How often it may be made at once after this request.',
  'X-RateLimit-Reset': 'When it may be made once more.',
  'RateLimit-Policy': 'Draft of the IETF: each limit by its name, with its number (q) in a time of seconds (w).',
  RateLimit:
    'Draft of the IETF: each limit by its name, with what it leaves (r), and the seconds until it leaves one more (t).',
}
