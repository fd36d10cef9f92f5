// Limits of point 9 → N906: a polling screen alone exceeds its viewer's limit; N927: a call has no streams.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import type { Limit } from '../model/limits.ts'
import type { Screen } from '../model/screens.ts'
import { findOperation, isLiveRead, operationsOf } from '../contract/calls/calls.ts'
import type { Considering } from './considering.ts'

export function warnAboutLimits(of: Considering): void {
  for (const limit of of.model.limits.limits) {
    warnAboutNoStreams(of, limit)
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

/** A call that writes, or answers with a file, is done once. */
function warnAboutNoStreams(of: Considering, { name, on, span }: Limit): void {
  if (on.kind !== 'streams' || on.call === null) return
  const [method = '', path = ''] = on.call.split(' ')
  const operation = findOperation(operationsOf(of.model), method, path)
  if (operation === null || isLiveRead(operation)) return
  const place = of.checking.draft.limits.limits.find((limit) => limit.name.span === span)?.on.span
  of.found.push(diagnostic('N927', place ?? span, name, on.call))
}

/** The number of calls of one open screen within the limit's window. */
function timesAsked({ on, windowMs }: Limit, { blocks, refreshing }: Screen): number | null {
  if (on.kind !== 'call' || windowMs === null || refreshing?.kind !== 'every') return null
  const uses = blocks.filter(
    (block) => block.kind === 'answer' && (on.call === null || `${block.method} ${block.path}` === on.call),
  ).length
  return uses === 0 ? null : uses * Math.floor(windowMs / (refreshing.seconds * 1000))
}
