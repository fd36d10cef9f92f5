// `### Document: Invoice of Order` → draft: its title, and its parts in the order of the text.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { DocumentBlockDraft, DocumentDraft } from '../../draft/screens.ts'
import { LABELS } from '../../grammar/labels.ts'
import { PAGE_SIZES, type PageFormat } from '../../model/screens.ts'
import { matchPhrase, sliceOf, spanOf, type Phrase } from '../../outline/phrase.ts'
import type { Span, Written } from '../../text/source.ts'
import { labelReaders, readBlocks } from '../blocks.ts'
import type { LabelReader } from '../expected.ts'
import { namesIn, shown, shownOrNothing, unreadable, type Reading } from '../reading.ts'
import { NAME, quotedOrPlain, sortsIn } from '../names.ts'
import type { Part } from '../sections.ts'
import { templateOf } from '../templates.ts'
import { columnsOf, titleIn } from './columns.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] }
type OpenBlock = DocumentBlockDraft extends infer Block ? (Block extends unknown ? Mutable<Block> : never) : never
type OpenList = Extract<OpenBlock, { kind: 'list' }>

interface OpenDocument {
  title: DocumentDraft['title']
  isTitleSaid: boolean
  page: DocumentDraft['page']
  readonly blocks: OpenBlock[]
  /** The last line that should begin a part was invalid: the lines after it belong to it. */
  isLost: boolean
}

const DOCUMENT_OF = new RegExp(`^(?<name>.+) of (?<entity>${NAME})$`, 'd')

export function documentOf(part: Part, reading: Reading): DocumentDraft | null {
  const open: OpenDocument = { title: null, isTitleSaid: false, page: null, blocks: [], isLost: false }
  const labels = labelReaders(LABELS.document, { ...labelsOfDocument(open, reading), ...labelsOfList(open, reading) })
  readBlocks(part.blocks, { labels }, reading)
  const match = matchPhrase(part.name, DOCUMENT_OF)
  if (match === null)
    return unreadable(part.name, 'a document', 'Write its name and its entity: Document: Invoice of Order.', reading)
  const span = spanOf(part.heading.phrase)
  const name = match.written('name')
  if (!open.isTitleSaid) {
    const found = diagnostic('N007', name.span, `The title of "${name.text}"`)
    reading.found.push(found.withHint(`Add a line above the others: - **Title:** "${name.text}".`))
  }
  const { title, page, blocks } = open
  return { name, entity: match.written('entity'), title, page, blocks, span }
}

type DocumentLabel = 'Title' | 'Pages' | 'Fields' | 'Shows' | 'Text'

function labelsOfDocument(open: OpenDocument, reading: Reading): Record<DocumentLabel, LabelReader> {
  const begin = (block: OpenBlock | null): void => {
    open.isLost = block === null
    if (block !== null) open.blocks.push(block)
  }
  return {
    Title: (value) => readTitle(open, value, reading),
    Pages: (value) => {
      const words = shownOrNothing(value, 'The size of its pages', reading)
      if (words !== null) open.page = pageIn(words, reading)
    },
    Fields: (value) => {
      const words = shownOrNothing(value, 'The fields that it shows', reading)
      const columns = words === null ? [] : columnsOf(words, reading)
      begin({ kind: 'fields', title: null, columns, span: spanOf(value) })
    },
    Shows: (value) => {
      const words = shown(value, 'The list that it shows', reading)
      begin(words === null ? null : listIn(words, reading))
    },
    Text: (value) => {
      const words = shownOrNothing(value, 'This paragraph', reading)
      const quoted = words === null ? null : quotedIn(words, 'Write the words in quotes: "Thank you."', reading)
      begin(quoted === null ? null : { kind: 'text', title: null, text: templateOf(quoted), span: spanOf(value) })
    },
  }
}

function labelsOfList(open: OpenDocument, reading: Reading): Record<'Columns' | 'Totals' | 'When empty', LabelReader> {
  const inList =
    (read: (list: OpenList, words: Phrase) => void): LabelReader =>
    (value, label) => {
      const list = open.isLost ? undefined : open.blocks.at(-1)
      if (list?.kind === 'list' && label.text === 'Columns') list.hasColumns = true
      const words = shownOrNothing(value, `"${label.text}"`, reading)
      if (list?.kind === 'list') {
        if (words !== null) read(list, words)
      } else if (!open.isLost)
        sayOutOfPlace(spanOf(label), label.text, 'It belongs to a line "Shows" above it.', reading)
    }
  return {
    Columns: inList((list, words) => list.columns.push(...columnsOf(words, reading))),
    Totals: inList((list, words) => list.totals.push(...namesIn(words, reading))),
    'When empty': inList((list, words) => {
      list.whenEmpty = quotedOrPlain(words)
    }),
  }
}

function sayOutOfPlace(span: Span, label: string, hint: string, reading: Reading): void {
  reading.found.push(diagnostic('N017', span, 'words', label).withHint(hint))
}

/** The first title is the document's, if nothing precedes it; any other one is the heading of the part above it. */
function readTitle(open: OpenDocument, value: Phrase, reading: Reading): void {
  const block = open.blocks.at(-1)
  if (block === undefined && !open.isLost) {
    open.isTitleSaid = true
    const words = shown(value, 'The title of this document', reading)
    const quoted = words === null ? null : quotedIn(words, 'Write the words in quotes: "Invoice {number}".', reading)
    open.title = quoted === null ? null : templateOf(quoted)
    return
  }
  const words = shownOrNothing(value, 'The heading of this part', reading)
  if (words === null || block === undefined || open.isLost) return
  if (block.kind === 'text') {
    sayOutOfPlace(
      spanOf(words),
      'Title',
      'A paragraph has no heading: it belongs to a line "Shows" or "Fields".',
      reading,
    )
    return
  }
  block.title = titleIn(words, reading)
}

function quotedIn(words: Phrase, hint: string, reading: Reading): Phrase | null {
  if (/^"(?:[^"{]|\{[^}]*\})+"$/.test(words.text)) return sliceOf(words, 1, words.text.length - 1)
  return unreadable(words, 'words of a document', hint, reading)
}

const PAGE = new RegExp(`^(?<size>${PAGE_SIZES.join('|')})(?<landscape> landscape)?$`, 'd')

function pageIn(words: Phrase, reading: Reading): DocumentDraft['page'] {
  const match = matchPhrase(words, PAGE)
  const size = PAGE_SIZES.find((each) => each === match?.phrase('size').text)
  if (match === null || size === undefined)
    return unreadable(
      words,
      'a size of pages',
      `Write ${PAGE_SIZES.join(', ')}, or one of them with "landscape".`,
      reading,
    )
  const page: PageFormat = { size, isLandscape: match.has('landscape') }
  return { ...page, span: spanOf(words) }
}

const LIST = new RegExp(
  `^list of its (?<relation>${NAME})(?: where (?<where>\`))?(?:, sorted by (?<sort>[^,]+))?(?:, all of them)?$`,
  'd',
)

function listIn(words: Phrase, reading: Reading): OpenBlock | null {
  const match = matchPhrase(words, LIST)
  if (match === null)
    return unreadable(
      words,
      'a table of a document',
      'Write list of its RELATION where `…`, sorted by FIELD smallest first.',
      reading,
    )
  return {
    kind: 'list',
    title: null,
    relation: match.written('relation'),
    where: match.writtenOrNull('where'),
    sortedBy: match.has('sort') ? sortsIn(match.phrase('sort'), reading) : [],
    hasColumns: false,
    columns: [],
    totals: [],
    whenEmpty: null,
    span: spanOf(words),
  }
}

/** `Invoice of order`. */
const OF_RECORD = new RegExp(`^(?<document>[^,;\`"]+) of (?<record>${NAME})$`, 'd')

export function documentOfRecord(words: Phrase, reading: Reading): { document: Written; record: Written } | null {
  const match = matchPhrase(words, OF_RECORD)
  if (match !== null) return { document: match.written('document'), record: match.written('record') }
  return unreadable(words, 'a document of a record', 'Write DOCUMENT of RECORD: Invoice of order.', reading)
}
