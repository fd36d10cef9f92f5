// A token request → the answer of the token endpoint, made by the OAuth library.

import OAuth2Server from '@node-oauth/oauth2-server'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../store/driver/database.ts'
import { tokenEndpoint } from './oauth-model.ts'

interface TokenAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json: unknown
}

export async function answerOfTokenEndpoint(
  database: Database,
  { headers }: FastifyRequest,
  body: Readonly<Record<string, string | undefined>>,
  tenant: string | null,
): Promise<TokenAnswer> {
  const request = new OAuth2Server.Request({ method: 'POST', headers: textOf(headers), query: {}, body })
  const response = new OAuth2Server.Response({})
  try {
    await tokenEndpoint(database, tenant).token(request, response)
  } catch (cause) {
    unlessOwnFault(cause)
  }
  return { status: response.status ?? 200, headers: response.headers ?? {}, json: response.body }
}

function textOf(headers: FastifyRequest['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]))
}

/** The library wraps every error below it. A defect has no OAuth answer: it is logged and answered as everywhere. */
export function unlessOwnFault(cause: unknown): void {
  if (!(cause instanceof OAuth2Server.OAuthError)) throw cause
  if (cause.name === 'server_error') throw (cause as { readonly inner?: unknown }).inner ?? cause
}
