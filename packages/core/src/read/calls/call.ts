// `### POST /api/tickets — Report a problem` with its labels, tables and steps → draft.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CallDraft, InputDraft, QueryDraft, RepeatableDraft, StepDraft } from '../../draft/calls.ts'
import type { CarriedDraft } from '../../draft/wire.ts'
import { LABELS } from '../../grammar/labels.ts'
import { TABLES } from '../../grammar/tables.ts'
import { matchPhrase, sliceOf, spanOf, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Span, Written } from '../../text/source.ts'
import { labelReaders, noted, readBlocks } from '../blocks.ts'
import type { Expected, LabelReader } from '../expected.ts'
import { namesIn, shown, shownOrNothing, unreadable, unsupported, type Reading } from '../reading.ts'
import { refusePath } from '../paths.ts'
import type { Part } from '../sections.ts'
import { table } from '../tables.ts'
import { formerAddressIn } from './former.ts'
import { inputOf, queryOf } from './inputs.ts'
import { readSteps } from './steps.ts'
import { PLAIN_BODIES } from '../../model/wire.ts'
import { carriedOf, type LabelledWire, type WireLabel, wireLabels } from './wire.ts'

export type CallLabel = keyof typeof LABELS.call

const HEADING = /^(?<method>\S+) (?<path>\/\S*|`)(?:(?: [\u2014\u2013-]|:) (?<title>.+))?$/d

/** The content below the heading of a call, or of a part "Shared by calls". */
export interface CallParts {
  readonly labelled: Labelled
  readonly wire: LabelledWire
  readonly inputs: InputDraft[]
  readonly queries: QueryDraft[]
  readonly carried: CarriedDraft[]
  readonly steps: StepDraft[]
  /** Labels that are present, whatever their value. */
  readonly said: Set<CallLabel>
}

/** `without`: labels that this part does not have. */
export function callPartsOf(
  part: Part,
  ofPoint: Expected,
  reading: Reading,
  without: readonly CallLabel[] = [],
): CallParts {
  const parts: CallParts = {
    labelled: newLabelled(),
    wire: { bodies: PLAIN_BODIES, bodySaid: null, isLenient: false, unknownInputs: null, statuses: [] },
    inputs: [],
    queries: [],
    carried: [],
    steps: [],
    said: new Set(),
  }
  const tables = [
    ...(ofPoint.tables ?? []),
    table(TABLES.inputs, (row) => {
      const input = inputOf(row, reading, true)
      if (input !== null) parts.inputs.push(input)
    }),
    table(TABLES.queries, (row) => {
      const query = queryOf(row, reading)
      if (query !== null) parts.queries.push(query)
    }),
    table(TABLES.headers, (row) => {
      const header = carriedOf('Header', row, reading)
      if (header !== null) parts.carried.push(header)
    }),
    table(TABLES.cookies, (row) => {
      const cookie = carriedOf('Cookie', row, reading)
      if (cookie !== null) parts.carried.push(cookie)
    }),
  ]
  const readers = { ...labelsOf(parts.labelled, part, reading), ...wireLabels(parts.wire, reading) }
  const all = noted<CallLabel>(labelReaders(LABELS.call, readers), (name) => parts.said.add(name))
  const labels = Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name as CallLabel)))
  readBlocks(part.blocks, { tables, labels, steps: (found) => parts.steps.push(...readSteps(found, reading)) }, reading)
  return parts
}

/**
 * The heading of a call.
 *
 *   ### POST /api/tickets/:number/comments — Reply
 *                                           ^
 */
export function callOf(part: Part, parts: CallParts, reading: Reading): CallDraft | null {
  const { labelled, wire, carried, inputs, queries, steps } = parts
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
    path: withColons(heading.phrase('path'), reading),
    title: heading.writtenOrNull('title'),
    ...labelled,
    inputs,
    queries,
    ...(isPlain(wire, carried) ? {} : { wire: { ...wire, carried } }),
    steps,
    span: callSpan(part.name, heading.phrase('path')),
  }
}

function isPlain(wire: LabelledWire, carried: readonly CarriedDraft[]): boolean {
  const { bodies, bodySaid: _place, isLenient, unknownInputs, statuses, errorBody, errorHeaders, ...others } = wire
  // The compiler finds a new label here, so that no call loses it.
  others satisfies Record<never, unknown>
  const states = carried.length + statuses.length > 0 || (errorBody ?? errorHeaders) !== undefined
  return !states && unknownInputs === null && bodies.join() === 'JSON' && !isLenient
}

/** `/api/books/{id}` is another notation for `/api/books/:id`. */
function withColons(path: Phrase, reading: Reading): Written {
  refusePath(path, reading)
  for (const found of path.text.matchAll(/\{([A-Za-z_]\w*)\}/g)) {
    const place = sliceOf(path, found.index, found.index + found[0].length)
    const told = diagnostic('N011', spanOf(place), 'no address parameter', found[0])
    reading.found.push(told.meaning(`:${found[1] ?? ''}`))
  }
  const written = writtenOf(path)
  return { ...written, text: written.text.replace(/\{([A-Za-z_]\w*)\}/g, ':$1') }
}

/** Labelled lines of a call. */
export type Labelled = {
  -readonly [
    Key in
      | 'isWhoNotShown'
      | 'repeatable'
      | 'needsVersion'
      | 'isVersionOptional'
      | 'needsFactor'
      | 'runsAsProduct'
      | 'isForWhoeverCalls'
      | 'isForPrograms'
      | 'was'
  ]: CallDraft[Key]
} & { who: Written[]; shares: Written[] }

function newLabelled(): Labelled {
  return {
    who: [],
    isWhoNotShown: false,
    repeatable: null,
    needsVersion: null,
    isVersionOptional: false,
    needsFactor: null,
    runsAsProduct: null,
    isForWhoeverCalls: false,
    isForPrograms: false,
    shares: [],
    was: null,
  }
}

const VERSION = 'the version'
const VERSION_WHEN_SENT = 'the version when sent'
const FACTOR = 'a fresh second factor'
const NEEDS = [VERSION, VERSION_WHEN_SENT, FACTOR, `${VERSION}, ${FACTOR}`, `${VERSION_WHEN_SENT}, ${FACTOR}`]

function labelsOf(
  labelled: Labelled,
  part: Part,
  reading: Reading,
): Record<Exclude<keyof typeof LABELS.call, WireLabel>, LabelReader> {
  return {
    Who: (value) => {
      const words = shown(value, `The roles that may use "${part.name.text}"`, reading)
      if (words === null) labelled.isWhoNotShown = true
      else if (!/^none\.?$/i.test(words.text)) labelled.who.push(...namesIn(words, reading))
    },
    Repeatable: (value) => {
      labelled.repeatable = repeatableOf(value, reading)
    },
    Needs: (value) => {
      const words = onlyWords(value, 'The needs of this call', NEEDS, reading)
      labelled.needsVersion = words?.text.startsWith(VERSION) === true ? words.span : null
      labelled.isVersionOptional = words?.text.startsWith(VERSION_WHEN_SENT) === true
      labelled.needsFactor = words?.text.endsWith(FACTOR) === true ? words.span : null
    },
    'Runs as': (value) => {
      const words = onlyWords(value, 'As whom this call runs', ['the product', WHOEVER_CALLS], reading)
      labelled.runsAsProduct = words?.span ?? null
      labelled.isForWhoeverCalls = words?.text === WHOEVER_CALLS
    },
    'Used by': (value) => {
      labelled.isForPrograms = onlyWords(value, 'The use of this call', ['other programs'], reading) !== null
    },
    Shares: (value) => {
      const words = shownOrNothing(value, 'The shared parts of this call', reading)
      if (words !== null) labelled.shares.push(...namesIn(words, reading))
    },
    was: (value) => {
      const words = shownOrNothing(value, 'The former address', reading)
      if (words !== null) labelled.was = formerAddressIn(words, reading)
    },
    Isolation: (value) => void unsupported(spanOf(value), 'isolation', reading),
  }
}

/** The author has stated that no permission is checked, so there is no warning. */
const WHOEVER_CALLS = 'the product, whoever calls'

/** A label with one of a few values, or none. */
function onlyWords(value: Phrase, what: string, expected: readonly string[], reading: Reading): Written | null {
  const words = shownOrNothing(value, what, reading)
  if (words === null) return null
  if (expected.includes(words.text)) return writtenOf(words)
  reading.found.push(
    diagnostic('N011', spanOf(words), 'not here', writtenOf(words).text)
      .withHint(`Write ${expected.join(' or ')}, or leave the line out.`)
      .suggesting(words.text, expected),
  )
  return null
}

/** Method and path, without the title. */
function callSpan(heading: Phrase, path: Phrase): Span {
  return { start: spanOf(heading).start, end: spanOf(path).end }
}

const BY_VALUE = /^by (?<value>`)$/d
const WAYS = ['with an Idempotency-Key', 'naturally', 'by `…`']

function repeatableOf(value: Phrase, reading: Reading): RepeatableDraft | null {
  const words = shownOrNothing(value, '"Repeatable"', reading)
  if (words === null) return null
  const span = spanOf(words)
  if (words.text === 'with an Idempotency-Key') return { kind: 'by key', span }
  if (words.text === 'naturally') return { kind: 'naturally', span }
  const byValue = matchPhrase(words, BY_VALUE)
  if (byValue !== null) return { kind: 'by value', value: byValue.written('value'), span }
  const found = diagnostic('N011', span, 'no way to repeat', writtenOf(words).text).suggesting(
    writtenOf(words).text,
    WAYS.slice(0, 2),
  )
  reading.found.push(found.hint === null ? found.withHint(`Write one of ${WAYS.join(', ')}.`) : found)
  return null
}
