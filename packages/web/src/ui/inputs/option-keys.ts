// Keyboard of a searched list of options: Enter and Tab take the highlighted or the first match. Enter in an incomplete
// choice does not send the form.

import type { KeyboardEvent } from 'react'

interface Choosing {
  /** The search text; empty if nothing is typed. */
  readonly sought: string
  /** The options are the results for it. */
  readonly isFound: boolean
  /** Called while the answer is still pending. */
  readonly takeWhenFound: (sought: string) => void
}

export function takeByKey(event: KeyboardEvent<HTMLElement>, { sought, isFound, takeWhenFound }: Choosing): void {
  const isTaking = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)
  const isModified = event.ctrlKey || event.metaKey || event.altKey
  if (!isTaking || isModified || event.nativeEvent.isComposing || event.keyCode === COMPOSING) return
  const control = event.currentTarget
  const isOpen = control.getAttribute('aria-expanded') === 'true'
  if (sought === '') {
    // Without typed text, Tab leaves; Enter takes the highlighted option, and never sends the form while the list is
    // open.
    if (event.key === 'Enter' && isOpen && optionIn(control, '[data-combobox-selected]') === null)
      event.preventDefault()
    return
  }
  // The library clicks the highlighted option on Enter, unless that is prevented.
  const highlighted = optionIn(control, '[data-combobox-selected]')
  if (event.key === 'Enter' && isOpen && isFound && highlighted !== null) return
  if (event.key === 'Enter') event.preventDefault()
  // Tab after words without a match does not create a record.
  if (event.key === 'Tab' && highlighted?.querySelector('[data-new]') != null) return
  if (!isFound) takeWhenFound(sought)
  else (highlighted ?? optionIn(control, '[data-combobox-option]'))?.click()
}

/** The key code of an input method in older browsers. */
const COMPOSING = 229

function optionIn(control: Element, kind: string): HTMLElement | null {
  const list = document.getElementById(control.getAttribute('aria-controls') ?? '')
  return list?.querySelector<HTMLElement>(`${kind}:not([data-combobox-disabled])`) ?? null
}
