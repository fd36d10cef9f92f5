// The worker that runs the application, as the page sees it, and the service worker that forwards the frame's requests
// to it.

import bundle from '@electric-sql/pglite/pglite.data?url'
import wasm from '@electric-sql/pglite/pglite.wasm?url'
import type { Answer, FirstAnswers, FromWorker, Parts, ToPage, ToWorker } from '../protocol.ts'
import { firstAnswerTo } from './first-answers.ts'

export interface Engine {
  tell(message: ToWorker): void
  end(): void
}

/** Resolves the name of a file beside the page, or of one that the build created. */
const beside = (path: string): string => new URL(path, document.baseURI).href

/** `prepared`: the initial database. */
export function partsOf(prepared: string): Parts {
  return {
    data: beside(`databases/${prepared}.tar.gz`),
    wasm: beside(wasm),
    bundle: beside(bundle),
    page: beside('application.html'),
  }
}

/** Forwards the frame's requests from the service worker to the worker that answers them. */
export interface Way {
  /** Prepared answers, used until the application has started. Null: the application answers everything. */
  first: FirstAnswers | null
  /** Resolves once the service worker intercepts the frame's requests. */
  readonly isOpen: Promise<void>
}

interface Waiting {
  readonly request: ToPage['request']
  readonly port: MessagePort
}

let worker: Worker | null = null
const waiting: Waiting[] = []

/**
 * `held`: called when a request of the person has to wait for the engine. The promise rejects with a message if the
 * browser has no service workers, which is so over plain HTTP.
 */
export function openWay(held: () => void): Way {
  const take = (request: ToPage['request'], port: MessagePort): void => {
    port.postMessage({ kind: 'taken' } satisfies Answer)
    const known = way.first === null ? null : firstAnswerTo(way.first, request)
    if (known !== null) return known.forEach((answer) => port.postMessage(answer))
    if (way.first !== null && request.method !== 'GET') held()
    if (worker === null) waiting.push({ request, port })
    else pass(worker, { request, port })
  }
  const way: Way = { first: null, isOpen: register(take) }
  // The code that waits for it handles the rejection.
  way.isOpen.catch(() => {})
  return way
}

async function register(taken: (request: ToPage['request'], port: MessagePort) => void): Promise<void> {
  if (new URL(beside('.')).pathname !== '/')
    throw new Error(
      'The playground has to lie at the root of its host: the application has its own addresses from there.',
    )
  if (!('serviceWorker' in navigator))
    throw new Error('This browser has no service workers here. They need https, or localhost, and no private window.')
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<ToPage>) => {
    const [port] = ports
    if (data.kind === 'ninefold request' && port !== undefined) taken(data.request, port)
  })
  navigator.serviceWorker.startMessages()
  await navigator.serviceWorker.register(beside('service-worker.js'))
  await navigator.serviceWorker.ready
}

function pass(to: Worker, { request, port }: Waiting): void {
  to.postMessage({ kind: 'request', request } satisfies ToWorker, [port])
}

/** Answers waiting requests as soon as the application has started. */
export function startEngine(begin: ToWorker & { readonly kind: 'begin' }, told: (message: FromWorker) => void): Engine {
  const started = new Worker(new URL('../worker/worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => told(data))
  started.addEventListener('error', ({ message }) => told({ kind: 'failed', message }))
  worker = started
  const tell = (message: ToWorker): void => started.postMessage(message)
  tell(begin)
  for (const each of waiting.splice(0)) pass(started, each)
  return {
    tell,
    end: () => {
      if (worker === started) worker = null
      started.terminate()
    },
  }
}

/** Null: the host has none, or only those of another version of the page. */
export async function fetchFirstAnswers(example: string): Promise<FirstAnswers | null> {
  const answer = await fetch(beside(`databases/${example}.json`)).catch(() => null)
  return answer?.ok === true ? ((await answer.json()) as FirstAnswers) : null
}
