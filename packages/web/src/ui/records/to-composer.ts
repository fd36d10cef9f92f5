// The way to the composer of a record's page. Its list may be on a tab that is closed: then the tab is opened first.

const WAITS_MS = 5_000

export function toComposer(): void {
  if (focusComposer()) return
  document.querySelector<HTMLElement>('[data-has-composer]')?.click()
  const drawn = new MutationObserver(() => {
    if (focusComposer()) drawn.disconnect()
  })
  drawn.observe(document.body, { childList: true, subtree: true })
  window.setTimeout(() => drawn.disconnect(), WAITS_MS)
}

function focusComposer(): boolean {
  const text = document.querySelector<HTMLElement>('[data-composer]')
  text?.focus()
  text?.scrollIntoView({ block: 'center' })
  return text !== null
}
