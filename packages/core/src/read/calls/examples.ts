// `### Example: …` and its numbered calls → draft.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { ExampleDraft, ExampleStepDraft } from '../../draft/calls.ts'
import type { StepItem } from '../../outline/outline.ts'
import { matchPhrase, spanOf, splitPhrase, writtenOf, type Phrase } from '../../outline/phrase.ts'
import { readBlocks } from '../blocks.ts'
import { NAME } from '../names.ts'
import { checkQuotes } from '../quotes.ts'
import { declaredName, shown, unreadable, type Reading } from '../reading.ts'
import type { Part } from '../sections.ts'

export function exampleOf(part: Part, reading: Reading): ExampleDraft {
  const steps: ExampleStepDraft[] = []
  readBlocks(
    part.blocks,
    {
      steps: ({ items }) => {
        for (const item of items) {
          const step = stepOf(item, reading)
          if (step !== null) steps.push(step)
        }
      },
    },
    reading,
  )
  const name = writtenOf(part.name)
  if (name.text === '')
    unreadable(part.name, 'the name of an example', 'Write it after the colon: Example: A customer asks.', reading)
  return { name, steps, span: spanOf(part.heading.phrase) }
}

const STEP =
  /^as (?<who>[^:`]+): call (?<call>`)(?: with (?<body>`))?(?<headers>(?:, header [A-Za-z][\w-]* `)*),? (?:which )?answers (?<status>\d{3})(?: (?<code>[A-Z][A-Z0-9_]*))?(?:, keep (?<keeps>.+))?$/d
const CALL = /^(?<method>\S+) (?<path>\/\S*)$/
const NOBODY = ['somebody', 'somebody who is not signed in', 'nobody', 'a guest', 'Guest']

const FORM = 'as PERSON: call `METHOD /path` with `{…}` answers STATUS, keep NAME'

/**
 * A person, a call, and its expected answer.
 *
 *   1. as Cleo Customer: call `POST /api/tickets` with `{"subject": "No coffee"}` answers 201, keep number
 *                                                                                ^
 */
function stepOf({ phrase }: StepItem, reading: Reading): ExampleStepDraft | null {
  checkQuotes(phrase, reading)
  const words = shown(phrase, 'This step', reading)
  const match = words === null ? null : matchPhrase(words, STEP)
  if (words === null) return null
  if (match === null) {
    reading.found.push(diagnostic('N705', spanOf(words), writtenOf(words).text).withHint(`Write ${FORM}.`))
    return null
  }
  const call = match.written('call')
  const parts = CALL.exec(call.text)
  if (parts === null) {
    const found = diagnostic('N011', call.span, 'no call', call.text)
    reading.found.push(found.withHint('Write its method and address: `GET /api/tickets/17`.'))
    return null
  }
  const method = parts[1] ?? ''
  const place = (from: number, to: number) => ({ start: call.span.start + from, end: call.span.start + to })
  const who = match.written('who')
  return {
    who: NOBODY.includes(who.text) ? null : who,
    method: { text: method, span: place(0, method.length) },
    path: { text: parts[2] ?? '', span: place(method.length + 1, call.text.length) },
    body: match.writtenOrNull('body'),
    ...(match.has('headers') ? headersIn(match.phrase('headers')) : {}),
    status: match.written('status'),
    code: match.writtenOrNull('code'),
    keeps: match.has('keeps') ? keepsIn(match.phrase('keeps'), reading) : [],
    span: spanOf(words),
  }
}

const HEADER = /^header (?<name>[A-Za-z][\w-]*) (?<value>`)$/d

function headersIn(words: Phrase): Pick<ExampleStepDraft, 'headers'> {
  const headers = splitPhrase(words, ',').flatMap((part) => {
    const match = matchPhrase(part, HEADER)
    return match === null ? [] : [{ name: match.written('name'), value: match.written('value') }]
  })
  return headers.length === 0 ? {} : { headers }
}

const KEPT_HEADER = new RegExp(`^(?:keep )?header (?<path>[A-Za-z][\\w-]*) as (?<as>${NAME})$`, 'd')
const KEEP = new RegExp(`^(?:keep )?(?<path>${NAME}(?:\\.${NAME})*)(?: as (?<as>${NAME}))?$`, 'd')

/** `number`, or `article.slug as slug`; by default its name is its last part. "keep" may be repeated. */
function keepsIn(words: Phrase, reading: Reading): ExampleStepDraft['keeps'][number][] {
  return splitPhrase(words, ',').flatMap((part) => {
    const header = matchPhrase(part, KEPT_HEADER)
    if (header !== null)
      return [{ path: header.written('path'), as: declaredName(header.phrase('as'), reading), isHeader: true }]
    const match = matchPhrase(part, KEEP)
    if (match === null) {
      unreadable(part, 'a part of the answer', 'Write keep number, or keep article.slug as slug.', reading)
      return []
    }
    const path = match.written('path')
    const as = match.has('as') ? declaredName(match.phrase('as'), reading) : path
    return [{ path, as: { text: as.text.slice(as.text.lastIndexOf('.') + 1), span: as.span } }]
  })
}
