// Sections and positions of a text → the construct at each position: the column and row of a table cell, or the label
// of a line.

import { QUESTIONS, POINTS, type Point } from '../model/points.ts'
import type { Block, Table } from '../outline/outline.ts'
import { spanOf, writtenOf, type Phrase } from '../outline/phrase.ts'
import { opennessOf } from '../read/reading.ts'
import type { Sections } from '../read/sections.ts'
import type { Span } from '../text/source.ts'

export interface Place {
  readonly span: Span
  readonly point: Point | null
  /** The heading of its part, `Entity: Book`, and its name. */
  readonly part: string | null
  readonly partName: string | null
  /** The column or label. */
  readonly what: string
  /** The row's first cell. */
  readonly subject: string | null
  /** The row or line itself, which does not count as waiting. */
  readonly line: Span
  /** X of `not shown (assumed: X)`. */
  readonly assumed: string | null
  /** The options of `any of A, B`. */
  readonly options: readonly string[]
}

interface Around {
  readonly point: Point | null
  readonly part: string | null
  readonly partName: string | null
}

/** In the order of `spans`. */
export function findPlaces(sections: Sections, spans: readonly Span[]): Place[] {
  const places = [
    ...placesIn(sections.preamble, { point: null, part: null, partName: null }),
    ...POINTS.flatMap((point) => [
      ...placesIn(sections.points[point].blocks, { point, part: null, partName: null }),
      ...sections.points[point].parts.flatMap(({ kind, heading, name, blocks }) => {
        const around = {
          point,
          part: writtenOf(heading.phrase).text,
          partName: name.text === '' ? null : writtenOf(name).text,
        }
        // Only the table belongs to a lookup; what follows belongs to the point.
        return blocks.flatMap((block) =>
          placesIn(
            [block],
            kind === 'Lookup' && block.kind !== 'table' ? { ...around, part: null, partName: null } : around,
          ),
        )
      }),
    ]),
  ]
  return spans.map((span) => smallestAround(places, span) ?? unplaced(span))
}

function smallestAround(places: readonly Place[], span: Span): Place | null {
  let best: Place | null = null
  for (const place of places) {
    const isAround = place.span.start <= span.start && span.end <= place.span.end
    if (isAround && (best === null || length(place.span) < length(best.span))) best = place
  }
  return best === null ? null : { ...best, span }
}

function length({ start, end }: Span): number {
  return end - start
}

function unplaced(span: Span): Place {
  return {
    span,
    point: null,
    part: null,
    partName: null,
    what: 'The part that is not shown here',
    subject: null,
    line: span,
    assumed: null,
    options: [],
  }
}

function placesIn(blocks: readonly Block[], around: Around): Place[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case 'table':
        return cellPlaces(block, around)
      case 'label':
        return [placeOf(block.value, around, writtenOf(block.label).text, null, block.span)]
      case 'steps':
        return block.items.flatMap((item, index) => [
          placeOf(item.phrase, around, `Step ${index + 1}`, null, item.span),
          ...placesIn(item.blocks, around),
        ])
      case 'paragraph':
        return block.lines.map((line) => placeOf(line, around, labelOf(line), null, spanOf(line)))
    }
  })
}

function cellPlaces({ header, rows }: Table, around: Around): Place[] {
  return rows.flatMap(({ cells, span }) =>
    cells.map((cell, index) => {
      const column = header.cells[index]
      const first = cells[0]
      const subject = index === 0 || first === undefined || first.text === '' ? null : writtenOf(first).text
      return placeOf(cell, around, column === undefined ? 'Cell' : writtenOf(column).text, subject, span)
    }),
  )
}

function placeOf(words: Phrase, around: Around, what: string, subject: string | null, line: Span): Place {
  const openness = opennessOf(words)
  const assumed = openness?.kind === 'not shown' ? (openness.assumed?.text ?? null) : null
  const options = openness?.kind === 'any of' ? openness.options.map(({ text }) => text) : []
  return { ...around, span: spanOf(words), what, subject, line, assumed, options }
}

/** `Purpose` of `Purpose: not shown.` */
function labelOf(line: Phrase): string {
  const label = /^[^:]*/.exec(line.text)?.[0] ?? ''
  return QUESTIONS.find((question) => question.label.toLowerCase() === label.toLowerCase())?.label ?? label
}
