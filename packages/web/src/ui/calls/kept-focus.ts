// Where somebody was who begins something by the keyboard → there again, once it is done: at the same button, or at the one
// that stands in its place. Without it they would begin anew at the top of the page.

import { useCallback, useEffect, useRef } from 'react'

/** For what is done in a dialog: kept when it opens, gone back to when it is over, or before. */
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
    // A new element is drawn by the frame after the next.
    requestAnimationFrame(() => requestAnimationFrame(() => isLost() && goBack(before, label)))
  }
}

/** In what is closing, or nowhere. A focus that has moved meanwhile stays there. */
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
