// The application's calls, for machines: `GET /_ninefold/openapi.json`. The document holds no data, and is the same for
// every reader. In development everyone may read it; in production, those whom the setting "API description" of point 9
// names. The web app shows it at `/_ninefold/api`.

import { openApiDocument } from '@ninefold/core/contract/open-api/document.ts'
import type { FastifyInstance } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { todayOf } from '../../gate/context/bindings.ts'
import type { Caller } from '../../gate/context/caller.ts'
import { refused } from '../../gate/context/refusal.ts'
import { callerOf } from '../authentication/authentication.ts'
import { tenantBase } from '../authentication/tenant-path.ts'
import { outsiderRefusal } from '../http/anonymous-requests.ts'

export function openApiRoute(instance: FastifyInstance, application: Application): void {
  let made: { readonly day: string; readonly text: string } | null = null
  instance.get('/_ninefold/openapi.json', async (request, reply) => {
    await refuseUnlessDescribed(application, () => callerOf(application, request))
    const day = todayOf(application)
    if (made?.day !== day)
      made = { day, text: JSON.stringify(openApiDocument(application.model, application.revision, day)) }
    return reply.type('application/json; charset=utf-8').send(inTenant(made.text, tenantBase(request)))
  })
}

/** The server is the application in the tenant that the path names. */
function inTenant(text: string, base: string): string {
  return base === ''
    ? text
    : text.replace('"servers":[{"url":"/"}]', () => `"servers":[{"url":${JSON.stringify(base)}}]`)
}

async function refuseUnlessDescribed({ mode, model }: Application, caller: () => Promise<Caller>): Promise<void> {
  const { apiDescription } = model.limits
  if (mode === 'development' || apiDescription === 'everybody') return
  if (apiDescription === 'none') throw refused('not found')
  const asking = await caller()
  if (!apiDescription.some((role) => asking.roles.has(role))) throw outsiderRefusal(asking)
}
