// The built web app: its files, and its page for every other address that a browser opens.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refused } from '../../gate/context/refusal.ts'

/** Only our own files. Inline styles are allowed, because the component library sets them. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  // Pictures that a person has chosen are previewed before they are uploaded.
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

/** In development, the author's page frames the application beside its text. */
const FRAMED_BY = { development: "'self'", production: "'none'" } as const

/** The folder of the build for everything with a hashed name. No call of an application can have an address there. */
const ASSETS = '_ninefold/assets'

const PAGE_HEADERS = {
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
} as const

export interface Pages {
  register(instance: FastifyInstance): void
  /** Null if the request does not ask for a page. `base`: the path before its addresses, `/t/acme`, percent-encoded. */
  answer(request: FastifyRequest, reply: FastifyReply, base: string): FastifyReply | null
}

/** `webFolder`: the folder of `index.html` and `assets/`; names of assets contain a hash of their content. */
export async function pagesFrom(webFolder: string, mode: keyof typeof FRAMED_BY): Promise<Pages> {
  const headers = {
    ...PAGE_HEADERS,
    'content-security-policy': `${CONTENT_SECURITY_POLICY}; frame-ancestors ${FRAMED_BY[mode]}`,
  }
  const page = await readFile(join(webFolder, 'index.html'), 'utf8')
  const assets = new Set(await readdir(join(webFolder, ASSETS)).catch(() => []))
  return {
    register: (instance) => {
      instance.register(fastifyStatic, {
        root: webFolder,
        wildcard: false,
        index: false,
        // The page itself is sent with its own headers.
        globIgnore: ['index.html', `${ASSETS}/**`],
        cacheControl: false,
        // The build has stored compressed versions beside each large file.
        preCompressed: true,
        // Only assets have hashed names, and may be cached for ever.
        setHeaders: (reply, path) =>
          reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
      })
      // With a route for each of 400 files, a start took a tenth longer.
      instance.get<{ Params: { readonly name: string } }>(`/${ASSETS}/:name`, ({ params: { name } }, reply) => {
        if (!assets.has(name)) throw refused('not found')
        return reply.sendFile(`${ASSETS}/${name}`)
      })
    },
    answer: (request, reply, base) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      if (!isRead || !takesPage(request)) return null
      const based = base === '' ? page : page.replace('<html ', `<html data-base="${base}" `)
      return reply.headers(headers).type('text/html; charset=utf-8').send(based)
    },
  }
}

/** A browser opens the address. Other programs do not name HTML. */
export function asksForPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true
}

/** A client without a preference for HTML gets the page at the root only; elsewhere it gets 404. */
function takesPage({ headers, url }: FastifyRequest): boolean {
  const accept = headers.accept ?? '*/*'
  if (accept.includes('text/html')) return true
  return (url === '/' || url.startsWith('/?')) && /\*\/\*|text\/\*/.test(accept)
}
