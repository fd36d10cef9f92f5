// `### Schedule: nightly`, its recurrence, and its steps → draft.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { RecurrenceDraft, ScheduleDraft, StepDraft } from '../../draft/calls.ts'
import { LABELS } from '../../grammar/labels.ts'
import { spanOf, writtenOf } from '../../outline/phrase.ts'
import { labelReaders, readBlocks } from '../blocks.ts'
import { shown, unreadable, type Reading } from '../reading.ts'
import { recurrenceOf } from '../recurrence.ts'
import type { Part } from '../sections.ts'
import { readSteps } from './steps.ts'

export function scheduleOf(part: Part, reading: Reading): ScheduleDraft {
  const steps: StepDraft[] = []
  let runs: RecurrenceDraft | null = null
  let isRunsWritten = false
  const labels = labelReaders(LABELS.schedule, {
    Runs: (value) => {
      isRunsWritten = true
      const words = shown(value, `When "${part.name.text}" runs`, reading)
      if (words !== null) runs = recurrenceOf(words, reading)
    },
  })
  readBlocks(part.blocks, { labels, steps: (found) => steps.push(...readSteps(found, reading)) }, reading)
  const name = writtenOf(part.name)
  if (name.text === '')
    unreadable(part.name, 'the name of a schedule', 'Write it after the colon: Schedule: nightly.', reading)
  else if (!isRunsWritten) {
    const found = diagnostic('N011', name.span, 'missing recurrence', name.text)
    reading.found.push(found.withHint('Add a line like - **Runs:** every day at 02:00, or say that it is not shown.'))
  }
  return { name, runs, steps, span: spanOf(part.heading.phrase) }
}
