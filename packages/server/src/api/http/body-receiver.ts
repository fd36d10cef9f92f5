// A body other than JSON or a URL-encoded form: the types that an address takes, and the function that reads it as a
// stream.

import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'

export interface BodyReceiver {
  readonly isTaken: (mediaType: string, isUtf8: boolean) => boolean
  readonly body: (request: FastifyRequest, payload: Readable) => Promise<unknown>
}
