// A body that is neither JSON nor a form of texts: which types of it an address takes, and how it is read while it comes.

import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'

export interface BodyReceiver {
  readonly isTaken: (mediaType: string, isUtf8: boolean) => boolean
  readonly body: (request: FastifyRequest, payload: Readable) => Promise<unknown>
}
