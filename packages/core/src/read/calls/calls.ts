// Point 7 → draft: standard calls, shapes, calls with their steps, messages.

import type {
  CallDraft,
  CallsDraft,
  InputDraft,
  MessageDraft,
  QueryDraft,
  ShapeDraft,
  StandardCallsDraft,
  StepDraft,
} from '../../draft/calls.ts'
import { matchPhrase, spanOf, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Span, Written } from '../../text/source.ts'
import { readBlocks, type Expected } from '../blocks.ts'
import { NAME } from '../names.ts'
import { questionLabels } from '../questions.ts'
import { namesIn, opennessOf, shown, shownOrNothing, unreadable, unsupported, type Reading } from '../reading.ts'
import type { Part, Section } from '../sections.ts'
import { table } from '../tables.ts'
import { inputOf, queryOf } from './inputs.ts'
import { messageOf, standardCallsOf } from './rows.ts'
import { shapeOf } from './shapes.ts'
import { readSteps } from './steps.ts'

/** Parts of the language that are not supported yet, each said once at its heading. */
const LATER: Readonly<Record<string, string>> = {
  Schedule: 'Schedules are',
  'Outside service': 'Outside services are',
  Example: 'Examples are',
  Function: 'Functions are',
  Report: 'Reports are',
}

export function readCalls(section: Section, reading: Reading): CallsDraft {
  const standard: StandardCallsDraft[] = []
  const shapes: ShapeDraft[] = []
  const calls: CallDraft[] = []
  const messages: MessageDraft[] = []
  const expected = expectedOfPoint(standard, messages, reading)
  readBlocks(section.blocks, expected, reading)
  for (const part of section.parts) {
    const later = LATER[part.kind]
    if (later !== undefined) unsupported(spanOf(part.heading.phrase), later, reading)
    else if (part.kind === 'Shape') {
      const shape = shapeOf(part, reading)
      if (shape !== null) shapes.push(shape)
    } else if (part.kind === 'Call') {
      const call = callOf(part, expected, reading)
      if (call !== null) calls.push(call)
    } else readBlocks(part.blocks, expected, reading)
  }
  return { standard, shapes, calls, messages }
}

function expectedOfPoint(standard: StandardCallsDraft[], messages: MessageDraft[], reading: Reading): Expected {
  const openOnly = (value: Phrase, label: Phrase): void => {
    if (opennessOf(value) === null)
      unreadable(value, `"${label.text}"`, 'Write none or not shown here, or a table below.', reading)
    else shown(value, `"${label.text}"`, reading)
  }
  return {
    tables: [
      table('Entity | Path | Calls | Found by | Answers with', (row) => {
        const calls = standardCallsOf(row, reading)
        if (calls !== null) standard.push(calls)
      }),
      table('Message | By | To | Subject | Body', (row) => {
        const message = messageOf(row, reading)
        if (message !== null) messages.push(message)
      }),
    ],
    labels: { ...questionLabels('calls', reading), 'Standard calls': openOnly, Shapes: openOnly, Messages: openOnly },
  }
}

const HEADING = /^(?<method>\S+) (?<path>\/\S*|`)(?:(?: [\u2014\u2013-]|:) (?<title>.+))?$/d

/**
 * The heading of a call.
 *
 *   ### POST /api/tickets/:number/comments — Reply
 *                                           ^
 */
function callOf(part: Part, ofPoint: Expected, reading: Reading): CallDraft | null {
  const who: Written[] = []
  const inputs: InputDraft[] = []
  const queries: QueryDraft[] = []
  const steps: StepDraft[] = []
  let repeatable: Written | null = null
  let needsVersion: Span | null = null
  const tables = [
    ...(ofPoint.tables ?? []),
    table('Input | Like | Needed', (row) => {
      const input = inputOf(row, reading)
      if (input !== null) inputs.push(input)
    }),
    table('Query | Type | Keeps only', (row) => {
      const query = queryOf(row, reading)
      if (query !== null) queries.push(query)
    }),
  ]
  const labels = {
    Who: (value: Phrase) => {
      const words = shownOrNothing(value, `Who may use "${part.name.text}"`, reading)
      if (words !== null) who.push(...namesIn(words, reading))
    },
    Repeatable: (value: Phrase) => {
      repeatable = repeatableOf(value, reading)
    },
    Needs: (value: Phrase) => {
      const words = shownOrNothing(value, 'What this call needs', reading)
      if (words?.text === 'the version') needsVersion = spanOf(words)
      else if (words !== null) unreadable(words, 'something that a call needs', 'Write the version.', reading)
    },
    'Runs as': (value: Phrase) => void unsupported(spanOf(value), 'Running as the product is', reading),
    Isolation: (value: Phrase) => void unsupported(spanOf(value), 'Choosing the isolation is', reading),
  }
  readBlocks(part.blocks, { tables, labels, steps: (found) => steps.push(...readSteps(found, reading)) }, reading)
  const heading = matchPhrase(part.name, HEADING)
  if (heading === null)
    return unreadable(
      part.name,
      'a call',
      'Write a method, a path and a title: POST /api/tickets — Report a problem.',
      reading,
    )
  return {
    method: heading.written('method'),
    path: heading.written('path'),
    title: heading.writtenOrNull('title'),
    who,
    repeatable,
    needsVersion,
    inputs,
    queries,
    steps,
    span: callSpan(part.name, heading.phrase('path')),
  }
}

/** Method and path, without the title. */
function callSpan(heading: Phrase, path: Phrase): Span {
  return { start: spanOf(heading).start, end: spanOf(path).end }
}

const BY_KEY = /^with an Idempotency-Key$/
const BY_VALUE = new RegExp(`^by (?:\`|${NAME})$`)

function repeatableOf(value: Phrase, reading: Reading): Written | null {
  const words = shownOrNothing(value, '"Repeatable"', reading)
  if (words === null) return null
  if (BY_KEY.test(words.text)) return writtenOf(words)
  if (BY_VALUE.test(words.text)) return unsupported(spanOf(words), 'Recognising a repeated call by a value is', reading)
  return unreadable(words, 'a way to repeat a call', 'Write with an Idempotency-Key.', reading)
}
