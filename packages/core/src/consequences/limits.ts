// Limits of point 9 against polling screens → N906: the screen alone exceeds its viewer's limit.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import type { Limit } from '../model/limits.ts'
import type { Screen } from '../model/screens.ts'
import type { Considering } from './considering.ts'

export function warnAboutLimits(of: Considering): void {
  for (const limit of of.model.limits.limits) {
    for (const screen of of.model.screens.screens) {
      const times = timesAsked(limit, screen)
      if (times === null || limit.atMost.kind !== 'literal' || Number(limit.atMost.value) >= times) continue
      const place = of.checking.draft.limits.limits.find(({ name }) => name.span === limit.span)?.atMost.span
      of.found.push(
        diagnostic('N906', place ?? limit.span, limit.name, screen.name, times)
          .because(screen.refreshing?.span ?? screen.span, 'The screen asks here.')
          .withHint('Let the screen ask less often, or allow more.'),
      )
    }
  }
}

/** The number of calls of one open screen within the limit's window. */
function timesAsked({ on, windowMs }: Limit, { blocks, refreshing }: Screen): number | null {
  if (on.kind !== 'call' || windowMs === null || refreshing?.kind !== 'every') return null
  const uses = blocks.filter((block) => block.kind === 'answer' && `${block.method} ${block.path}` === on.call).length
  return uses === 0 ? null : uses * Math.floor(windowMs / (refreshing.seconds * 1000))
}
