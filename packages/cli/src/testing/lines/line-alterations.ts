// A specification's text → every text with a single typing mistake in a formal line: each line removed, and each value
// changed in a few ways. Text outside formal lines is prose without a meaning for machines.

import type { Block, OutlineEntry } from '@ninefold/core/outline/outline.ts'
import { spanOf } from '@ninefold/core/outline/phrase.ts'
import { readOutline } from '@ninefold/core/outline/read-outline.ts'
import type { Span } from '@ninefold/core/text/source.ts'

export interface Alteration {
  /** `a line is gone`, `letters swapped`. */
  readonly kind: string
  /** `cell Rules`, `label Sign up`, `step`, `heading`. */
  readonly place: string
  /** The heading above the line. */
  readonly below: string
  readonly line: number
  readonly from: string
  readonly to: string
  readonly text: string
}

interface Value {
  readonly place: string
  readonly below: string
  readonly span: Span
  /** Other values of its column. */
  readonly others: readonly string[]
}

interface Line {
  readonly place: string
  readonly below: string
  readonly span: Span
}

/** At most this many words of one value are misspelt, because further ones would not test more. */
const WORDS_MAX = 12

export function alterationsOf(text: string): Alteration[] {
  const { lines, values } = formalParts(text)
  return [...lines.map((line) => lineGone(text, line)), ...values.flatMap((value) => changesOf(text, value))]
}

function formalParts(text: string) {
  const lines: Line[] = []
  const values: Value[] = []
  let below = ''
  for (const entry of readOutline(text)) {
    if (entry.kind === 'heading') {
      below = text.slice(entry.span.start, entry.span.end)
      lines.push({ place: 'heading', below, span: entry.span })
      values.push({ place: 'heading', below, span: spanOf(entry.phrase), others: [] })
    } else partsOf(text, entry, below, lines, values)
  }
  return { lines, values }
}

function partsOf(
  text: string,
  block: Exclude<OutlineEntry, { kind: 'heading' }>,
  below: string,
  lines: Line[],
  values: Value[],
): void {
  const written = ({ start, end }: Span): string => text.slice(start, end)
  switch (block.kind) {
    case 'label': {
      const name = written(spanOf(block.label))
      lines.push({ place: `label ${name}`, below, span: block.span })
      values.push({ place: `name of the label ${name}`, below, span: spanOf(block.label), others: [] })
      values.push({ place: `label ${name}`, below, span: spanOf(block.value), others: [] })
      return
    }
    case 'table': {
      const columns = block.header.cells.map((cell) => written(spanOf(cell)))
      for (const cell of block.header.cells) values.push({ place: 'header', below, span: spanOf(cell), others: [] })
      for (const row of block.rows) {
        lines.push({ place: `row of ${columns.join(', ')}`, below, span: row.span })
        row.cells.forEach((cell, at) =>
          values.push({
            place: `cell ${columns[at] ?? ''}`,
            below,
            span: spanOf(cell),
            others: block.rows.flatMap(({ cells }) => (cells[at] === undefined ? [] : [written(spanOf(cells[at]))])),
          }),
        )
      }
      return
    }
    case 'steps':
      for (const { phrase, blocks, span } of block.items) {
        lines.push({ place: 'step', below, span })
        if (phrase.text !== '') values.push({ place: 'step', below, span: spanOf(phrase), others: [] })
        for (const nested of blocks) nestedParts(text, nested, below, lines, values)
      }
      return
    case 'paragraph':
  }
}

const nestedParts: (text: string, block: Block, below: string, lines: Line[], values: Value[]) => void = partsOf

function lineGone(text: string, { place, below, span }: Line): Alteration {
  const start = text.lastIndexOf('\n', span.start - 1) + 1
  const found = text.indexOf('\n', span.end)
  const end = found === -1 ? text.length : found + 1
  return altered(text, { kind: 'a line is gone', place, below, span: { start, end }, to: '' })
}

function changesOf(text: string, { place, below, span, others }: Value): Alteration[] {
  const from = text.slice(span.start, span.end)
  const changes: (readonly [string, string])[] = []
  if (from !== '') changes.push(['emptied', ''], ['twice', `${from} ${from}`])
  const other = others.find((each) => each !== from && each !== '')
  if (other !== undefined) changes.push(['another of the column', other])
  for (const found of [...from.matchAll(/[A-Za-z]{3,}/g)].slice(0, WORDS_MAX))
    changes.push(['letters swapped', spliced(from, found.index, found[0], lettersSwapped(found[0]))])
  for (const found of from.matchAll(/\d+/g))
    changes.push(['one more', spliced(from, found.index, found[0], String(Number(found[0]) + 1))])
  for (const [word, turned] of TURNED)
    for (const found of from.matchAll(word)) changes.push(['turned', spliced(from, found.index, found[0], turned)])
  for (const separator of [', ', '; ']) {
    const items = from.split(separator)
    if (items.length > 1)
      items.forEach((_, at) => changes.push(['an item is gone', items.toSpliced(at, 1).join(separator)]))
  }
  return changes.filter(([, to]) => to !== from).map(([kind, to]) => altered(text, { kind, place, below, span, to }))
}

/** Words with a counterpart that is as valid but means something else. */
const TURNED: readonly (readonly [RegExp, string])[] = [
  [/==/g, '!='],
  [/!=/g, '=='],
  [/<(?!=)/g, '>'],
  [/>(?!=)/g, '<'],
  [/<=/g, '>='],
  [/>=/g, '<='],
  [/&&/g, '||'],
  [/\|\|/g, '&&'],
  [/\bplus\(/g, 'minus('],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/\byes\b/g, 'no'],
  [/\bno\b/g, 'yes'],
  [/\bdays\b/g, 'minutes'],
  [/\bminutes\b/g, 'days'],
  [/\bopen\b/g, 'closed'],
  [/\brefused\b/g, 'ignored'],
  [/\bignored\b/g, 'refused'],
  [/\blast use\b/g, 'sign-in'],
  [/\bfirst\b/g, 'last'],
  [/\bA to Z\b/g, 'Z to A'],
  [/\bnewest first\b/g, 'oldest first'],
  [/\boldest first\b/g, 'newest first'],
  [/\bblocks deletion\b/g, 'deleted together'],
  [/\bdeleted together\b/g, 'blocks deletion'],
  [/\bset once\b/g, 'set by product'],
  [/\bexists\(/g, 'all('],
]

function lettersSwapped(word: string): string {
  const [last, before] = [word.slice(-1), word.slice(-2, -1)]
  return last === before ? word + last : word.slice(0, -2) + last + before
}

function spliced(text: string, at: number, from: string, to: string): string {
  return text.slice(0, at) + to + text.slice(at + from.length)
}

function altered(
  text: string,
  {
    kind,
    place,
    below,
    span,
    to,
  }: { readonly kind: string; readonly span: Span; readonly to: string } & Omit<Line, 'span'>,
): Alteration {
  const from = text.slice(span.start, span.end)
  const line = text.slice(0, span.start).split('\n').length
  return { kind, place, below, line, from, to, text: text.slice(0, span.start) + to + text.slice(span.end) }
}
