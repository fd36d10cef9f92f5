// The stream of development events → calls of a listener. It comes back by itself when it breaks, and says
// so, because whatever happened in between was missed.

import type { DevelopmentEvent } from '@ninefold/core/contract/wire/development.ts'

export interface DevelopmentListener {
  readonly happened: (event: DevelopmentEvent) => void
  /** The stream is open: what happened before, or while it was broken, was missed. */
  readonly opened: (wasBroken: boolean) => void
  readonly connected: (isConnected: boolean) => void
}

const RETRY_MS = 1000

/** Listens until the returned function is called. */
export function followEvents(listener: DevelopmentListener): () => void {
  let source: EventSource | null = null
  let retry: number | undefined
  let wasBroken = false

  const open = (): void => {
    source = new EventSource('/_ninefold/author-events')
    source.onopen = () => {
      listener.connected(true)
      listener.opened(wasBroken)
      wasBroken = false
    }
    source.onmessage = (message: MessageEvent<string>) => {
      const event = eventOf(message.data)
      if (event !== null) listener.happened(event)
    }
    source.onerror = () => {
      // The browser's own retry gives up on some answers (a 503 while restarting): ours does not.
      source?.close()
      wasBroken = true
      listener.connected(false)
      retry = window.setTimeout(open, RETRY_MS)
    }
  }

  open()
  return () => {
    window.clearTimeout(retry)
    source?.close()
  }
}

const KINDS: readonly string[] = ['applied', 'held back', 'request'] satisfies DevelopmentEvent['kind'][]

/** Unknown kinds are left alone: a newer server may say more than this page knows. */
function eventOf(text: string): DevelopmentEvent | null {
  try {
    const event = JSON.parse(text) as DevelopmentEvent
    return KINDS.includes(event.kind) ? event : null
  } catch {
    return null
  }
}
