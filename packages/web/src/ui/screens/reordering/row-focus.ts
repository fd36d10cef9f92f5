// Focus restoration: a card that comes into another column is drawn as another element, and its focus stays with it.

import { useLayoutEffect, useRef, type FocusEvent } from 'react'

interface FocusedPart {
  readonly element: HTMLElement
  readonly row: string
}

interface RowFocus {
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
}

/**
 * Event handlers for the element around all rows. The focus moves in the commit that moves the row: whatever moved it, and
 * before the next key.
 */
export function useRowFocus(): RowFocus {
  const focused = useRef<FocusedPart | null>(null)
  useLayoutEffect(() => {
    const last = focused.current
    if (last === null || last.element.isConnected) return
    focused.current = null
    if (document.activeElement === document.body) samePart(last)?.focus({ preventScroll: true })
  })
  return {
    onFocus: ({ target }) => {
      const row = target.closest<HTMLElement>('[data-reordered]')?.dataset['reordered']
      focused.current = row === undefined ? null : { element: target, row }
    },
    // A browser may report an element that was taken out of the page, too: that one is still looked for.
    onBlur: ({ target }) => {
      if (target.isConnected) focused.current = null
    },
  }
}

/** The link or the first button of the row, as before. */
function samePart({ element, row }: FocusedPart): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-reordered="${CSS.escape(row)}"] ${element.tagName.toLowerCase()}`)
}
