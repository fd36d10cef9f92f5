// A line that is not a construct yet → the headings, labels, tables and steps that are valid there, as the readers of its
// heading have recorded them.

import { POINT_HEADINGS, POINTS, type Point } from '../model/points.ts'
import { PARTS } from '../grammar/parts.ts'
import { METHODS } from '../read/parts.ts'
import type { Completion } from './offers.ts'
import { wordsOf } from './construct-words.ts'
import { declared, type Document, type HeadingPlace } from './document.ts'
import type { Place } from './where.ts'

type LinePlace = Place & { kind: 'heading' | 'line' }

export function partsAt(document: Document, place: LinePlace, offset: number): Completion[] {
  const span = { start: place.start, end: offset }
  if (place.kind === 'heading') {
    const words = place.level === 2 ? missingPoints(document) : partHeadings(document, place.heading?.point ?? null)
    return words.map((insert) => ({
      label: insert.trim(),
      kind: 'part',
      detail: null,
      words: aboutPart(insert),
      insert,
      span,
    }))
  }
  const { heading } = place
  if (heading === null) return []
  const found = [
    ...labelsOf(document, heading, place.bullet),
    ...tablesOf(document, heading, place),
    ...stepsOf(document, heading),
  ]
  const headings =
    place.bullet.trim() === ''
      ? partHeadings(document, heading.point).map((insert) => ({
          label: `### ${insert.trim()}`,
          kind: 'part' as const,
          insert: `### ${insert}`,
          words: aboutPart(insert),
        }))
      : []
  return [...found, ...headings].flatMap((each) =>
    isBegun(each, place.typed) ? [{ detail: null, ...each, span }] : [],
  )
}

/** Free text is not the beginning of a construct. */
function isBegun({ label, insert }: Offered, typed: string): boolean {
  const begun = typed.toLowerCase()
  return label.toLowerCase().startsWith(begun) || insert.toLowerCase().startsWith(begun)
}

type Offered = Pick<Completion, 'label' | 'kind' | 'insert' | 'words'>

function labelsOf({ compiled }: Document, heading: HeadingPlace, bullet: string): Offered[] {
  const expected = compiled.expected.get(heading.blocks)
  const used = new Set(heading.blocks.flatMap((block) => (block.kind === 'label' ? [block.label.text] : [])))
  const isListed = bullet.trim() !== '' || heading.part === null
  return Object.entries(expected?.labels ?? {}).flatMap(([label, { about, isRepeatable, isLater }]) =>
    isLater || (used.has(label) && !isRepeatable)
      ? []
      : [{ label, kind: 'label', insert: `${isListed ? '' : '- '}**${label}:** `, words: about }],
  )
}

/** A table begins with its header and the delimiter row. */
function tablesOf({ compiled }: Document, { blocks }: HeadingPlace, place: LinePlace & { kind: 'line' }): Offered[] {
  if (place.bullet.trim() !== '') return []
  return (compiled.expected.get(blocks)?.tables ?? []).map(({ columns, grammar }) => {
    const header = `| ${columns.join(' | ')} |`
    const line = `|${' --- |'.repeat(columns.length)}`
    return {
      label: header,
      kind: 'table',
      insert: `${header}\n${line}\n|${'  |'.repeat(columns.length)}`,
      words: grammar.columns[columns[0] ?? '']?.about ?? null,
    }
  })
}

function stepsOf({ compiled }: Document, { blocks }: HeadingPlace): Offered[] {
  if (compiled.expected.get(blocks)?.steps === undefined) return []
  const count = blocks.reduce((sum, block) => sum + (block.kind === 'steps' ? block.items.length : 0), 0)
  return [{ label: `${count + 1}. `, kind: 'step', insert: `${count + 1}. `, words: wordsOf('step') }]
}

/** The description of the kind of part that a heading begins with. */
function aboutPart(heading: string): string | null {
  const kind = Object.keys(PARTS).find((each) => heading.startsWith(each))
  return kind === undefined ? null : PARTS[kind as keyof typeof PARTS].about
}

function missingPoints({ compiled }: Document): string[] {
  return POINTS.flatMap((point) =>
    compiled.sections.points[point].heading === null
      ? [`${POINT_HEADINGS[point].number}. ${POINT_HEADINGS[point].title}`]
      : [],
  )
}

/** Kinds of parts of the point, with possible names. */
function partHeadings(document: Document, point: Point | null): string[] {
  const entities = declared(document, 'entity').map(({ named }) => named.name)
  const kinds = Object.entries(PARTS).flatMap(([kind, { point: of, form, about }]) => {
    if (about === null || (point !== null && of !== point)) return []
    if (form === 'bare') return [kind]
    const start = form === 'colon' ? `${kind}: ` : `${kind} `
    if (kind === 'Reference data' || kind === 'Sample data')
      return [start, ...entities.map((name) => `${start}${name}`)]
    return kind === 'States of' ? [start, ...machines(document).map((name) => `${start}${name}`)] : [start]
  })
  return point === 'calls' ? [...METHODS.map((method) => `${method} /api/`), ...kinds] : kinds
}

function machines({ compiled }: Document): string[] {
  return compiled.draft.entities.entities.flatMap(({ name, fields }) =>
    fields.flatMap((field) => (field.type?.kind === 'state' ? [`${name.text}.${field.name.text}`] : [])),
  )
}
