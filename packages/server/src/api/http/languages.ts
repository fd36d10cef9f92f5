// Content negotiation by language: where the text is translated, answers vary by Accept-Language, so that caches keep
// one per language.

import type { Model } from '@ninefold/core/model/model.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { modelFor } from '../../gate/context/localized-application.ts'

const HAS_WORDS = /json|csv|pdf|event-stream/

export function tellLanguages(instance: FastifyInstance, { model }: Application): void {
  if (model.limits.translations.length === 0) return
  instance.addHook('onSend', (request, reply, _payload, done) => {
    if (HAS_WORDS.test(String(reply.getHeader('content-type') ?? '')) || reply.statusCode === 304)
      tellLanguage(model, request, reply)
    done()
  })
}

function tellLanguage(model: Model, request: FastifyRequest, reply: FastifyReply): void {
  const varied = String(reply.getHeader('vary') ?? '')
  if (!/accept-language/i.test(varied))
    reply.header('vary', varied === '' ? 'Accept-Language' : `${varied}, Accept-Language`)
  reply.header('content-language', modelFor(model, request.headers['accept-language']).limits.language)
}
