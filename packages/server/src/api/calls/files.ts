// Uploads and downloads over HTTP. An upload is the file itself, as the body of a request; its name is in the address.
// It is stored before any record refers to it, and a write to a record attaches it by its id. A file that no record
// holds cannot be downloaded. A download may be a range request.

import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import { uploadBytesMax } from '@ninefold/core/contract/inputs/uploads.ts'
import { IMAGE_TYPES, THUMBNAIL_SIZES } from '@ninefold/core/contract/wire/thumbnails.ts'
import rangeParser from 'range-parser'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { seenFile, tooLarge } from '../../gate/files/files.ts'
import { Refusal, refused } from '../../gate/context/refusal.ts'
import type { ByteRange, FileStore } from '../../store/files/file-store.ts'
import { fileAddress, type FileValue, type Uploader } from '../../store/files/kept-files.ts'
import type { Exchange } from '../http/exchange.ts'
import { outsiderRefusal } from '../http/anonymous-requests.ts'
import { UPLOAD_ADDRESS } from '../http/transport-limits.ts'
import { thumbnailOf } from './thumbnails.ts'
import { fileName, takeFile, type Uploaded, uploaderOf } from './uploads.ts'

/** Of `range-parser`: the range is valid, but outside the file. */
const NO_SUCH_PART = -1

export type ExchangeOf = (request: FastifyRequest) => Promise<Exchange>

export function fileRoutes(
  instance: FastifyInstance,
  application: Application,
  store: FileStore,
  exchangeOf: ExchangeOf,
): void {
  void instance.register(async (scope) => {
    // The body is the file, whatever type the sender declares: the type is detected from the content.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_, body, done) => done(null, body))
    scope.post(UPLOAD_ADDRESS, async (request, reply) => {
      const exchange = await exchangeOf(request)
      const file = await upload(application, store, exchange, uploaderOf(exchange, request))
      return reply.status(201).send({ ...file, url: fileAddress(file.id) })
    })
  })
  instance.get<{ Params: { id: string } }>('/_ninefold/files/:id', async (request, reply) =>
    download(store, await exchangeOf(request), request, reply),
  )
  let isSaid = false
  for (const size of THUMBNAIL_SIZES)
    instance.get<{ Params: { id: string } }>(`/_ninefold/files/:id/${size}`, async (request, reply) => {
      const file = await fileFor(await exchangeOf(request), request.params.id)
      const tag = `"${file.id}-${size}"`
      if (isKnown(request, tag)) return asKept(reply, tag).status(304).send()
      const made = await thumbnailOf(store, file, size)
      if (made === null) throw refused('not found')
      if (made !== 'original')
        return sendFile(asKept(reply, tag), { ...made, name: `${file.name.replace(/\.[^.]*$/, '')}.webp` }, made.bytes)
      if (!isSaid) request.log.warn('There is no library for pictures on this platform, so they are sent as they are.')
      isSaid = true
      return sendKept(asKept(reply, tag), store, file)
    })
}

async function upload(
  application: Application,
  store: FileStore,
  { caller, body, query, headers }: Exchange,
  from: Uploader,
): Promise<Uploaded> {
  const bytesMax = uploadBytesMax(application.model, caller)
  if (bytesMax === null) throw outsiderRefusal(caller)
  const name = fileName(query['name'])
  if (Number(headers['content-length'] ?? 0) > bytesMax) throw new Refusal([tooLarge('file', bytesMax)])
  const content = body instanceof Readable ? body : Readable.from([])
  return takeFile({ application, store, from }, { name, about: 'file', content, bytesMax })
}

async function download(
  store: FileStore,
  exchange: Exchange,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendRead(store, await fileFor(exchange, request.params.id), request, reply)
}

/** Sends a file to a caller who may read it: all of it, a range, or 304 if the client has it. */
export async function sendRead(
  store: FileStore | undefined,
  file: FileValue,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const tag = `"${file.id}"`
  // The content of a file never changes. Browsers may cache pictures and revalidate each time; other files are not
  // cached.
  const told = IMAGE_TYPES.includes(file.type) ? asKept(reply, tag) : reply.header('etag', tag)
  refuseOther(request, tag)
  if (isKnown(request, tag)) return told.status(304).send()
  return sendKept(told.header('accept-ranges', 'bytes'), store, file, askedPart(request, reply, tag, file.size))
}

/** For a client that holds one part of a file and must not get a part of another file. */
function refuseOther({ headers }: FastifyRequest, tag: string): void {
  const wanted = headers['if-match']
  if (wanted !== undefined && wanted !== '*' && !wanted.split(/\s*,\s*/).includes(tag)) throw refused('stale')
}

/**
 * Range requests, for video players and resumed downloads. Undefined: the whole file is sent, also for several ranges,
 * or when `If-Range` names another file.
 */
function askedPart(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  size: number,
): ByteRange | undefined {
  const { range, 'if-range': held = tag } = headers
  if (method !== 'GET' || range === undefined || held !== tag) return undefined
  const parts = rangeParser(size, range)
  if (parts === NO_SUCH_PART && !isBackwards(range)) {
    reply.header('content-range', `bytes */${size}`)
    throw refused('range not satisfiable')
  }
  return typeof parts === 'object' && parts.type === 'bytes' && parts.length === 1 ? parts[0] : undefined
}

/** An end before its start is not a valid range (RFC 9110, 14.1.1). */
function isBackwards(range: string): boolean {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
  return start !== undefined && end !== undefined && Number(end) < Number(start)
}

/** Checks the right at every request, so that a lost right takes effect at once. */
async function fileFor(exchange: Exchange, id: string): Promise<FileValue> {
  const { application } = exchange
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw refused('not found')
  const file = await application.database.read((transaction) => seenFile({ ...exchange, transaction }, id))
  if (file === null) throw refused('not found')
  return file
}

function isKnown(request: FastifyRequest, tag: string): boolean {
  return (request.headers['if-none-match'] ?? '').split(/\s*,\s*/).includes(tag)
}

/** A picture never changes, so a browser may cache it, but must revalidate because rights may have changed. */
function asKept(reply: FastifyReply, tag: string): FastifyReply {
  return reply.header('etag', tag).header('cache-control', 'private, no-cache')
}

/** A file can be missing from the store although its row exists; then the answer is 404. */
export async function sendKept(
  reply: FastifyReply,
  store: FileStore | undefined,
  file: FileValue,
  part?: ByteRange,
): Promise<FastifyReply> {
  const content = (await store?.read(file.id, part)) ?? null
  if (content === null) throw refused('not found')
  if (part === undefined) return sendFile(reply, file, content)
  const { start, end } = part
  reply.status(206).header('content-range', `bytes ${start}-${end}/${file.size}`)
  return sendFile(reply, { ...file, size: end - start + 1 }, content)
}

const PDF_POLICY = "default-src 'none'; frame-ancestors 'none'; form-action 'none'"

interface Sent {
  readonly name: string
  readonly size: number
  readonly type: string
}

/**
 * Browsers show pictures inline, and PDF in a tab. Everything else is downloaded and never executed. PDF gets no
 * sandbox, because the browsers' PDF viewers do not start in one.
 */
function sendFile(reply: FastifyReply, { name, size, type }: Sent, content: Readable | Buffer): FastifyReply {
  const isShown = IMAGE_TYPES.includes(type) || type === 'application/pdf'
  return reply
    .type(type === 'text/plain' ? 'text/plain; charset=utf-8' : type)
    .header('content-length', size)
    .header('content-disposition', contentDisposition(name, { type: isShown ? 'inline' : 'attachment' }))
    .header('content-security-policy', type === 'application/pdf' ? PDF_POLICY : "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
    .send(content)
}
