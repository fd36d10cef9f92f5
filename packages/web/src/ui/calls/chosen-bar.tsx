// The bar for selected rows, loaded with the first selection, because most lists are only read.

import { Suspense, useState } from 'react'
import { lazyPart } from '../connection/lazy-part.tsx'
import { useChosenRows } from '../screens/lists/chosen-rows.tsx'
import type { BarProps } from './chosen-actions.tsx'

const ChosenActions = lazyPart(() => import('./chosen-actions.tsx'), { missingAs: 'line' })

export function ChosenBar(props: BarProps) {
  const isChosen = (useChosenRows()?.chosen.size ?? 0) > 0
  // It stays mounted to announce the results.
  const [wasChosen, setWasChosen] = useState(isChosen)
  if (isChosen && !wasChosen) setWasChosen(true)
  return wasChosen ? (
    <Suspense fallback={null}>
      <ChosenActions {...props} />
    </Suspense>
  ) : null
}
