// An open popup beside its button, which stands in the page already.

import { useDeferredValue, useImperativeHandle, type ReactNode, type Ref } from 'react'

export interface OpenedProps {
  /** Of the button, and the beginning of the popup's own. */
  readonly id: string
  readonly button: HTMLButtonElement
  readonly isOpen: boolean
  readonly close: () => void
  readonly position: 'top-start' | 'bottom-start' | 'bottom-end'
  readonly children: ReactNode
}

/** The library takes the place of an element of its own: it is told of the button instead. */
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

/** Only a popup that opens after it was drawn closed remembers where the focus was. */
export function useOpenedLater(isOpen: boolean): boolean {
  const isDrawn = useDeferredValue(true, false)
  return isOpen && isDrawn
}
