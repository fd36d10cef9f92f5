// A lazily loaded part of the program, also prefetched when the browser is idle. If loading fails, a message appears in
// its place, with a retry by click and when the network returns. Only this module may lazy-load components
// (.oxlintrc.json), because a failed part must never break the page.

import { lazy, useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { whenPainted } from '../brand/first-paint.ts'
import { MissingPart, type MissingAs } from './missing-part.tsx'

interface Loaded<Props> {
  readonly default: ComponentType<Props>
}

interface Options {
  /** The form of the message: in place, on one line, or as a dialog. */
  readonly missingAs?: MissingAs
  /** False for rarely used parts: they are loaded only when needed. */
  readonly isFetchedWhenIdle?: boolean
}

/** Props of a dialog part that can be closed. */
interface Closable {
  readonly close?: () => void
}

const waiting: (() => Promise<unknown>)[] = []
let isFetching = false

export function lazyPart<Props extends object>(
  load: () => Promise<Loaded<Props>>,
  { missingAs = 'block', isFetchedWhenIdle = true }: Options = {},
): ComponentType<Props> {
  if (isFetchedWhenIdle) fetchWhenIdle(load)
  // React caches a rejected import for ever, so a failure resolves to a component that retries.
  return lazy(() => load().catch((thrown: unknown) => ({ default: retrying(load, missingAs, thrown) })))
}

function retrying<Props extends object>(
  load: () => Promise<Loaded<Props>>,
  missingAs: MissingAs,
  first: unknown,
): ComponentType<Props> {
  let loaded: Loaded<Props> | null = null
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const again = async (isAsked: boolean): Promise<void> => {
    try {
      loaded = await load()
      for (const listener of listeners) listener()
    } catch (thrown) {
      // A newer version of the program is served, or the browser has cached the failure: reloading the page gets the
      // present one. Typed values are kept (client/input/drafts.ts).
      if (isAsked && navigator.onLine && isKept(thrown, first)) window.location.reload()
    }
  }
  return function Retrying(props: Props) {
    const part = useSyncExternalStore(subscribe, () => loaded)
    const [isTrying, setTrying] = useState(false)
    const retry = (isAsked: boolean): void => {
      setTrying(true)
      void again(isAsked).finally(() => setTrying(false))
    }
    useEffect(() => {
      if (part !== null) return
      const online = (): void => retry(false)
      addEventListener('online', online)
      return () => removeEventListener('online', online)
    })
    if (part !== null) return <part.default {...props} />
    return (
      <MissingPart
        as={missingAs}
        isTrying={isTrying}
        retry={() => retry(true)}
        {...('close' in props ? { close: (props as Closable).close } : {})}
      />
    )
  }
}

/** The same failure twice. */
function isKept(thrown: unknown, first: unknown): boolean {
  return thrown instanceof Error && first instanceof Error && thrown.message === first.message
}

/** One after the other, once the page is painted and the browser is idle. */
function fetchWhenIdle(load: () => Promise<unknown>): void {
  waiting.push(load)
  if (isFetching || savesData()) return
  isFetching = true
  void whenPainted().then(fetchWaiting)
}

async function fetchWaiting(): Promise<void> {
  for (let load = waiting.shift(); load !== undefined; load = waiting.shift()) {
    await idle()
    // A failed prefetch is repeated when the part is drawn, and reported there.
    await load().catch(() => {})
  }
  isFetching = false
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve())
    else setTimeout(resolve, IDLE_MS)
  })
}

/** Fallback where requestIdleCallback is missing. */
const IDLE_MS = 200

function savesData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}
