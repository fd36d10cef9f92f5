// On paper everything is dark on white, whatever it is on the screen; and all rows that are there are drawn, not only those in
// sight.

import { useSyncExternalStore } from 'react'

const SCHEME = 'data-mantine-color-scheme'

const isOnPaper = (): MediaQueryList => window.matchMedia('print')

/** From now on. */
export function printInLight(): void {
  let before: string | null = null
  isOnPaper().addEventListener('change', ({ matches }) => {
    const root = document.documentElement
    if (matches) before = root.getAttribute(SCHEME)
    const scheme = matches ? 'light' : before
    if (scheme !== null) root.setAttribute(SCHEME, scheme)
  })
}

export function useIsPrinted(): boolean {
  return useSyncExternalStore(subscribe, () => isOnPaper().matches)
}

function subscribe(listener: () => void): () => void {
  const paper = isOnPaper()
  paper.addEventListener('change', listener)
  return () => paper.removeEventListener('change', listener)
}
