// A clock that all relative times share, so that a page full of them redraws once a minute.

import { useSyncExternalStore } from 'react'

const TICK_MS = 30_000
const listeners = new Set<() => void>()
/** While a specification is written its clock may stand elsewhere. */
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

/** From here on it is so much later than it is. */
export function moveNow(byMs: number): void {
  aheadMs = byMs
  now = Date.now() + aheadMs
  for (const each of listeners) each()
}

export function useNow(): number {
  return useReadNow((at) => at)
}

/** Reading of the clock: only its change draws anything again. */
export function useReadNow<Read extends string | number>(read: (now: number) => Read): Read {
  return useSyncExternalStore(subscribe, () => read(now))
}
