// The worker that runs the application, as the page sees it, and the service worker that leads the frame's requests to it.

import bundle from '@electric-sql/pglite/pglite.data?url'
import wasm from '@electric-sql/pglite/pglite.wasm?url'
import type { Answer, FirstAnswers, FromWorker, Parts, ToPage, ToWorker } from '../protocol.ts'
import { firstAnswerTo } from './first-answers.ts'

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
    page: beside('application.html'),
  }
}

/** Requests of the frame, as the service worker takes them, on their way to the worker that answers them. */
export interface Way {
  /** Answers with which requests are met that the application has not begun to answer. Null: it meets all of them. */
  first: FirstAnswers | null
  /** The service worker takes what a frame asks. */
  readonly isOpen: Promise<void>
}

interface Waiting {
  readonly request: ToPage['request']
  readonly port: MessagePort
}

let worker: Worker | null = null
const waiting: Waiting[] = []

/** `held`: a person did something that waits for the engine. The promise is refused in words where the browser has no service workers, as it has none over plain http. */
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
  // Told where it is waited for.
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

/** Requests that wait are answered as soon as the application is there. */
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

/** Null: the host has none, or has them for another version of the page. */
export async function fetchFirstAnswers(example: string): Promise<FirstAnswers | null> {
  const answer = await fetch(beside(`databases/${example}.json`)).catch(() => null)
  return answer?.ok === true ? ((await answer.json()) as FirstAnswers) : null
}
