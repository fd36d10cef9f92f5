// The types of bodies that are read: JSON, and forms, texts and files where a call says so. Nothing else is parsed,
// which keeps the attack surface small.

import { type BodyKind, PLAIN_BODIES } from '@ninefold/core/model/wire.ts'
import type { IncomingMessage } from 'node:http'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { refused } from '../../gate/context/refusal.ts'
import { utf8Text } from '../http/bodies.ts'
import { objectOfForm } from '../http/form-bodies.ts'
import { matchedRoute } from '../http/methods.ts'
import { repeatsKey } from './repeated-keys.ts'

export function acceptBodies(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers()
  const json = instance.getDefaultJsonParser('error', 'error')
  instance.addContentTypeParser(
    /^application\/(?:[\w.+-]+\+)?json(?:$|;(?!.*charset\s*=\s*"?(?!["\s]|utf-?8|us-ascii)))/i,
    { parseAs: 'buffer' },
    (request, body, done) => {
      const stranger = strangerOf(request, body as Buffer) ?? encodedOf(request)
      if (stranger !== null) return done(stranger)
      if (!takesJson(request)) return done(notTaken(request))
      const text = utf8Text(body as Buffer)
      if (text === null) done(refused('body not readable', 'body', ['no UTF-8']))
      else if (text === '') done(null, undefined)
      else
        json(request, text, (cause, value) => {
          if (cause === null && repeatsKey(text, value)) done(refused('body not readable', 'body', ['key twice']))
          else done(cause, value)
        })
    },
  )
  instance.addContentTypeParser(
    /^application\/x-www-form-urlencoded(?:$|;(?!.*charset\s*=\s*"?(?!["\s]|utf-?8|us-ascii)))/i,
    { parseAs: 'buffer' },
    (request, body, done) => {
      const stranger = strangerOf(request, body as Buffer) ?? encodedOf(request)
      if (stranger !== null) return done(stranger)
      if (!takenBy(request).includes('form')) return done(notTaken(request))
      const text = utf8Text(body as Buffer)
      const value = text === null ? null : objectOfForm(text)
      if (value === null) done(refused('body not readable', 'body', ['form not readable']))
      else done(null, text === '' ? undefined : value)
    },
  )
  // A file is streamed to the file store, so nothing is parsed here.
  instance.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const encoded = encodedOf(request)
    if (encoded !== null) throw encoded
    const { receives } = matchedRoute(request).config
    const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';')
    if (receives?.isTaken(type.trim().toLowerCase(), isUtf8(parameters)) !== true) throw notTaken(request)
    return receives.body(request, payload)
  })
}

function isUtf8(parameters: readonly string[]): boolean {
  const charsets = parameters.flatMap((each) => /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(each)?.[1] ?? [])
  return charsets.every((charset) => /^(?:utf-?8|us-ascii)$/i.test(charset))
}

/**
 * The product's own forms send JSON, whatever body the call states for other programs. No page of another site can send
 * their header.
 */
function takesJson(request: FastifyRequest): boolean {
  return takenBy(request).includes('JSON') || request.headers['ninefold-client'] === 'web'
}

/** Returns why the body must not be parsed, or null. */
function strangerOf(request: FastifyRequest, body: Buffer): Error | null {
  try {
    matchedRoute(request).config.signed?.(request, body)
    return null
  } catch (cause) {
    if (cause instanceof Error) return cause
    throw cause
  }
}

/** Compressed bodies are refused: a few bytes could expand to very many. */
function encodedOf({ headers }: FastifyRequest): Error | null {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (coding === 'identity' || coding === '') return null
  return refused('media type not supported', 'content-encoding', ['content encoding'])
}

/** The kinds of body that the route declares; JSON by default. */
function takenBy(request: FastifyRequest): readonly BodyKind[] {
  return matchedRoute(request).config.takes ?? PLAIN_BODIES
}

function notTaken({ headers }: FastifyRequest): Error {
  return new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(headers['content-type'])
}

/** Null: the body is not valid UTF-8. Decoding it anyway would change the text. */
