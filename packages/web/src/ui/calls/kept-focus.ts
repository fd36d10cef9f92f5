// Restores the focus after a keyboard action: to the same button, or to its replacement. Otherwise it would return to
// the top of the page.

import { useCallback, useEffect, useRef } from 'react'

/** For dialogs: stored when one opens, restored when it closes. */
export function useKeptFocus(isOver: boolean): { readonly keep: () => void; readonly goBack: () => void } {
  const kept = useRef<(() => void) | null>(null)
  const goBack = useCallback(() => kept.current?.(), [])
  useEffect(() => {
    if (isOver) goBack()
  }, [isOver, goBack])
  const keep = useCallback(() => {
    kept.current = keepFocus()
  }, [])
  return { keep, goBack }
}

export function keepFocus(): () => void {
  const before = document.activeElement instanceof HTMLElement ? document.activeElement : null
  const label = before?.textContent ?? ''
  return () => {
    // A new element exists after the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => isLost() && goBack(before, label)))
  }
}

/** The focus is in the closing dialog, or nowhere. A focus that has moved elsewhere stays. */
function isLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.closest('[role=dialog]') !== null
}

function goBack(before: HTMLElement | null, label: string): void {
  const main = document.querySelector<HTMLElement>('main')
  const again = [...(main?.querySelectorAll<HTMLElement>('button, a') ?? [])].find((each) => each.textContent === label)
  const target = before?.isConnected === true ? before : label === '' ? main : (again ?? main)
  target?.focus({ preventScroll: true })
}
