// The id of an input → its focusable element: among several controls, the selected one.

const CONTROL = 'input, textarea, select, button, [contenteditable]'

export function controlOf(id: string): HTMLElement | null {
  const element = document.getElementById(id)
  if (element === null || element.matches(CONTROL)) return element
  return element.querySelector<HTMLElement>('input:checked') ?? element.querySelector<HTMLElement>(CONTROL) ?? element
}
