// Rows of `Clock | Does | Runs` → draft. A clock with a part that is not shown never runs.

import type { ClockDraft, ClockMomentDraft } from '../../draft/states.ts'
import { matchPhrase, spanOf, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { expressionIn, shown, unreadable, type Reading } from '../reading.ts'
import type { Row } from '../expected.ts'

/** Null: not shown, or invalid. */
export function clockOf({ cells, span }: Row<'Clock' | 'Does' | 'Runs'>, reading: Reading): ClockDraft | null {
  const does = shown(cells.Does, 'The transition of this clock', reading)
  const words = shown(cells.Runs, 'The time of this clock', reading)
  const runs = words === null ? null : momentOf(words, reading)
  if (cells.Clock.text === '')
    return unreadable(cells.Clock, 'The name of a clock', 'Write one or more words.', reading)
  if (does?.text === '')
    return unreadable(does, 'The transition of this clock', 'Write the name of a transition.', reading)
  return does === null || runs === null ? null : { name: writtenOf(cells.Clock), does: writtenOf(does), runs, span }
}

const AFTER = /^(?<delay>.+?) after entering (?<state>[^,`]+?)(?<once>, once)?$/d
const EVERY_DAY = /^every day at (?<hour>[01]?\d|2[0-3]):(?<minute>[0-5]\d)$/d
const PASSES = /^when (?<moment>.+) passes$/d

const HINT =
  'Write `remindAfter` after entering STATE, perhaps with ", once" behind it, every day at 08:00, or when `dueAt` passes.'

function momentOf(words: Phrase, reading: Reading): ClockMomentDraft | null {
  const span = spanOf(words)
  const after = matchPhrase(words, AFTER)
  if (after !== null)
    return {
      kind: 'after entering',
      delay: delayIn(after.phrase('delay'), reading),
      state: after.written('state'),
      isOnce: after.has('once'),
      span,
    }
  const daily = matchPhrase(words, EVERY_DAY)
  if (daily !== null) {
    const time = Number(daily.written('hour').text) * 60 + Number(daily.written('minute').text)
    return { kind: 'every day', time, span }
  }
  const passes = matchPhrase(words, PASSES)
  if (passes !== null) return { kind: 'when it passes', moment: expressionIn(passes.phrase('moment'), reading), span }
  return unreadable(words, 'the moment of a clock', HINT, reading)
}

const AMOUNT = /^\d+(?:\.\d+)? (?:working )?[a-z]+$/

/** An expression, or an amount as in point 9: `3 days`. */
function delayIn(words: Phrase, reading: Reading): Written {
  return AMOUNT.test(words.text) ? writtenOf(words) : expressionIn(words, reading)
}
