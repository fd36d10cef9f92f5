// Documents → PDF, one after another in a worker thread, so that a long table does not block requests. The thread is
// started on demand. If a document takes too long, the thread is ended and the document refused.

import { Worker } from 'node:worker_threads'
import type { DocumentContent, Pictures, RenderAnswer, RenderRequest } from './content.ts'
import { rendererFile } from './fonts.ts'

/** A longer queue would take longer than people wait. */
const WAITING_MAX = 20
const RENDER_MS = 30_000
const IDLE_MS = 60_000
const MEMORY_MB = 512

/** The queue is full, or rendering took too long; retrying later may work. */
export class RendererBusy extends Error {
  override name = 'RendererBusy'
}

interface Waiting {
  readonly request: RenderRequest
  readonly resolve: (bytes: Buffer) => void
  readonly reject: (cause: Error) => void
}

class Renderer {
  private worker: Worker | null = null
  private readonly waiting: Waiting[] = []
  private current: Waiting | null = null
  private timer: NodeJS.Timeout | null = null
  private count = 0

  render(content: DocumentContent, pictures: Pictures): Promise<Buffer> {
    if (this.waiting.length >= WAITING_MAX) return Promise.reject(new RendererBusy('Many documents are being made.'))
    return new Promise((resolve, reject) => {
      this.waiting.push({ request: { id: ++this.count, content, pictures }, resolve, reject })
      this.next()
    })
  }

  private next(): void {
    if (this.current !== null) return
    const next = this.waiting.shift() ?? null
    this.current = next
    if (next === null) {
      this.endAfter(IDLE_MS, () => this.stop())
      return
    }
    const worker = (this.worker ??= this.begin())
    // The thread keeps the process alive only while it works.
    worker.ref()
    this.endAfter(RENDER_MS, () => this.fail(new RendererBusy('The document took too long to make.')))
    worker.postMessage(next.request)
  }

  private begin(): Worker {
    const worker = new Worker(rendererFile(), { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
    worker.on('message', (answer: RenderAnswer) => {
      const { current } = this
      if (this.worker !== worker || current?.request.id !== answer.id) return
      this.current = null
      if ('bytes' in answer) current.resolve(Buffer.from(answer.bytes))
      else current.reject(new Error(`The document could not be laid out: ${answer.failed}`))
      this.next()
    })
    worker.on('error', (cause: Error) => {
      if (this.worker === worker) this.fail(cause)
    })
    return worker
  }

  /** The current document fails; the others continue with a new thread. */
  private fail(cause: Error): void {
    this.stop()
    this.current?.reject(cause)
    this.current = null
    this.next()
  }

  private stop(): void {
    void this.worker?.terminate()
    this.worker = null
  }

  private endAfter(milliseconds: number, end: () => void): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = setTimeout(end, milliseconds)
    if (this.current === null) {
      this.timer.unref()
      this.worker?.unref()
    }
  }
}

const renderer = new Renderer()

export function renderDocument(content: DocumentContent, pictures: Pictures): Promise<Buffer> {
  return renderer.render(content, pictures)
}
