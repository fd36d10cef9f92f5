// `### Schedule: nightly` → the checked schedule. The clock runs its steps, so there is no user and no input.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { RecurrenceDraft, ScheduleDraft } from '../../draft/calls.ts'
import type { Schedule } from '../../model/calls.ts'
import type { Recurrence } from '../../model/time/recurrence.ts'
import { report, type StepChecking } from '../checking.ts'
import { commonVariables } from '../names/scopes.ts'
import { checkDoneSteps } from './steps.ts'

export function checkSchedule(checking: StepChecking, draft: ScheduleDraft): Schedule {
  const steps = checkDoneSteps(checking, draft.steps, {
    by: 'clock',
    owner: `Schedule: ${draft.name.text}`,
    inputDrafts: [],
    inputs: [],
    variables: commonVariables(checking, 'never'),
  })
  if (draft.steps.length === 0 && draft.name.text !== '')
    report(checking, diagnostic('N731', draft.name.span, draft.name.text).withHint('Number what it does: 1. find …'))
  return {
    name: draft.name.text,
    runs: draft.runs === null ? null : recurrenceOf(draft.runs),
    steps,
    span: draft.name.span,
  }
}

function recurrenceOf({ span: _span, ...recurrence }: RecurrenceDraft): Recurrence {
  return recurrence
}
