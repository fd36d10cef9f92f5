// A stated call whose body is a text, a file or a multipart form → the function that reads such a body as a stream.

import type { Readable } from 'node:stream'
import type { Operation } from '@ninefold/core/contract/calls/calls.ts'
import { bodiesOf, MEDIA_TYPES } from '@ninefold/core/model/wire.ts'
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import type { FileStore } from '../../store/files/file-store.ts'
import { callerOf } from '../authentication/authentication.ts'
import type { BodyReceiver } from '../http/body-receiver.ts'
import { fileBody, multipartBody, textBody } from './stated-bodies.ts'
import { type Taking, uploaderOf } from './uploads.ts'

/** Missing: the call takes JSON or URL-encoded forms. */
export function receivedBy(
  application: Application,
  operation: Operation,
  store: FileStore | undefined,
  signed: FastifyContextConfig['signed'],
): { readonly receives?: BodyReceiver } {
  if (operation.kind !== 'stated') return {}
  const { call } = operation
  const taking = async (request: FastifyRequest): Promise<Taking> => {
    if (store === undefined) throw new Error('There is no place for files.')
    const caller = await callerOf(application, request)
    return { application, store, from: uploaderOf({ caller }, request) }
  }
  const streamed = bodiesOf(call.wire).find((body) => body === 'text' || body === 'file' || body === 'multipart')
  switch (streamed) {
    case 'text': {
      const type = call.wire?.mediaType ?? MEDIA_TYPES.text
      const body = async (request: FastifyRequest, payload: Readable): Promise<unknown> => {
        const { bytes, body: sent } = await textBody(call, payload)
        signed?.(request, bytes)
        return sent
      }
      return { receives: { isTaken: (sent, isUtf8) => sent === type && isUtf8, body } }
    }
    case 'file':
      return {
        receives: {
          isTaken: (sent) => sent !== '' && !sent.startsWith('multipart/'),
          body: async (request, payload) => fileBody(await taking(request), call, request, payload),
        },
      }
    case 'multipart':
      return {
        receives: {
          isTaken: (sent) => sent === 'multipart/form-data',
          body: async (request, payload) => multipartBody(() => taking(request), call, request, payload),
        },
      }
    default:
      return {}
  }
}
