// An answer that is asked for again and again and seldom changes → as few bytes as it can be: compressed, and none at all for
// whoever holds it already and says so. Only for what holds no words of the request and of nobody else: the length of what is
// compressed tells something about it (decision 48).

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** It takes a millisecond; more of it saves little. */
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
