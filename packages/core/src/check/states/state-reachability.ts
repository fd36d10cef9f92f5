// The transitions of a machine → states that are unreachable, never left, or left although they are final.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { MachineDraft, TransitionDraft } from '../../draft/states.ts'
import { statesBefore } from '../../model/transitions.ts'
import type { Written } from '../../text/source.ts'
import { report, reportAbsence, type Checking } from '../checking.ts'
import { reachable } from '../../model/reachable.ts'

interface Arrow {
  readonly from: readonly string[]
  /** Null: the previous state. */
  readonly to: string | null
}

export function checkReachability(checking: Checking, draft: MachineDraft, initial: string | null): void {
  const arrows = draft.transitions.flatMap((transition) => arrowOf(draft, transition) ?? [])
  const next = new Map<string, Set<string>>()
  for (const arrow of arrows) {
    const targets = arrow.to === null ? statesBefore(arrows, arrow.from) : [arrow.to]
    for (const state of arrow.from) next.set(state, new Set([...(next.get(state) ?? []), ...targets]))
  }
  // An open transition, or one with an error, may be the missing one.
  const areAllKnown = arrows.length === draft.transitions.length
  const reached = initial === null ? null : reachedFrom(initial, arrows, next)
  for (const { name, kind, isKindNotShown } of draft.states) {
    const isFinal = kind.text === 'final'
    // One that leads back is enough: a final state has none.
    const isEnd = (next.get(name.text)?.size ?? 0) === 0
    if (areAllKnown && reached !== null && !reached.has(name.text))
      reportAbsence(checking, name.text, diagnostic('N402', name.span, name.text))
    else if (areAllKnown && !isFinal && !isKindNotShown && isEnd && draft.transitions.length > 0)
      report(
        checking,
        diagnostic('N403', name.span, name.text).withHint('Say "final" under Kind, if nothing more can happen.'),
      )
    if (isFinal) refuseLeaving(checking, draft, name)
  }
}

/** Null: a part of it is unknown. A creation has no source state. */
function arrowOf(machine: MachineDraft, { from, to }: TransitionDraft): Arrow | null {
  if (from === null || to === null) return null
  const known = new Set(machine.states.map(({ name }) => name.text))
  const named = from.kind === 'nothing' ? [] : from.states.map(({ text }) => text)
  if ([...named, ...(to.kind === 'state' ? [to.state.text] : [])].some((state) => !known.has(state))) return null
  return { from: startsOf(machine, from), to: to.kind === 'state' ? to.state.text : null }
}

/** The states of a From cell. `any` means every state except final ones. */
export function startsOf(machine: MachineDraft, from: NonNullable<TransitionDraft['from']>): string[] {
  if (from.kind === 'nothing') return []
  const named = new Set(from.states.map(({ text }) => text))
  return machine.states.flatMap(({ name, kind }) => {
    const isMeant = from.kind === 'states' ? named.has(name.text) : !named.has(name.text) && kind.text !== 'final'
    return isMeant ? [name.text] : []
  })
}

function reachedFrom(
  initial: string,
  arrows: readonly Arrow[],
  next: ReadonlyMap<string, ReadonlySet<string>>,
): Set<string> {
  const begins = [initial, ...arrows.flatMap(({ from, to }) => (from.length === 0 && to !== null ? [to] : []))]
  return new Set(begins.flatMap((state) => [state, ...reachable(state, next)]))
}

function refuseLeaving(checking: Checking, draft: MachineDraft, state: Written): void {
  for (const { from } of draft.transitions) {
    const named = from?.kind === 'states' ? from.states.find(({ text }) => text === state.text) : undefined
    if (named !== undefined)
      report(checking, diagnostic('N404', named.span, state.text).because(state.span, 'It is final here.'))
  }
}
