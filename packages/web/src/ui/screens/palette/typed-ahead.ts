// Keys that are pressed after the palette was asked for, and before its input has the keyboard: whoever types at once loses none.

let typed: string | null = null

function keep(event: KeyboardEvent): void {
  const isCharacter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
  const isInDialog = event.target instanceof Element && event.target.closest('dialog, [role=dialog]') !== null
  if (typed === null || !isCharacter || isInDialog) return
  event.preventDefault()
  // No letter does on the page what it does when nothing is asked for.
  event.stopPropagation()
  typed += event.key
}

export function keepTyping(): void {
  typed = ''
  addEventListener('keydown', keep, true)
}

/** From here on keys go where the keyboard is. */
export function takeTyped(): string {
  const taken = typed ?? ''
  typed = null
  removeEventListener('keydown', keep, true)
  return taken
}
