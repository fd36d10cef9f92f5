// Ctrl+Enter or ⌘+Enter submits a form from any of its inputs, also where Enter alone starts a line or opens a list.

import type { KeyboardEvent } from 'react'

/** Handles the event in the capture phase, and suppresses the control's own reaction to the key. */
export function sendByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
  if (event.nativeEvent.isComposing) return
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.requestSubmit()
}

/** Names the keys as the reader's platform does. */
export function sendingKeys(control: string): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ ↵' : `${control} ↵`
}
