// `GET /_ninefold/documents/:document/:id`: a document of a record as PDF, for callers who may see everything in it.

import { createHash } from 'node:crypto'
import { addressPart } from '@ninefold/core/model/words.ts'
import { DOCUMENTS_PATH } from '@ninefold/core/contract/wire/documents.ts'
import type { Document } from '@ninefold/core/model/screens.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type DocumentContent, fileNameOf } from '../../documents/content.ts'
import { documentHtml } from '../../documents/html.ts'
import { RendererBusy } from '../../documents/renderer.ts'
import type { Application } from '../../gate/context/application.ts'
import { Refusal, refused } from '../../gate/context/refusal.ts'
import { picturesOf, renderedDocument } from '../../gate/documents/document-pictures.ts'
import { documentContent } from '../../gate/documents/documents.ts'
import type { FileStore } from '../../store/files/file-store.ts'
import { isHeld } from '../calls/versions.ts'
import { wantedType } from '../calls/wanted-type.ts'
import { pathValue } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'

const RETRY_SECONDS = 5
const PDF = 'application/pdf'
/** Part of the cache key. Changes whenever the layout of the same content changes. */
const LAYOUT = '2'

export function addDocumentRoute(
  instance: FastifyInstance,
  files: FileStore | undefined,
  exchangeOf: (request: FastifyRequest) => Promise<Exchange>,
): void {
  instance.get(`${DOCUMENTS_PATH}/:document/:id`, async (request, reply) => {
    const exchange = await exchangeOf(request)
    return sendDocument(request, reply, { application: exchange.application, files }, await askedContent(exchange))
  })
  instance.get(`${DOCUMENTS_PATH}/:document/:id.html`, async (request, reply) => {
    const exchange = await exchangeOf(request)
    return sendPage(request, reply, { application: exchange.application, files }, await askedContent(exchange))
  })
}

async function askedContent(exchange: Exchange): Promise<DocumentContent> {
  const { application, parameters, bindings } = exchange
  const { model } = application
  const document = model.screens.documents.find(({ name }) => addressPart(name) === parameters['document'])
  if (document === undefined) throw refused('not found')
  const record = recordOf(exchange, document)
  return application.database.read((transaction) =>
    documentContent({ ...exchange, transaction, bindings: { ...bindings, record } }, document),
  )
}

function recordOf({ application, parameters }: Exchange, { entity }: Document) {
  const { type } = fieldNamed(entityNamed(application.model, entity), 'id')
  const id = pathValue(type, parameters['id'] ?? '')
  if (typeof id !== 'string' && typeof id !== 'number') throw refused('not found')
  return { id, fields: {} }
}

/** Where the pictures of a document come from. */
interface MadeFrom {
  readonly application: Application
  readonly files: FileStore | undefined
}

/** The browser's PDF viewer runs nothing of it. */
const POLICY = "default-src 'none'; frame-ancestors 'none'; form-action 'none'"

/** Sends a PDF, or an HTML page to clients that do not accept PDF. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  made: MadeFrom,
  content: DocumentContent,
): Promise<FastifyReply> {
  reply.header('vary', 'accept')
  const { accept } = request.headers
  // A browser that follows a link prefers a page, although it accepts PDF too.
  if (wantedType([PDF], accept) === null && wantedType(['text/html'], accept) !== null)
    return sendPage(request, reply, made, content)
  if (isKnown(request, reply, 'pdf', content)) return reply.status(304).send()
  const bytes = await rendered(made, content)
  return reply
    .type(PDF)
    .header('content-length', bytes.length)
    .header('content-disposition', contentDisposition(fileNameOf(content), { type: 'inline' }))
    .header('content-security-policy', POLICY)
    .header('cross-origin-resource-policy', 'same-origin')
    .send(bytes)
}

/** A page that a browser can show and print. */
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { application, files }: MadeFrom,
  content: DocumentContent,
): Promise<FastifyReply> {
  if (isKnown(request, reply, 'html', content)) return reply.status(304).send()
  const pictures = await picturesOf(application.logo, files, content)
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', `${POLICY}; style-src 'unsafe-inline'; img-src data:`)
    .header('cross-origin-resource-policy', 'same-origin')
    .send(documentHtml(content, pictures))
}

/** Tells whether the caller has a current copy, by the validators in the headers. */
function isKnown(request: FastifyRequest, reply: FastifyReply, as: 'pdf' | 'html', content: DocumentContent): boolean {
  const hash = createHash('sha256').update(`${LAYOUT} ${as}`).update(JSON.stringify(content)).digest('base64url')
  const tag = `"${hash.slice(0, 22)}"`
  reply.header('etag', tag).header('cache-control', 'private, no-cache')
  return isHeld(request, { tag, lastModified: undefined })
}

async function rendered({ application, files }: MadeFrom, content: DocumentContent): Promise<Buffer> {
  try {
    return await renderedDocument(application, files, content)
  } catch (cause) {
    if (!(cause instanceof RendererBusy)) throw cause
    throw new Refusal([{ kind: 'built-in', error: 'busy', about: null, limit: null, reason: null }], RETRY_SECONDS)
  }
}
