// The keyboard in a list of options that is searched: Enter and Tab take what is highlighted, or the first that was found.
// Enter in a half-written choice sends no form.

import type { KeyboardEvent } from 'react'

interface Choosing {
  /** Text of the search; empty when nothing is typed. */
  readonly sought: string
  /** The options are the results for it. */
  readonly isFound: boolean
  /** Called where the answer is still on its way. */
  readonly takeWhenFound: (sought: string) => void
}

export function takeByKey(event: KeyboardEvent<HTMLElement>, { sought, isFound, takeWhenFound }: Choosing): void {
  const isTaking = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)
  const isModified = event.ctrlKey || event.metaKey || event.altKey
  if (!isTaking || isModified || event.nativeEvent.isComposing || event.keyCode === COMPOSING) return
  const control = event.currentTarget
  const isOpen = control.getAttribute('aria-expanded') === 'true'
  if (sought === '') {
    // With nothing typed, Tab goes on; Enter takes what the arrows have reached, and sends nothing while the list is open.
    if (event.key === 'Enter' && isOpen && optionIn(control, '[data-combobox-selected]') === null)
      event.preventDefault()
    return
  }
  // The library clicks what is highlighted at Enter, as long as nobody has prevented it.
  const highlighted = optionIn(control, '[data-combobox-selected]')
  if (event.key === 'Enter' && isOpen && isFound && highlighted !== null) return
  if (event.key === 'Enter') event.preventDefault()
  // Tab after words that no record has is no request for a new record.
  if (event.key === 'Tab' && highlighted?.querySelector('[data-new]') != null) return
  if (!isFound) takeWhenFound(sought)
  else (highlighted ?? optionIn(control, '[data-combobox-option]'))?.click()
}

/** As old browsers say that a word is still being composed. */
const COMPOSING = 229

function optionIn(control: Element, kind: string): HTMLElement | null {
  const list = document.getElementById(control.getAttribute('aria-controls') ?? '')
  return list?.querySelector<HTMLElement>(`${kind}:not([data-combobox-disabled])`) ?? null
}
