// Markdown → outline. Positions are offsets in the original text: a byte order mark and Windows line endings change no
// meaning and shift no span.

import type {
  Nodes,
  List,
  ListItem,
  Paragraph as ParagraphNode,
  PhrasingContent,
  RootContent,
  TableCell,
  Table as TableNode,
  TableRow as TableRowNode,
} from 'mdast'
import type { Span, Written } from '../text/source.ts'
import { textTooLarge } from '../text/text-size.ts'
import type { Block, BrokenCode, Label, OutlineEntry, Paragraph, StepItem, Table, TableRow } from './outline.ts'
import { markdownParts } from './markdown-parts.ts'
import { emptyPhrase, LONE_BACKTICK, phraseOf, spanOf, type Inset, type Phrase } from './phrase.ts'

/** Maximum nesting of lists, quotations and emphasis; nobody writes deeper ones by hand. */
const DEPTH_MAX = 50

/** The text, and the offset of the Markdown parser's positions. */
interface Markdown {
  readonly text: string
  readonly shift: number
}

/** A text above the size limit has no outline and is not parsed. */
export function readOutline(text: string): OutlineEntry[] {
  return textTooLarge(text) === null ? outlineOfFile(text, { start: 0, end: text.length }) : []
}

/** The outline of one file of a text that is not too large. Positions are those in the whole text. */
export function outlineOfFile(text: string, { start, end }: Span): OutlineEntry[] {
  return markdownParts(text.slice(start, end)).flatMap(({ nodes, shift }) =>
    nodes.flatMap((node) => entriesOf({ text, shift: shift + start }, node)),
  )
}

function place(markdown: Markdown, node: Nodes): Span {
  const start = node.position?.start.offset ?? 0
  const end = node.position?.end.offset ?? start
  return { start: start + markdown.shift, end: end + markdown.shift }
}

function entriesOf(markdown: Markdown, node: RootContent): OutlineEntry[] {
  if (node.type !== 'heading') return blocksOf(markdown, node, 0)
  const span = place(markdown, node)
  return [{ kind: 'heading', level: node.depth, phrase: phraseOfNodes(markdown, node.children, span.end), span }]
}

/** Blocks of one Markdown node. Code fences, HTML and thematic breaks give none. */
function blocksOf(markdown: Markdown, node: RootContent, depth: number): Block[] {
  if (depth > DEPTH_MAX) return []
  switch (node.type) {
    case 'paragraph':
      return paragraphBlocks(markdown, node)
    case 'table':
      return [tableOf(markdown, node)]
    case 'list':
      return listBlocks(markdown, node, depth + 1)
    case 'blockquote':
      return node.children.flatMap((child) => blocksOf(markdown, child, depth + 1))
    default:
      return []
  }
}

function listBlocks(markdown: Markdown, list: List, depth: number): Block[] {
  if (list.ordered !== true) return list.children.flatMap((item) => entryBlocks(markdown, item, depth))
  return [
    { kind: 'steps', items: list.children.map((item) => stepOf(markdown, item, depth)), span: place(markdown, list) },
  ]
}

function entryBlocks(markdown: Markdown, item: ListItem, depth: number): Block[] {
  const [first, ...rest] = item.children.flatMap((child) => blocksOf(markdown, child, depth))
  if (first === undefined) return []
  return [first.kind === 'paragraph' ? { ...first, isEntry: true } : first, ...rest]
}

function stepOf(markdown: Markdown, item: ListItem, depth: number): StepItem {
  const span = place(markdown, item)
  const [first, ...rest] = item.children
  const isWorded = first?.type === 'paragraph'
  return {
    phrase: isWorded ? phraseOfNodes(markdown, first.children, span.end) : emptyPhrase(span.start),
    blocks: (isWorded ? rest : item.children).flatMap((child) => blocksOf(markdown, child, depth)),
    span,
  }
}

function tableOf(markdown: Markdown, table: TableNode): Table {
  const [header, ...rows] = table.children.map((row) => rowOf(markdown, row))
  const span = place(markdown, table)
  return { kind: 'table', header: header ?? { cells: [], markdown: [], span }, rows, span }
}

function rowOf(markdown: Markdown, row: TableRowNode): TableRow {
  return withBrokenCode(markdown.text, {
    cells: row.children.map((cell) => cellOf(markdown, cell)),
    markdown: row.children.map(({ children }) => {
      const span = spanOfNodes(markdown, children)
      return span === null ? null : unescaped(markdown.text, span)
    }),
    span: place(markdown, row),
  })
}

function withBrokenCode(text: string, row: TableRow): TableRow {
  const broken = brokenCodeIn(text, row)
  return broken === null ? row : { ...row, broken }
}

/**
 * Markdown splits a cell at every unescaped pipe, even inside backticks, which leaves half a code span on each side.
 *
 *   | `a || b` | … |
 *        ^
 */
function brokenCodeIn(text: string, { cells, markdown, span }: TableRow): BrokenCode | null {
  const halfOf = (cell: Phrase): number => cell.text.indexOf(LONE_BACKTICK)
  const opening = cells.findIndex((cell) => halfOf(cell) >= 0)
  const closing = cells.findIndex((cell, index) => index > opening && halfOf(cell) >= 0)
  const [before, after] = [cells[opening], cells[closing]]
  if (before === undefined || after === undefined) return null
  const [start = 0, end = 0] = [before.offsets[halfOf(before)], after.offsets[halfOf(after)]]
  const code: Inset = { kind: 'code', span: { start, end: end + 1 }, code: unescaped(text, { start: start + 1, end }) }
  const whole = { start: spanOf(before).start, end: spanOf(after).end }
  const instead = <Cell>(all: readonly Cell[], one: Cell): Cell[] => [
    ...all.slice(0, opening),
    one,
    ...all.slice(closing + 1),
  ]
  return {
    pipes: { start: spanOf(before).end, end: spanOf(after).start },
    count: closing - opening,
    isPlain: cells.slice(opening + 1, closing).every((cell) => cell.text === ''),
    mended: withBrokenCode(text, {
      cells: instead(cells, phraseOf(text, whole, [code])),
      markdown: instead(markdown, unescaped(text, whole)),
      span,
    }),
  }
}

function cellOf(markdown: Markdown, cell: TableCell): Phrase {
  const span = place(markdown, cell)
  // The position of an empty cell is where its text would be written: after the pipe and a space.
  const opening = /^\|? ?/.exec(markdown.text.slice(span.start, span.end))?.[0].length ?? 0
  return phraseOfNodes(markdown, cell.children, span.start + opening)
}

/** The phrase of inline nodes; `otherwise` is the position if there are none. */
function phraseOfNodes(markdown: Markdown, nodes: readonly PhrasingContent[], otherwise: number): Phrase {
  const span = spanOfNodes(markdown, nodes)
  return span === null ? emptyPhrase(otherwise) : phraseOf(markdown.text, span, insetsOf(markdown, nodes, 0))
}

/** From the first character to the last. */
function spanOfNodes(markdown: Markdown, nodes: readonly PhrasingContent[]): Span | null {
  const first = nodes[0]
  const last = nodes.at(-1)
  if (first === undefined || last === undefined) return null
  return { start: place(markdown, first).start, end: place(markdown, last).end }
}

/** Code spans, and the markers around emphasis and links. */
function insetsOf(markdown: Markdown, nodes: readonly PhrasingContent[], depth: number): Inset[] {
  const insets: Inset[] = []
  for (const node of nodes) {
    const span = place(markdown, node)
    if (node.type === 'inlineCode') insets.push({ kind: 'code', span, code: codeIn(markdown.text, span) })
    else if ('children' in node && depth < DEPTH_MAX) {
      const first = node.children[0]
      const last = node.children.at(-1)
      const opening = first === undefined ? span.end : place(markdown, first).start
      insets.push({ kind: 'hidden', span: { start: span.start, end: opening } })
      insets.push(...insetsOf(markdown, node.children, depth + 1))
      if (last !== undefined) insets.push({ kind: 'hidden', span: { start: place(markdown, last).end, end: span.end } })
    }
  }
  return insets
}

/** The content of a code span: one space of padding on both sides is removed, as in Markdown. */
function codeIn(text: string, span: Span): Written {
  const marks = /^`+/.exec(text.slice(span.start, span.end))?.[0].length ?? 0
  let start = span.start + marks
  let end = span.end - marks
  const inside = text.slice(start, end)
  if (/^[ \r\n]/.test(inside) && /[ \r\n]$/.test(inside) && inside.trim() !== '') {
    start++
    end--
  }
  return unescaped(text, { start, end })
}

/** Removes the backslash of `\|` and one of the two characters of a Windows line ending. */
function unescaped(text: string, span: Span): Written {
  const skipped: number[] = []
  let value = ''
  for (let offset = span.start; offset < span.end; offset++) {
    const character = text.charAt(offset)
    const following = offset + 1 < span.end ? text.charAt(offset + 1) : ''
    if ((character === '\\' && following === '|') || (character === '\r' && following === '\n'))
      skipped.push(value.length)
    else value += character === '\n' || character === '\r' ? ' ' : character
  }
  return skipped.length === 0 ? { text: value, span } : { text: value, span, skipped }
}

/**
 * A paragraph, cut where bold words that end with a colon start a labelled line.
 *
 *   Business hours are not counted: **Business calendar:** not shown
 *                                   ^
 */
function paragraphBlocks(markdown: Markdown, paragraph: ParagraphNode): Block[] {
  const blocks: Block[] = []
  let words: PhrasingContent[] = []
  let label: Phrase | null = null
  const flush = (): void => {
    if (label !== null) blocks.push(labelOf(markdown, label, phraseOfNodes(markdown, words, spanOf(label).end)))
    else if (words.length > 0) blocks.push(...proseOf(markdown, words))
    words = []
  }
  for (const [index, node] of paragraph.children.entries()) {
    const started = node.type === 'strong' ? labelStart(markdown, node.children, paragraph.children[index + 1]) : null
    if (started === null) words.push(node)
    else {
      flush()
      label = started
    }
  }
  flush()
  return blocks
}

/** `Label` of `**Label:**`, or of `**Label**:`; null if the bold text is not a label. */
function labelStart(
  markdown: Markdown,
  children: readonly PhrasingContent[],
  next: PhrasingContent | undefined,
): Phrase | null {
  const phrase = phraseOfNodes(markdown, children, 0)
  if (phrase.text.endsWith(':')) return withoutColon(markdown, phrase)
  return next?.type === 'text' && next.value.startsWith(':') && phrase.text !== '' ? phrase : null
}

function withoutColon(markdown: Markdown, phrase: Phrase): Phrase {
  const { start, end } = spanOf(phrase)
  return phrase.codes.length > 0 ? phrase : phraseOf(markdown.text, { start, end: end - 1 }, [])
}

function labelOf(markdown: Markdown, label: Phrase, words: Phrase): Label {
  const value = words.text.startsWith(':') ? shifted(words) : words
  return {
    kind: 'label',
    label,
    value,
    markdown: unescaped(markdown.text, spanOf(value)),
    span: { start: spanOf(label).start, end: Math.max(spanOf(label).end, spanOf(value).end) },
  }
}

function shifted(phrase: Phrase): Phrase {
  const from = /^: ?/.exec(phrase.text)?.[0].length ?? 0
  return { text: phrase.text.slice(from), offsets: phrase.offsets.slice(from), codes: phrase.codes }
}

/** The lines of free text separately, because a plain label starts a line. */
function proseOf(markdown: Markdown, nodes: readonly PhrasingContent[]): Paragraph[] {
  const first = nodes[0]
  const last = nodes.at(-1)
  if (first === undefined || last === undefined) return []
  const insets = insetsOf(markdown, nodes, 0)
  const end = place(markdown, last).end
  const lines: Phrase[] = []
  let start = place(markdown, first).start
  for (let offset = start; offset <= end; offset++) {
    const isBreak = offset === end || markdown.text[offset] === '\n' || markdown.text[offset] === '\r'
    if (!isBreak || (offset < end && insets.some((inset) => inset.span.start <= offset && offset < inset.span.end)))
      continue
    const from = start
    const line = phraseOf(
      markdown.text,
      { start: from, end: offset },
      insets.filter((inset) => inset.span.end > from && inset.span.start < offset),
    )
    if (line.text !== '') lines.push(line)
    start = offset + 1
  }
  return lines.length === 0
    ? []
    : [
        {
          kind: 'paragraph',
          lines,
          span: {
            start: spanOf(lines[0] ?? emptyPhrase(end)).start,
            end: spanOf(lines.at(-1) ?? emptyPhrase(end)).end,
          },
        },
      ]
}
