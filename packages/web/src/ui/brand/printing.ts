// Printing uses light colours, whatever the screen has, and draws all rows instead of the visible ones.

import { useSyncExternalStore } from 'react'

const SCHEME = 'data-mantine-color-scheme'

const isOnPaper = (): MediaQueryList => window.matchMedia('print')

/** Active from now on. */
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
