// A text and an answer → the text with the answer, each piece in its place. Everything else is unchanged byte for byte.

import type { QuestionDraft } from '../draft/draft.ts'
import { POINT_HEADINGS, POINTS, QUESTIONS, type Point, type QuestionLabel } from '../model/points.ts'
import type { Block, Table } from '../outline/outline.ts'
import { printRow } from '../outline/print-row.ts'
import { readSpecification, type ReadSpecification } from '../read/specification.ts'
import { chaptersOf } from '../text/chapters.ts'
import type { Span } from '../text/source.ts'
import type { Piece, RowPlace } from './suggestion.ts'

export function writeAnswer(text: string, pieces: readonly Piece[]): string {
  return pieces.reduce(write, text)
}

function write(text: string, piece: Piece): string {
  const specification = readSpecification(text)
  if (piece.kind === 'row') return withRow(text, specification, piece.place, piece.cells)
  const { question } = piece
  const label = labelLine(text, specification, question)
  if (piece.kind === 'label') {
    if (label !== null && piece.text !== '') return replaced(text, label, piece.text)
    if (label !== null) return replaced(text, withGap(text, label), '')
    return piece.text === '' ? text : belowHeading(text, specification, pointOf(question), piece.text)
  }
  const without = piece.kind === 'parts' && label !== null ? replaced(text, withGap(text, label), '') : text
  const read = without === text ? specification : readSpecification(without)
  return atEndOf(without, read, pointOf(question), piece.text)
}

export function pointOf(question: QuestionLabel): Point {
  return QUESTIONS.find(({ label }) => label === question)?.point ?? 'purpose'
}

/** The line that leaves a question open. */
function labelLine(text: string, { draft }: ReadSpecification, question: QuestionLabel): Span | null {
  const answer: QuestionDraft | undefined = draft.answers.find((each) => each.question === question)
  if (answer === undefined) return null
  const start = text.lastIndexOf('\n', answer.span.start - 1) + 1
  const end = text.indexOf('\n', answer.span.end)
  return { start, end: end < 0 ? text.length : end }
}

/** Includes the empty line below it. */
function withGap(text: string, { start, end }: Span): Span {
  const gap = /^\n{1,2}/.exec(text.slice(end))?.[0].length ?? 0
  return { start, end: end + gap }
}

function replaced(text: string, { start, end }: Span, by: string): string {
  return text.slice(0, start) + by + text.slice(end)
}

function belowHeading(text: string, specification: ReadSpecification, point: Point, added: string): string {
  const { heading } = specification.sections.points[point]
  if (heading === null) return withPoint(text, specification, point, added)
  return replaced(text, { start: heading.span.end, end: heading.span.end }, `\n\n${added}`)
}

function atEndOf(text: string, specification: ReadSpecification, point: Point, added: string): string {
  const { heading } = specification.sections.points[point]
  if (heading === null) return withPoint(text, specification, point, added)
  return withParagraph(text, startAfter(text, specification, heading.span.start), added)
}

/** Adds a paragraph that ends at an offset, which is the start of a heading or the end of a file. */
function withParagraph(text: string, at: number, added: string): string {
  const rest = text.slice(at)
  const isEndOfFile = chaptersOf(text).some(({ span }) => span.end === at)
  return `${text.slice(0, at).trimEnd()}\n\n${added}\n${isEndOfFile ? rest : `\n${rest}`}`
}

/** The start of the next point, or the end of the file. */
function startAfter(text: string, { sections }: ReadSpecification, start: number): number {
  const starts = POINTS.flatMap((point) => {
    const { heading, further } = sections.points[point]
    return [...(heading === null ? [] : [heading]), ...further].map(({ span }) => span.start)
  })
  const ends = chaptersOf(text).map(({ span }) => span.end)
  return Math.min(...[...starts, ...ends].filter((other) => other > start))
}

/** A missing heading of a point is added before the next existing one. */
function withPoint(text: string, { sections }: ReadSpecification, point: Point, added: string): string {
  const { number, title } = POINT_HEADINGS[point]
  const later = POINTS.slice(POINTS.indexOf(point) + 1).flatMap(
    (each) => sections.points[each].heading?.span.start ?? [],
  )
  const endOfMain = chaptersOf(text)[0]?.span.end ?? text.length
  return withParagraph(text, Math.min(endOfMain, ...later), `## ${number}. ${title}\n\n${added}`)
}

function withRow(
  text: string,
  { sections }: ReadSpecification,
  { question, part, header }: RowPlace,
  cells: Readonly<Record<string, string>>,
): string {
  const section = sections.points[pointOf(question)]
  const blocks = part === null ? section.blocks : section.parts.find(({ name }) => name.text === part)?.blocks
  const found = (blocks ?? []).find((block): block is Table => isTable(block, header))
  if (found === undefined) return text
  const row = printRow(found.header.cells.map((column) => cells[column.text] ?? ''))
  const end = found.rows.at(-1)?.span.end ?? found.span.end
  return replaced(text, { start: end, end }, `\n${row}`)
}

function isTable(block: Block, header: string): boolean {
  return block.kind === 'table' && block.header.cells[0]?.text === header
}
