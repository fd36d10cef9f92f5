// What the application's calls are, for machines: `GET /_ninefold/openapi.json`. It is the same for everybody
// and says nothing about data. The web app shows it at `/_ninefold/api`.

import { openApiDocument } from '@ninefold/core/contract/open-api/document.ts'
import type { FastifyInstance } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { todayOf } from '../../gate/context/bindings.ts'

export function openApiRoute(instance: FastifyInstance, application: Application): void {
  let made: { readonly day: string; readonly text: string } | null = null
  instance.get('/_ninefold/openapi.json', async (_, reply) => {
    const day = todayOf(application)
    if (made?.day !== day)
      made = { day, text: JSON.stringify(openApiDocument(application.model, application.revision, day)) }
    return reply.type('application/json; charset=utf-8').send(made.text)
  })
}
