// `### Screen: Name` → draft: its viewers, and its content and actions, block by block.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { BlockDraft, CanDraft, ScreenDraft } from '../../draft/screens.ts'
import { LABELS } from '../../grammar/labels.ts'
import type { Steps } from '../../outline/outline.ts'
import { spanOf, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Span, Written } from '../../text/source.ts'
import { labelReaders, readBlocks } from '../blocks.ts'
import type { LabelReader } from '../expected.ts'
import { entriesIn, quotedOrPlain } from '../names.ts'
import { readProse } from '../prose.ts'
import { namesIn, shown, shownOrNothing, unreadable, unsupported, type Reading } from '../reading.ts'
import type { Part } from '../sections.ts'
import { canOf } from './can.ts'
import { columnsOf, titleIn } from './columns.ts'
import { formOf, formStepsOf, listFormOf, refreshingOf, textOf, widthOf } from './lines.ts'
import { showsOf } from './shows.ts'
import { viewOf } from './stated-view.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] }

/** A block whose lines are being read. */
type OpenBlock = Mutable<Omit<BlockDraft, 'shows' | 'steps'>> & {
  shows: BlockDraft['shows'] | null
  steps: BlockDraft['steps']
}

/** Lines that belong to the screen instead of the "Shows" or "Form" above them. */
type ScreenLabel = 'Who' | 'Refreshes' | 'Shows' | 'Text' | 'Form' | 'Can'
type BlockLabel = Exclude<keyof typeof LABELS.screen, ScreenLabel>

interface OpenScreen {
  who: Written[] | null
  isWhoOpen: boolean
  refreshes: ScreenDraft['refreshes']
  readonly blocks: OpenBlock[]
  readonly can: CanDraft[]
  /** The line "Steps" whose numbered pages follow. */
  steps: { readonly label: Span; readonly block: OpenBlock } | null
}

export function screenOf(part: Part, reading: Reading): ScreenDraft {
  const screen: OpenScreen = { who: null, isWhoOpen: false, refreshes: null, blocks: [], can: [], steps: null }
  const labels = labelReaders(LABELS.screen, {
    ...labelsOfScreen(screen, part, reading),
    ...labelsOfBlock(screen, reading),
  })
  readBlocks(part.blocks, { labels, steps: stepsReader(screen, reading) }, reading)
  const name = writtenOf(part.name)
  if (name.text === '') unreadable(part.name, 'The name of this screen', 'Write Screen: NAME.', reading)
  sayWithoutPages(screen, reading)
  shareLinesOfTabs(screen.blocks)
  // The lines of an invalid block are read for their own mistakes, and dropped with it.
  const blocks = screen.blocks.flatMap(({ shows, ...rest }) => (shows === null ? [] : [{ shows, ...rest }]))
  const { who, isWhoOpen, can, refreshes } = screen
  return { name, who, isWhoOpen, blocks, can, refreshes, span: spanOf(part.heading.phrase) }
}

/** Adjacent tabs share the lines below the last of them. */
function shareLinesOfTabs(blocks: OpenBlock[]): void {
  for (let index = blocks.length - 2; index >= 0; index--) {
    const block = blocks[index]
    const next = blocks[index + 1]
    if (block === undefined || next === undefined || block.tab === null || next.tab === null || !isBare(block)) continue
    if (!takeTheSameLines(block, next)) continue
    const { shows, tab, forRoles, span } = block
    blocks[index] = { ...next, shows, tab, forRoles, span }
  }
}

const LISTS: readonly string[] = ['list', 'related', 'answer']

/** A figure has no columns that those of a list below it could be. */
function takeTheSameLines(block: OpenBlock, next: OpenBlock): boolean {
  const [one = '', other = ''] = [block, next].map(({ shows }) => shows?.kind ?? '')
  return one === other || (LISTS.includes(one) && LISTS.includes(other))
}

function isBare(block: OpenBlock): boolean {
  const { hasColumns, title, as, totals, width, whenEmpty, whenFailing, filterBy, searchIn, views, can, steps } = block
  return (
    !hasColumns &&
    [title, as, width, whenEmpty, whenFailing, steps].every((line) => line === null) &&
    filterBy.length + searchIn.length + views.length + can.length + totals.length === 0
  )
}

/** The block of a line. Choices have no lines of their own. */
function openBlockOf({ blocks }: OpenScreen): OpenBlock | undefined {
  return blocks.findLast(({ shows }) => shows?.kind !== 'answer' || shows.choicesFor === null)
}

function begin(screen: OpenScreen, value: Phrase, begun: Partial<OpenBlock>): void {
  screen.blocks.push({
    shows: null,
    tab: null,
    forRoles: null,
    title: null,
    as: null,
    totals: [],
    width: null,
    hasColumns: false,
    columns: [],
    filterBy: [],
    searchIn: [],
    views: [],
    can: [],
    steps: null,
    whenEmpty: null,
    whenFailing: null,
    span: spanOf(value),
    ...begun,
  })
}

function labelsOfScreen(screen: OpenScreen, part: Part, reading: Reading): Record<ScreenLabel, LabelReader> {
  return {
    Who: (value) => {
      const words = shown(value, `The role for "${part.name.text}"`, reading)
      screen.isWhoOpen = words === null
      if (words !== null) screen.who = /^none\.?$/i.test(words.text) ? [] : namesIn(words, reading)
    },
    Refreshes: (value) => {
      const words = shownOrNothing(value, 'The refreshing of this screen', reading)
      if (words !== null) screen.refreshes = refreshingOf(words, reading)
    },
    Shows: (value) => begin(screen, value, showsOf(value, reading) ?? {}),
    Text: (value, _, markdown) => begin(screen, value, textOf(value, markdown, reading) ?? {}),
    Form: (value) => begin(screen, value, formOf(value, reading)),
    Can: (value) => {
      const words = shownOrNothing(value, 'The list of actions', reading)
      const entries = words === null ? [] : entriesIn(words).flatMap((entry) => canOf(entry, reading) ?? [])
      const target = openBlockOf(screen)?.can ?? screen.can
      target.push(...entries)
    },
  }
}

function labelsOfBlock(screen: OpenScreen, reading: Reading): Record<BlockLabel, LabelReader> {
  const inBlock = (read: (block: OpenBlock, words: Phrase) => void) => blockLabel(screen, reading, read)
  const columns: LabelReader = (value, label, markdown) => {
    const block = openBlockOf(screen)
    if (block !== undefined) block.hasColumns = true
    inBlock((open, words) => open.columns.push(...columnsOf(words, reading)))(value, label, markdown)
  }
  return {
    Title: inBlock((block, words) => {
      block.title = titleIn(words, reading)
    }),
    Columns: columns,
    Fields: columns,
    As: inBlock((block, words) => {
      block.as = listFormOf(words, reading)
    }),
    Totals: inBlock((block, words) => block.totals.push(...namesIn(words, reading))),
    Width: inBlock((block, words) => {
      block.width = widthOf(words, reading)
    }),
    'Filter by': inBlock((block, words) => block.filterBy.push(...namesIn(words, reading))),
    'Search in': inBlock((block, words) => block.searchIn.push(...namesIn(words, reading))),
    View: inBlock((block, words) => block.views.push(...viewOf(words, reading))),
    'When empty': inBlock((block, words) => {
      block.whenEmpty = quotedOrPlain(words)
    }),
    'When failing': inBlock((block, words) => {
      block.whenFailing = quotedOrPlain(words)
    }),
    'Shown by': inBlock((_, words) => void unsupported(spanOf(words), 'components', reading)),
    Steps: (value, label, markdown) => {
      if (value.text !== '') inBlock((_, words) => refuseStepsInLine(words, reading))(value, label, markdown)
      else {
        const block = openBlockOf(screen)
        if (block === undefined) sayOutOfPlace(label, reading)
        else screen.steps = { label: spanOf(label), block }
      }
    },
  }
}

function blockLabel(
  screen: OpenScreen,
  reading: Reading,
  read: (block: OpenBlock, words: Phrase) => void,
): LabelReader {
  return (value, label) => {
    const words = shownOrNothing(value, `"${label.text}"`, reading)
    const block = openBlockOf(screen)
    if (block === undefined) sayOutOfPlace(label, reading)
    else if (words !== null) read(block, words)
  }
}

function sayOutOfPlace(label: Phrase, reading: Reading): void {
  const hint = 'It belongs to a line "Shows", "Text" or "Form" above it.'
  reading.found.push(diagnostic('N017', spanOf(label), 'words', label.text).withHint(hint))
}

/** Numbered lines are pages of a form below "Steps", and prose elsewhere. */
function stepsReader(screen: OpenScreen, reading: Reading): (steps: Steps) => void {
  return (steps) => {
    if (screen.steps === null) for (const { phrase } of steps.items) readProse(phrase, reading)
    else screen.steps.block.steps = formStepsOf(steps, reading)
    screen.steps = null
  }
}

const STEPS_HINT = 'Number the pages below it: 1. TITLE: INPUT, INPUT.'

function refuseStepsInLine(words: Phrase, reading: Reading): void {
  unreadable(words, 'pages of a form', STEPS_HINT, reading)
}

function sayWithoutPages({ steps }: OpenScreen, reading: Reading): void {
  if (steps !== null) reading.found.push(diagnostic('N011', steps.label, 'missing pages').withHint(STEPS_HINT))
}
