// An action → the look of its buttons and items.

import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'

/** The shortcut key. */
export function Letter({ letter }: { readonly letter: string }) {
  return (
    <kbd className="letter" aria-hidden="true">
      {letter.toUpperCase()}
    </kbd>
  )
}

export function isDestructive(action: AppAction): boolean {
  return action.kind === 'call' && action.isDestructive
}
