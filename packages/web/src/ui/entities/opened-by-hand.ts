// A calendar below an input that is typed into: it opens when somebody presses the input or types, and not because the
// keyboard came by, where it would lie over what comes next.

import { useState } from 'react'

export function useOpenedByHand() {
  const [isWanted, setWanted] = useState(false)
  return {
    popoverProps: { disabled: !isWanted },
    onClick: () => setWanted(true),
    onKeyDown: ({ key }: { readonly key: string }) => setWanted(key !== 'Tab' && key !== 'Escape'),
  }
}
