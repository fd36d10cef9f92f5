// The sign of a live screen, which is loaded with the first such screen.

import { Suspense } from 'react'
import type { AppScreen } from '@ninefold/core/contract/wire/app.ts'
import type { PresentAt } from '../../client/records/present-people.ts'
import { lazyPart } from './lazy-part.tsx'

const Sign = lazyPart(() => import('../screens/lists/live-sign.tsx'), { missingAs: 'line' })

/** `at`: the block of a record, whose people stand beside the sign. */
export function LiveSign({
  screen: { isLive },
  at = null,
}: {
  readonly screen: AppScreen
  readonly at?: PresentAt | null
}) {
  return (
    isLive === true && (
      <Suspense fallback={null}>
        <Sign at={at} />
      </Suspense>
    )
  )
}
