// Point 2 → draft: routes, and what each screen shows and lets people do.

import type {
  BlockDraft,
  CanDraft,
  RouteDraft,
  RouteParameterDraft,
  ScreenDraft,
  ScreensDraft,
} from '../../draft/screens.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { matchPhrase, spanOf, splitPhrase, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { readBlocks, type LabelReader } from '../blocks.ts'
import { entriesIn, fieldOfEntity, NAME, quotedOrPlain } from '../names.ts'
import { questionLabels } from '../questions.ts'
import { namesIn, shown, shownOrNothing, unreadable, unsupported, type Reading } from '../reading.ts'
import type { Part, Section } from '../sections.ts'
import { table } from '../tables.ts'
import { canOf, columnsOf, formOf, showsOf } from './shows.ts'

export function readScreens(section: Section, reading: Reading): ScreensDraft {
  const routes: RouteDraft[] = []
  const tables = [
    table('Route | Screen | Parameter', ({ cells }) => {
      const path = shown(cells.Route, 'The address of this route', reading)
      const screen = shown(cells.Screen, 'The screen of this route', reading)
      if (path === null || screen === null) return
      if (!writtenOf(path).text.startsWith('/'))
        unreadable(path, 'an address', 'An address begins with a slash: `/tickets/:number`.', reading)
      else
        routes.push({
          path: writtenOf(path),
          screen: writtenOf(screen),
          parameters: parametersOf(cells.Parameter, reading),
        })
    }),
  ]
  readBlocks(section.blocks, { tables, labels: questionLabels('screens', reading) }, reading)
  return { routes, screens: section.parts.map((part) => screenOf(part, reading)) }
}

const PARAMETER = new RegExp(`^(?<parameter>${NAME}) is (?<field>\\S+)$`, 'd')

function parametersOf(cell: Phrase, reading: Reading): RouteParameterDraft[] {
  const words = shownOrNothing(cell, 'What the parameter stands for', reading)
  if (words === null) return []
  return splitPhrase(words, ',').flatMap((part) => {
    const match = matchPhrase(part, PARAMETER)
    const field = match === null ? null : fieldOfEntity(match.phrase('field'))
    if (match !== null && field !== null) return [{ parameter: match.written('parameter'), ...field }]
    return (
      unreadable(part, 'a parameter', 'Write PARAMETER is ENTITY.FIELD, as in number is Ticket.number.', reading) ?? []
    )
  })
}

/** A block while its lines are read. */
interface OpenBlock {
  shows: BlockDraft['shows'] | null
  columns: BlockDraft['columns'][number][]
  filterBy: Written[]
  searchIn: Written[]
  can: CanDraft[]
  whenEmpty: Written | null
  span: BlockDraft['span']
}

/** Each "Shows" and "Form" begins anew, and so do the lines that belong to it. */
const REPEATABLE = [
  'Shows',
  'Form',
  'Columns',
  'Fields',
  'Filter by',
  'Search in',
  'When empty',
  'Can',
  'As',
  'When failing',
  'Shown by',
]

function screenOf(part: Part, reading: Reading): ScreenDraft {
  const who: Written[] = []
  const blocks: OpenBlock[] = []
  const can: CanDraft[] = []
  const begin = (shows: OpenBlock['shows'], value: Phrase): void => {
    blocks.push({ shows, columns: [], filterBy: [], searchIn: [], can: [], whenEmpty: null, span: spanOf(value) })
  }
  const columns = inBlock(blocks, reading, (block, words) => block.columns.push(...columnsOf(words, reading)))
  const labels: Record<string, LabelReader> = {
    Who: (value) => {
      const words = shownOrNothing(value, `Who uses "${part.name.text}"`, reading)
      if (words !== null) who.push(...namesIn(words, reading))
    },
    Shows: (value) => begin(showsOf(value, reading), value),
    Form: (value) => begin(formOf(value, reading), value),
    Columns: columns,
    Fields: columns,
    'Filter by': inBlock(blocks, reading, (block, words) => block.filterBy.push(...namesIn(words, reading))),
    'Search in': inBlock(blocks, reading, (block, words) => block.searchIn.push(...namesIn(words, reading))),
    'When empty': inBlock(blocks, reading, (block, words) => {
      block.whenEmpty = quotedOrPlain(words)
    }),
    Can: (value) => {
      const words = shownOrNothing(value, 'What people can do here', reading)
      const entries = words === null ? [] : entriesIn(words).flatMap((entry) => canOf(entry, reading) ?? [])
      const target = blocks.at(-1)?.can ?? can
      target.push(...entries)
    },
    ...laterLabels(reading),
  }
  readBlocks(part.blocks, { labels, repeatable: REPEATABLE }, reading)
  const name = writtenOf(part.name)
  if (name.text === '') unreadable(part.name, 'The name of this screen', 'Write Screen: NAME.', reading)
  // What hangs on a block that could not be read has been read for its own mistakes, and is dropped with it.
  const readable = blocks.flatMap(({ shows, ...rest }) => (shows === null ? [] : [{ shows, ...rest }]))
  return { name, who, blocks: readable, can, span: spanOf(part.heading.phrase) }
}

function inBlock(blocks: OpenBlock[], reading: Reading, read: (block: OpenBlock, words: Phrase) => void): LabelReader {
  return (value, label) => {
    const words = shownOrNothing(value, `"${label.text}"`, reading)
    const block = blocks.at(-1)
    if (block === undefined) {
      reading.found.push(
        diagnostic('N017', spanOf(label), `"${label.text}"`).withHint(
          'It belongs to a line "Shows" or "Form" above it.',
        ),
      )
    } else if (words !== null) read(block, words)
  }
}

const LATER: Readonly<Record<string, string>> = {
  As: 'Other forms of a list are',
  Steps: 'Forms in steps are',
  'When failing': 'Words for a failing screen are',
  Refreshes: 'Refreshing by itself is',
  'Shown by': 'Components are',
}

function laterLabels(reading: Reading): Record<string, LabelReader> {
  return Object.fromEntries(
    Object.entries(LATER).map(([name, what]): [string, LabelReader] => [
      name,
      (value) => {
        if (shownOrNothing(value, `"${name}"`, reading) !== null) unsupported(spanOf(value), what, reading)
      },
    ]),
  )
}
