// The stream of development events → calls of a listener. It reconnects automatically and reports that, because events
// may have been missed.

import { inTenant } from '../tenant-base.ts'
import type { DevelopmentEvent } from '@ninefold/core/contract/wire/development.ts'

export interface DevelopmentListener {
  readonly happened: (event: DevelopmentEvent) => void
  /** The stream is open; earlier events were missed. */
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
    source = new EventSource(inTenant('/_ninefold/author-events'))
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
      // The browser's own retry gives up after some answers (a 503 during a restart); this one does not.
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

/** Ignores unknown kinds, because a newer server may have more. */
function eventOf(text: string): DevelopmentEvent | null {
  try {
    const event = JSON.parse(text) as DevelopmentEvent
    return KINDS.includes(event.kind) ? event : null
  } catch {
    return null
  }
}
