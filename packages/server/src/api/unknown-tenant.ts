// An address with the name of no tenant: programs get a refusal, and browsers a page that says what to do. Neither tells
// which tenants there are.

import { reasonIn, refusalLanguage } from '@ninefold/core/contract/words/refusal-language.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { noticeHtml } from '../documents/notice-html.ts'
import type { Application } from '../gate/context/application.ts'
import { Refusal } from '../gate/context/refusal.ts'
import { modelFor } from '../gate/context/localized-application.ts'
import { bareOrigin, labelOfTenant, tenantOfAddress, unknownTenant } from './authentication/tenant-of-address.ts'
import { asksForPage } from './http/pages.ts'

/** Styles of the page itself; nothing is loaded. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

export async function answerUnknownTenant(
  application: Application,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  try {
    await tenantOfAddress(application, request)
    return undefined
  } catch (cause) {
    if (!(cause instanceof Refusal) || !asksForPage(request)) throw cause
    return reply
      .status(404)
      .header('content-security-policy', CONTENT_SECURITY_POLICY)
      .type('text/html; charset=utf-8')
      .send(pageFor(application, request))
  }
}

function pageFor(application: Application, request: FastifyRequest): string {
  const accepted = request.headers['accept-language']
  const model = modelFor(application.model, accepted)
  const language = refusalLanguage(model, accepted)
  const address = bareOrigin(application, request)
  return noticeHtml({
    status: 404,
    language,
    brand: { name: model.name, colour: model.limits.brandColour?.colour ?? null },
    sentence: reasonIn(unknownTenant(labelOfTenant(application, request) ?? ''), language),
    link: { address: `${address}/`, label: new URL(address).host },
  })
}
