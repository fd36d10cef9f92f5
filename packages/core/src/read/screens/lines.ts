// The lines below "Shows" and "Form" → draft: form of a list, input form, its pages, and refreshing.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { TemplateDraft } from '../../draft/template.ts'
import type {
  BlockDraft,
  WipLimitDraft,
  FormShowsDraft,
  FormStepDraft,
  ListFormDraft,
  RefreshingDraft,
} from '../../draft/screens.ts'
import type { BlockWidth } from '../../model/screens.ts'
import type { Span, Written } from '../../text/source.ts'
import type { Steps } from '../../outline/outline.ts'
import { matchPhrase, sliceOf, spanOf, splitPhrase, type Phrase } from '../../outline/phrase.ts'
import { readBlocks } from '../blocks.ts'
import { callReferenceIn, NAME, quotedOrPlain } from '../names.ts'
import { namesIn, shown, unreadable, unsupported, type Reading } from '../reading.ts'
import { chartOf } from './charts.ts'
import { withCall } from './near-misses.ts'
import { TAB, tabOf } from './shows.ts'

const FORM = /^call (?<call>`)(?:, filled from (?:call )?(?<from>`))?(?:,? then open (?<open>[^,;]+))?$/d

export interface FormLine {
  readonly shows: FormShowsDraft | null
  readonly tab: TemplateDraft | null
}

/** ``call `POST /path`, then open SCREEN, as tab "New"``. */
export function formOf(value: Phrase, reading: Reading): FormLine {
  const words = shown(value, 'The form of this screen', reading)
  if (words === null) return { shows: null, tab: null }
  const tabbed = matchPhrase(words, TAB)
  const head = tabbed === null ? words : tabbed.phrase('head')
  return { shows: formIn(head, reading), tab: tabbed === null ? null : tabOf(tabbed.phrase('tail'), []) }
}

function formIn(words: Phrase, reading: Reading): FormShowsDraft | null {
  const match = matchPhrase(words, FORM)
  if (match === null) {
    if (words.text.startsWith('`')) return withCall(words, 0, reading)
    return unreadable(words, 'a form', 'Write call `POST /path`, filled from `GET /path`, then open SCREEN.', reading)
  }
  const call = callReferenceIn(match.phrase('call'), reading)
  const filledFrom = match.has('from') ? callReferenceIn(match.phrase('from'), reading) : null
  return call === null ? null : { kind: 'form', call, filledFrom, thenOpen: match.writtenOrNull('open') }
}

const TEXT = /^"(?<text>.+)"(?:,? for (?<roles>[^`"]+))?$/ds

/** `"Welcome to our **shop**.", for Guest`. */
export function textOf(
  value: Phrase,
  markdown: Written,
  reading: Reading,
): Pick<BlockDraft, 'shows' | 'forRoles'> | null {
  const words = shown(value, 'The text of this screen', reading)
  if (words === null) return null
  const match = matchPhrase(words, TEXT)
  if (match === null)
    return unreadable(words, 'a text', 'Write the words in quotes: "Welcome to our **shop**."', reading)
  const forRoles = match.has('roles') ? namesIn(match.phrase('roles'), reading) : null
  const plain = match.written('text')
  const text = TEXT.exec(markdown.text)?.groups?.['text'] ?? plain.text
  return { shows: { kind: 'text', text: { ...plain, text }, words: plain.text }, forRoles }
}

const AS_HINT =
  'Write table, cards, board by STATUS, calendar by DATE, tree by PARENT, chart of count by STATUS, line chart of sum of AMOUNT by DATE per month, or matrix of count by STATUS and PERSON.'
const PLAIN_FORM = /^(?<kind>table|cards)$/d
const FIELD_FORM = new RegExp(`^(?<kind>calendar|tree) by (?<by>${NAME}(?:\\.${NAME})*)$`, 'd')
const BOARD = new RegExp(`^board by (?<by>${NAME}(?:\\.${NAME})*)(?:, (?<limits>at most .+))?$`, 'd')
const LIMIT = /^at most (?<most>`|\d+) in (?:each column|(?<column>[^`"]+))$/d
/** The word of the list's form, and the rest. */
const FORM_WORD = /^(?<word>[^ ]+)(?: .*)?$/d
const FORM_WORDS = [
  'table',
  'cards',
  'board',
  'calendar',
  'tree',
  'chart',
  'matrix',
  'line',
  'area',
  'stacked',
  'share',
  'bar',
]

/** `cards`, `board by status`, `chart of count by status`. */
export function listFormOf(words: Phrase, reading: Reading): ListFormDraft | null {
  const span = spanOf(words)
  const plain = matchPhrase(words, PLAIN_FORM)
  if (plain !== null) return { kind: plain.written('kind').text as 'table' | 'cards', span }
  const byField = matchPhrase(words, FIELD_FORM)
  if (byField !== null)
    return { kind: byField.written('kind').text as 'calendar' | 'tree', by: byField.written('by'), span }
  const board = matchPhrase(words, BOARD)
  if (board !== null) {
    const limits = board.has('limits') ? wipLimitsIn(board.phrase('limits'), reading) : []
    return { kind: 'board', by: board.written('by'), limits, span }
  }
  const chart = chartOf(words)
  if (chart !== null) return chart
  if (/^map(?: by .+)?$/.test(words.text)) return unsupported(span, 'maps', reading)
  return unknownForm(words, reading)
}

/** `at most 3 in doing, at most 5 in each column`. */
function wipLimitsIn(words: Phrase, reading: Reading): WipLimitDraft[] {
  return splitPhrase(words, ',').flatMap((part) => {
    const match = matchPhrase(part, LIMIT)
    if (match !== null)
      return [{ most: match.written('most'), column: match.writtenOrNull('column'), span: spanOf(part) }]
    const hint = 'Write at most 3 in COLUMN, or at most 3 in each column.'
    return unreadable(part, 'the limit of a column', hint, reading) ?? []
  })
}

function unknownForm(words: Phrase, reading: Reading): null {
  const word = matchPhrase(words, FORM_WORD)?.phrase('word')
  if (word === undefined || FORM_WORDS.includes(word.text))
    return unreadable(words, 'a form of a list', AS_HINT, reading)
  const found = diagnostic('N011', spanOf(word), 'no drawing', word.text).withHint(AS_HINT)
  reading.found.push(found.suggesting(word.text, FORM_WORDS))
  return null
}

const EVERY = /^every (?:(?<count>\d+) )?(?<unit>second|minute|hour)s?$/d
const SECONDS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600 }
/** A longer interval makes no sense for a screen. */
const SECONDS_MAX = 86_400

/** `live`, `every 30 seconds`. */
export function refreshingOf(words: Phrase, reading: Reading): RefreshingDraft | null {
  const span = spanOf(words)
  if (words.text === 'live') return { kind: 'live', span }
  const every = matchPhrase(words, EVERY)
  const seconds =
    every === null ? null : countOf(every.writtenOrNull('count')?.text) * unitOf(every.written('unit').text)
  if (seconds !== null && seconds >= 1 && seconds <= SECONDS_MAX) return { kind: 'every', seconds, span }
  return unreadable(
    words,
    'a time between two refreshes',
    'Write live, or every 30 seconds, up to every 24 hours.',
    reading,
  )
}

const WIDTHS: readonly BlockWidth[] = ['full', 'half', 'third', 'two thirds']

/** `half`: adjacent blocks stand side by side as far as they fit. */
export function widthOf(words: Phrase, reading: Reading): { width: BlockWidth; span: Span } | null {
  const width = WIDTHS.find((each) => each === words.text)
  if (width !== undefined) return { width, span: spanOf(words) }
  return unreadable(words, 'a width', `Write ${WIDTHS.join(', ')}.`, reading)
}

function countOf(digits: string | undefined): number {
  return digits === undefined ? 1 : Number(digits)
}

function unitOf(word: string): number {
  return SECONDS[word] ?? 1
}

const TITLED = /^(?<title>"[^"]+"|[^:`]+): ?(?<inputs>.+)$/d

/** `1. Events: subject, body`, a page of a form. */
export function formStepsOf(steps: Steps, reading: Reading): FormStepDraft[] {
  return steps.items.map(({ phrase, blocks }) => {
    readBlocks(blocks, {}, reading)
    const titled = matchPhrase(phrase, TITLED)
    const words = titled === null ? phrase : titled.phrase('inputs')
    if (words.text === '') unreadable(words, 'a page of a form', 'Write TITLE: INPUT, INPUT.', reading)
    return {
      title: titled === null ? null : quotedOrPlain(titled.phrase('title')),
      inputs: inputsIn(words, reading),
      span: spanOf(sliceOf(phrase, 0)),
    }
  })
}

function inputsIn(words: Phrase, reading: Reading): FormStepDraft['inputs'] {
  return namesIn(words, reading).flatMap((name) =>
    /^[\w.]+$/.test(name.text)
      ? [name]
      : (reading.found.push(
          diagnostic('N011', name.span, 'no input', name.text).withHint(
            'Write the names of inputs, separated by commas.',
          ),
        ),
        []),
  )
}
