// Ctrl or ⌘ with Enter sends a form, wherever in it the keyboard is: also where Enter alone begins a line or opens a list.

import type { KeyboardEvent } from 'react'

/** For a form, while the event goes down to the control: what the control would do with the key is left out. */
export function sendByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
  if (event.nativeEvent.isComposing) return
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.requestSubmit()
}

/** How the keys are called where somebody looks. */
export function sendingKeys(control: string): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ ↵' : `${control} ↵`
}
