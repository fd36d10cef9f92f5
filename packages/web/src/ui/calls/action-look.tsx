// An action → how its buttons and items look.

import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'

/** The key that does the same. */
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
