// One clock for all relative times, so that a page full of them redraws once a minute.

import { useSyncExternalStore } from 'react'

const TICK_MS = 30_000
const listeners = new Set<() => void>()
/** During development the application's clock may be ahead. */
let aheadMs = 0
let now = Date.now()
let timer: number | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  now = Date.now() + aheadMs
  timer ??= window.setInterval(() => {
    now = Date.now() + aheadMs
    for (const each of listeners) each()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.clearInterval(timer)
    timer = undefined
  }
}

/** From now on, the clock is ahead by this much. */
export function moveNow(byMs: number): void {
  aheadMs = byMs
  now = Date.now() + aheadMs
  for (const each of listeners) each()
}

export function useNow(): number {
  return useReadNow((at) => at)
}

/** Reads a value from the clock; a component redraws only when that value changes. */
export function useReadNow<Read extends string | number>(read: (now: number) => Read): Read {
  return useSyncExternalStore(subscribe, () => read(now))
}
