// Requests of the application's page → answers of the worker that runs the application. Files of the web app and of
// this page come from the host as usual.

import type { Answer, ToPage } from '../protocol.ts'

interface WorkerClient {
  readonly type: string
  readonly frameType: string
  postMessage(message: ToPage, transfer: readonly MessagePort[]): void
}

interface FetchEvent extends Event {
  readonly request: Request
  readonly clientId: string
  respondWith(answer: Promise<Response>): void
}

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

declare const self: {
  readonly registration: { readonly scope: string }
  readonly clients: {
    get(id: string): Promise<WorkerClient | undefined>
    matchAll(options: {
      readonly type: 'window'
      readonly includeUncontrolled: boolean
    }): Promise<readonly WorkerClient[]>
    claim(): Promise<void>
  }
  skipWaiting(): Promise<void>
  addEventListener(kind: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(kind: 'fetch', listener: (event: FetchEvent) => void): void
}

/**
 * A page that does not take a request in this time runs no application. A page that has taken it may still be loading
 * its database.
 */
const TAKEN_MS_MAX = 30_000
/** Files of the page, and those of the web app, which are all below one folder. */
const FILES_OF_HOST =
  /^\/(?:assets\/[\w.-]+-[\w-]{8}\.\w+|databases\/[\w.]+|application\.html|_ninefold\/(?:assets\/.*|icon\.svg|color-scheme\.js))$/

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || FILES_OF_HOST.test(withoutBase(pathname))) return
  // The page itself, or another one opened beside it.
  if (request.mode === 'navigate' && request.destination !== 'iframe') return
  event.respondWith(answerTo(event))
})

async function answerTo({ request, clientId }: FetchEvent): Promise<Response> {
  const client = request.mode === 'navigate' ? null : await self.clients.get(clientId)
  const isOfApplication = client === null || client?.frameType === 'nested'
  if (!isOfApplication) return fetch(request)
  const { pathname, search } = new URL(request.url)
  const path = withoutBase(pathname)
  return answerOfPage({
    method: request.method,
    url: path + search,
    headers: Object.fromEntries(request.headers),
    body: request.method === 'GET' || request.method === 'HEAD' ? null : new Uint8Array(await request.arrayBuffer()),
  })
}

/** The application's own addresses start at the root, but those of its pages start below this page. */
function withoutBase(pathname: string): string {
  const base = new URL(self.registration.scope).pathname
  return base !== '/' && pathname.startsWith(base) ? pathname.slice(base.length - 1) : pathname
}

async function answerOfPage(request: ToPage['request']): Promise<Response> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const ports: MessagePort[] = []
  const answer = new Promise<Response>((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error('No page runs an application.')), TAKEN_MS_MAX)
    for (const page of pages.filter(({ frameType }) => frameType === 'top-level')) {
      const { port1, port2 } = new MessageChannel()
      ports.push(port1)
      port1.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
        if (data.kind === 'taken') clearTimeout(patience)
        if (data.kind === 'head') resolve(answerFrom(port1, data))
      })
      port1.start()
      page.postMessage({ kind: 'ninefold request', request }, [port2])
    }
  })
  return answer
}

/** Statuses without a body. */
const WITHOUT_BODY = new Set([204, 205, 304])

function answerFrom(port: MessagePort, { status, headers }: Answer & { readonly kind: 'head' }): Response {
  if (WITHOUT_BODY.has(status))
    return new Response(null, { status, headers: headers.map(([name, value]) => [name, value]) })
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      port.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
        if (data.kind === 'body') controller.enqueue(data.bytes)
        if (data.kind !== 'end') return
        controller.close()
        port.close()
      })
    },
    cancel: () => {
      port.postMessage('cancel')
      port.close()
    },
  })
  return new Response(body, { status, headers: headers.map(([name, value]) => [name, value]) })
}
