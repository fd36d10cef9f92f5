// Limits of point 9 against screens that ask by themselves → N906: the screen alone uses up what its viewer may ask.

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

/** How often one open page of the screen uses the limited call in the time that the limit counts. */
function timesAsked({ on, windowMs }: Limit, { blocks, refreshing }: Screen): number | null {
  if (on.kind !== 'call' || windowMs === null || refreshing?.kind !== 'every') return null
  const uses = blocks.filter((block) => block.kind === 'answer' && `${block.method} ${block.path}` === on.call).length
  return uses === 0 ? null : uses * Math.floor(windowMs / (refreshing.seconds * 1000))
}
