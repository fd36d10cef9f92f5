// An open popup of a button that is already on the page.

import { useDeferredValue, useImperativeHandle, type ReactNode, type Ref } from 'react'

export interface OpenedProps {
  /** The button's id, and the prefix of the popup's own. */
  readonly id: string
  readonly button: HTMLButtonElement
  readonly isOpen: boolean
  readonly close: () => void
  readonly position: 'top-start' | 'bottom-start' | 'bottom-end'
  readonly children: ReactNode
}

/** The library creates its own target element; it is given the button instead. */
export function ButtonAsTarget({
  button,
  ref,
}: {
  readonly button: HTMLButtonElement
  readonly ref?: Ref<HTMLElement>
}) {
  useImperativeHandle(ref, () => button, [button])
  return null
}

/** Only a popup that was mounted closed restores the focus. */
export function useOpenedLater(isOpen: boolean): boolean {
  const isDrawn = useDeferredValue(true, false)
  return isOpen && isDrawn
}
