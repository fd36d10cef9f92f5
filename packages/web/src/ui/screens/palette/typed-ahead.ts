// Buffers keys that are pressed before the palette's input has the focus, so that fast typists lose none.

let typed: string | null = null

function keep(event: KeyboardEvent): void {
  const isCharacter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
  const isInDialog = event.target instanceof Element && event.target.closest('dialog, [role=dialog]') !== null
  if (typed === null || !isCharacter || isInDialog) return
  event.preventDefault()
  // A buffered letter does not trigger a shortcut of the page.
  event.stopPropagation()
  typed += event.key
}

export function keepTyping(): void {
  typed = ''
  addEventListener('keydown', keep, true)
}

/** Returns the buffered text and ends buffering. */
export function takeTyped(): string {
  const taken = typed ?? ''
  typed = null
  removeEventListener('keydown', keep, true)
  return taken
}
