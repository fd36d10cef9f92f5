// The worker that runs the application, as the page sees it, and the service worker that leads the frame's requests to it.

import bundle from '@electric-sql/pglite/pglite.data?url'
import initdb from '@electric-sql/pglite/initdb.wasm?url'
import wasm from '@electric-sql/pglite/pglite.wasm?url'
import type { FromWorker, Parts, ToPage, ToWorker } from '../protocol.ts'

export interface Engine {
  tell(message: ToWorker): void
  end(): void
}

/** A name of a file beside the page, or of one that the build has put there. */
const beside = (path: string): string => new URL(path, document.baseURI).href

/** `prepared`: the database to begin with. */
export function partsOf(prepared: string): Parts {
  return {
    data: beside(`databases/${prepared}.tar.gz`),
    wasm: beside(wasm),
    bundle: beside(bundle),
    initdb: beside(initdb),
    page: beside('web/index.html'),
  }
}

/** Throws in words where the browser has no service workers, as it has none over plain http. */
export async function startEngine(told: (message: FromWorker) => void): Promise<Engine> {
  if (new URL(beside('.')).pathname !== '/')
    throw new Error(
      'The playground has to lie at the root of its host: the application has its own addresses from there.',
    )
  const worker = new Worker(new URL('../worker/worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => told(data))
  worker.addEventListener('error', ({ message }) => told({ kind: 'failed', message }))
  if (!('serviceWorker' in navigator))
    throw new Error('This browser has no service workers here. They need https, or localhost, and no private window.')
  const pass = ({ data, ports }: MessageEvent<ToPage>): void => {
    const [port] = ports
    if (data.kind === 'ninefold request' && port !== undefined)
      worker.postMessage({ kind: 'request', request: data.request } satisfies ToWorker, [port])
  }
  navigator.serviceWorker.addEventListener('message', pass)
  navigator.serviceWorker.startMessages()
  await navigator.serviceWorker.register(beside('service-worker.js'))
  await navigator.serviceWorker.ready
  return {
    tell: (message) => worker.postMessage(message),
    end: () => {
      navigator.serviceWorker.removeEventListener('message', pass)
      worker.terminate()
    },
  }
}
