// An answer that is often requested and rarely changes → as few bytes as possible: compressed, and 304 for clients that
// have it. Only for content without words of the request and without private data, because the compressed length leaks
// information (decision 48).

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Takes a millisecond; a higher quality saves little. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const compressed = promisify(brotliCompress)

export async function sendPacked(request: FastifyRequest, reply: FastifyReply, json: string): Promise<FastifyReply> {
  const tag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`
  reply.header('etag', tag)
  if (request.headers['if-none-match'] === tag) return reply.status(304).send()
  reply.type('application/json; charset=utf-8')
  if (!takesBrotli(request.headers['accept-encoding'])) return reply.send(json)
  return reply.header('content-encoding', 'br').send(await compressed(json, QUALITY))
}

function takesBrotli(accepted: string | string[] | undefined): boolean {
  return String(accepted ?? '')
    .split(',')
    .some((each) => /^\s*br\s*(?:;\s*q=(?:1|0\.\d*[1-9])\d*\s*)?$/.test(each))
}
