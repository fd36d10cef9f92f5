// Content negotiation by language: where the text is translated, answers vary by Accept-Language, so that caches keep
// one per language.

import type { FastifyInstance } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { modelFor } from '../../gate/context/spoken-application.ts'

const HAS_WORDS = /json|csv|pdf|event-stream/

export function tellLanguages(instance: FastifyInstance, { model }: Application): void {
  if (model.limits.translations.length === 0) return
  instance.addHook('onSend', async (request, reply) => {
    if (!HAS_WORDS.test(String(reply.getHeader('content-type') ?? '')) && reply.statusCode !== 304) return
    const varied = String(reply.getHeader('vary') ?? '')
    if (!/accept-language/i.test(varied))
      reply.header('vary', varied === '' ? 'Accept-Language' : `${varied}, Accept-Language`)
    reply.header('content-language', modelFor(model, request.headers['accept-language']).limits.language)
  })
}
