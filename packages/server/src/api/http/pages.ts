// The built web app: its files, and its page for every address that a browser may be on.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Only our own files; inline styles are what the component library sets on elements. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  // Pictures that a person has chosen are shown before they are anywhere else.
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

/** While it is written, the author's own page shows the application beside its text. */
const FRAMED_BY = { development: "'self'", production: "'none'" } as const

const PAGE_HEADERS = {
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
} as const

export interface Pages {
  register(instance: FastifyInstance): void
  /** Null when the request does not ask for a page. */
  answer(request: FastifyRequest, reply: FastifyReply): FastifyReply | null
}

/** `webFolder`: where `index.html` and `assets/` are; assets have their content in their name. */
export async function pagesFrom(webFolder: string, mode: keyof typeof FRAMED_BY): Promise<Pages> {
  const headers = {
    ...PAGE_HEADERS,
    'content-security-policy': `${CONTENT_SECURITY_POLICY}; frame-ancestors ${FRAMED_BY[mode]}`,
  }
  const page = await readFile(join(webFolder, 'index.html'), 'utf8')
  return {
    register: (instance) => {
      instance.register(fastifyStatic, {
        root: webFolder,
        wildcard: false,
        index: false,
        // It is answered with what belongs to a page.
        globIgnore: ['index.html'],
        cacheControl: false,
        // The build has left each large file's compressed forms beside it.
        preCompressed: true,
        // Only assets have their content in their name, and may be kept for ever.
        setHeaders: (reply, path) =>
          reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
      })
    },
    answer: (request, reply) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      return isRead && takesPage(request) ? reply.headers(headers).type('text/html; charset=utf-8').send(page) : null
    },
  }
}

/** A program that takes anything gets the page at the application's own address; at any other it is told that nothing is there. */
function takesPage({ headers, url }: FastifyRequest): boolean {
  const accept = headers.accept ?? '*/*'
  if (accept.includes('text/html')) return true
  return (url === '/' || url.startsWith('/?')) && /\*\/\*|text\/\*/.test(accept)
}
