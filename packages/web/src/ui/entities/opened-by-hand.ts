// A calendar below a typed input: it opens on a click or while typing, but not on focus by keyboard, where it would
// cover the next input.

import { useState } from 'react'

export function useOpenedByHand() {
  const [isWanted, setWanted] = useState(false)
  return {
    popoverProps: { disabled: !isWanted },
    onClick: () => setWanted(true),
    onKeyDown: ({ key }: { readonly key: string }) => setWanted(key !== 'Tab' && key !== 'Escape'),
  }
}
