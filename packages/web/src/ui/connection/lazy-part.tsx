// A part of the program that is loaded when it is first drawn, or before, when the browser has nothing else to do. Where it
// cannot be loaded, that is said in its place, and it is tried again: by a press, and by itself once there is a network.
// The one place that may load a component later (.oxlintrc.json): a part that fails must never take the page with it.

import { lazy, useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { whenPainted } from '../brand/first-paint.ts'
import { MissingPart, type MissingAs } from './missing-part.tsx'

interface Loaded<Props> {
  readonly default: ComponentType<Props>
}

interface Options {
  /** How it is said that the part is missing: in its place, on one line, or over the page. */
  readonly missingAs?: MissingAs
  /** False for what most people never open: it is not fetched before it is needed. */
  readonly isFetchedWhenIdle?: boolean
}

/** The props of a part that is over the page, as far as it can be closed. */
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
  // React keeps a refusal for ever: the one that is kept here is a component that tries again.
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
      // Another version of the program is served by now, or the browser keeps the failure: the page itself brings what is
      // there now. Typed values are kept (client/input/drafts.ts).
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
    // A part that fails to load ahead is loaded when it is drawn, and reports its failure there.
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

/** Where a browser does not tell when it is idle. */
const IDLE_MS = 200

function savesData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}
