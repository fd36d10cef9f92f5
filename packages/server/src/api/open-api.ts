// What the application's calls are, for machines: `GET /_ninefold/openapi.json`. It is the same for everybody
// and says nothing about data. The web app shows it at `/_ninefold/api`.

import { openApiDocument } from '@ninefold/core/contract/open-api/document.ts'
import type { FastifyInstance } from 'fastify'
import type { Application } from '../gate/application.ts'

export function openApiRoute(instance: FastifyInstance, { model, revision }: Application): void {
  let text: string | null = null
  instance.get('/_ninefold/openapi.json', async (_, reply) => {
    text ??= JSON.stringify(openApiDocument(model, revision))
    return reply.type('application/json; charset=utf-8').send(text)
  })
}
