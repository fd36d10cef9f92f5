// `by Accept:` with nested answers → a block of answers, each with the condition that its media type is the preferred
// one. The server evaluates the header before any step.

import { diagnostic } from '../../../diagnostic/diagnostic.ts'
import type { StepActionDraft, StepDraft } from '../../../draft/calls.ts'
import * as build from '../../../expression/build.ts'
import type { Scope } from '../../../expression/expression.ts'
import { TEXT } from '../../../expression/value-types.ts'
import type { Step, StepAction } from '../../../model/calls.ts'
import { ACCEPTED, answeredType } from '../../../model/steps/accepted-types.ts'
import { report } from '../../checking.ts'
import type { CheckInner } from '../nested-steps.ts'
import type { StepContext } from '../step-context.ts'

export function checkByAccept(
  stepping: StepContext,
  { steps: drafts }: Extract<StepActionDraft, { kind: 'by accept' }>,
  scope: Scope,
  checkInner: CheckInner,
): StepAction | null {
  const within = { ...stepping, variables: new Map(scope.variables), known: new Set(scope.known) }
  for (const draft of drafts) refuseOther(stepping, draft)
  const steps = checkInner(within, drafts)
  const types = new Set<string>()
  const answers = steps.map((step, index): Step => {
    const type = answeredType(step) ?? ''
    if (types.has(type)) {
      const found = diagnostic('N011', drafts[index]?.span ?? step.span, 'answered above', type)
      report(stepping.checking, found.withHint('Give each answer another media type: respond 200 as csv with …'))
    }
    types.add(type)
    const when = build.binary('==', build.variable(ACCEPTED, TEXT, step.span), build.literal(type, TEXT, step.span))
    return { ...step, when }
  })
  return { kind: 'block', steps: answers }
}

function refuseOther({ checking }: StepContext, { action, when, span }: StepDraft): void {
  const isFit = action.kind === 'respond' && action.body !== null && when === null
  if (isFit || action.kind === 'unreadable' || action.kind === 'not shown') return
  const found = diagnostic('N708', span, 'body by Accept')
  report(checking, found.withHint('Write: respond 200 with `…`, respond 200 as csv with `…`.'))
}
