// Whether the device has a network, as the browser reports, and since when it has none.

import { useSyncExternalStore } from 'react'

let offlineSince: number | null = typeof navigator === 'undefined' || navigator.onLine ? null : Date.now()
const listeners = new Set<() => void>()

function told(): void {
  offlineSince = navigator.onLine ? null : (offlineSince ?? Date.now())
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('online', told)
    addEventListener('offline', told)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('online', told)
    removeEventListener('offline', told)
  }
}

/** Milliseconds since 1970 at which the network was lost; null while there is one. */
export function useOfflineSince(): number | null {
  return useSyncExternalStore(subscribe, () => offlineSince)
}

export function isOffline(): boolean {
  return !navigator.onLine
}
