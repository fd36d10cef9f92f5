// Ctrl+Enter or ⌘+Enter submits any form from any of its inputs, also where Enter alone starts a line or opens a list.

/** For all forms of the page, so that none has to remember it. Suppresses the control's own reaction to the key. */
export function sendFormsByKeys(): void {
  document.addEventListener('keydown', sendByKeys, true)
}

function sendByKeys(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
  const form = event.target instanceof Element ? event.target.closest('form') : null
  if (event.isComposing || form === null) return
  event.preventDefault()
  event.stopPropagation()
  if (form.querySelector('[type=submit]:disabled') === null) form.requestSubmit()
}

/** Names the keys as the reader's platform does. */
export function sendingKeys(control: string): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ ↵' : `${control} ↵`
}
