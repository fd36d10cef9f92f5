// Steps "do TRANSITION on RECORD" against their callers → N745 if none of them may do the transition: every caller is
// refused there, and a schedule rolls back the rest of its run.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import type { Step } from '../../model/calls.ts'
import type { Procedure } from '../../model/states.ts'
import type { Span } from '../../text/source.ts'
import { holdersOf, intersects, plainRoleOf, type Considering } from '../considering.ts'

interface Taker {
  /** At the start of a sentence. */
  readonly words: string
  /** Null: the clock. */
  readonly roles: ReadonlySet<string> | null
  readonly wayOut: string
}

const BY_CLOCK = { roles: null, wayOut: 'Write "the clock" under its Who in point 4.' }

export function warnAboutTransitionSteps(of: Considering): void {
  const { calls, states } = of.model
  for (const { who, isWhoNotShown, runsAsProduct, steps } of calls.calls)
    if (isWhoNotShown !== true && runsAsProduct === null && who.length > 0)
      warnAbout(of, steps, [
        { words: 'No role that may use this call may', roles: holdersOf(of, who), wayOut: BY_STEP },
      ])
  for (const { steps } of calls.schedules)
    warnAbout(of, steps, [{ words: 'A schedule is done by the clock, which may not', ...BY_CLOCK }])
  for (const machine of states.machines)
    for (const procedure of machine.procedures) {
      const ways = [...machine.transitions, ...machine.creations].filter(({ name }) => name === procedure.transition)
      warnAbout(of, procedure.steps, takersOf(of, procedure, ways))
    }
}

const BY_STEP = 'Write one of these roles, or "call only", under its Who in point 4.'

function takersOf(
  of: Considering,
  { transition }: Procedure,
  ways: Considering['model']['states']['machines'][number]['transitions'],
): Taker[] {
  const roles = holdersOf(
    of,
    ways.flatMap(({ who }) => who.map((performer) => plainRoleOf(of, performer))),
  )
  const clock: Taker = { words: `The clock does "${transition}", but may not`, ...BY_CLOCK }
  const people: Taker = { words: `Nobody who may do "${transition}" may`, roles, wayOut: BY_STEP }
  return [
    ...(ways.some(({ isByClock }) => isByClock) ? [clock] : []),
    // A transition for calls only belongs to the callers of these calls.
    ...(roles.size > 0 && !ways.some(({ isByCall }) => isByCall) ? [people] : []),
  ]
}

function warnAbout(of: Considering, steps: readonly Step[], takers: readonly Taker[]): void {
  for (const { action, span } of everyStep(steps)) {
    if (action.kind !== 'do') continue
    const ways = of.model.states.machines
      .filter(({ entity }) => entity === action.entity)
      .flatMap(({ transitions }) => transitions.filter(({ name }) => name === action.transition))
    if (ways.length === 0 || ways.some(({ isByCall }) => isByCall)) continue
    const performers = ways.flatMap(({ who }) => who.map((performer) => plainRoleOf(of, performer)))
    const refused = takers.find(({ roles }) =>
      roles === null
        ? !ways.some(({ isByClock }) => isByClock)
        : ![...roles].some((role) => intersects(of.included.get(role) ?? new Set(), performers)),
    )
    // A clock with a transition that is not for the clock is reported at the clock.
    if (refused === undefined || (refused.roles === null && isClocked(of, action.transition))) continue
    const found = diagnostic('N745', placeOf(of, span), refused.words, action.transition).withHint(refused.wayOut)
    of.found.push(ways[0] === undefined ? found : found.because(ways[0].span, 'It is stated here.'))
  }
}

function isClocked({ checking: { draft } }: Considering, transition: string): boolean {
  return draft.states.machines.some(({ clocks }) => clocks.some(({ does }) => does.text === transition))
}

/** The name of the transition in the step. */
function placeOf({ checking: { draft } }: Considering, span: Span): Span {
  const steps = [...draft.calls.calls, ...draft.calls.schedules, ...draft.states.procedures].flatMap((each) =>
    everyStep(each.steps),
  )
  const written = steps.find((step) => step.span === span)
  return written?.action.kind === 'do' ? written.action.transition.span : span
}
