// The bar below rows of which some are chosen, once some are: most lists are only read, and load none of it.

import { Suspense, useState } from 'react'
import { lazyPart } from '../connection/lazy-part.tsx'
import { useChosenRows } from '../screens/lists/chosen-rows.tsx'
import type { BarProps } from './chosen-actions.tsx'

const ChosenActions = lazyPart(() => import('./chosen-actions.tsx'), { missingAs: 'line' })

export function ChosenBar(props: BarProps) {
  const isChosen = (useChosenRows()?.chosen.size ?? 0) > 0
  // It stays: what became of the rows is said when none is chosen any more.
  const [wasChosen, setWasChosen] = useState(isChosen)
  if (isChosen && !wasChosen) setWasChosen(true)
  return wasChosen ? (
    <Suspense fallback={null}>
      <ChosenActions {...props} />
    </Suspense>
  ) : null
}
