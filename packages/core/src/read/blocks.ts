// Blocks below a heading → calls to their readers. A formal block (a table, a labelled line) is either known here or an
// error with a suggestion; only free text is prose.

import { ownValue } from '../model/find.ts'
import { diagnostic } from '../diagnostic/diagnostic.ts'
import { closest } from '../diagnostic/did-you-mean.ts'
import { headingsOf } from '../grammar/label-places.ts'
import type { Labels } from '../grammar/label.ts'
import type { Block, Label, Paragraph, Table } from '../outline/outline.ts'
import { joined, matchPhrase, sliceOf, spanOf, writtenOf, type Phrase } from '../outline/phrase.ts'
import { readProse } from './prose.ts'
import { isBareOpenness, opennessOf, shown, type Reading } from './reading.ts'
import { checkQuotes } from './quotes.ts'
import { LABELS, meantBy, saidElsewhere } from './synonyms.ts'
import { readTable } from './tables.ts'
import type { LabelReader, KnownLabels, KnownLabel, Expected, TableReader } from './expected.ts'

/**
 * Each label of a place with its reader. The grammar lists all labels, so the compiler finds missing and superfluous
 * ones.
 */
export function labelReaders<Name extends string>(
  grammar: Labels<Name>,
  readers: Readonly<Record<NoInfer<Name>, LabelReader>>,
): KnownLabels {
  return Object.fromEntries(
    (Object.keys(grammar) as Name[]).map((name) => [name, { ...grammar[name], read: readers[name] }]),
  )
}

/** The same labels, with a notification for each one that is read. */
export function noted<Name extends string>(labels: KnownLabels, note: (name: Name) => void): KnownLabels {
  return Object.fromEntries(
    Object.entries(labels).map(([name, known]): [string, KnownLabel] => [
      name,
      {
        ...known,
        read: (value, label, markdown) => {
          note(name as Name)
          known.read(value, label, markdown)
        },
      },
    ]),
  )
}

export function readBlocks(blocks: readonly Block[], known: Expected, reading: Reading): void {
  reading.expected?.set(blocks, known)
  const expected = { ...known, labels: onlyOnce(known.labels ?? {}, reading) }
  for (const [index, block] of blocks.entries()) {
    switch (block.kind) {
      case 'table':
        checkTableQuotes(block, reading)
        if (expected.anyTable === undefined) readTable(block, expected.tables ?? [], reading)
        else expected.anyTable(block)
        break
      case 'label':
        readLabel(block, expected, blocks[index + 1]?.kind === 'table', reading)
        break
      case 'steps':
        if (expected.steps === undefined) for (const item of block.items) readProse(item.phrase, reading)
        else expected.steps(block)
        break
      case 'paragraph':
        readParagraph(block, expected, blocks[index + 1]?.kind === 'table', reading)
        break
    }
  }
}

/** Of two lines that state the same thing neither takes precedence, so the second is reported. */
function onlyOnce(labels: KnownLabels, reading: Reading): KnownLabels {
  const firsts = new Map<string, Phrase>()
  const guarded =
    (name: string, read: LabelReader): LabelReader =>
    (value, label, markdown) => {
      const first = firsts.get(name)
      firsts.set(name, first ?? label)
      if (first !== undefined && label.text === name) {
        const found = diagnostic('N008', spanOf(label), 'written here', name)
        reading.found.push(found.because(spanOf(first), 'It is first written here.'))
      }
      read(value, label, markdown)
    }
  return Object.fromEntries(
    Object.entries(labels).map(([name, known]) => [
      name,
      known.isRepeatable ? known : { ...known, read: guarded(name, known.read) },
    ]),
  )
}

function checkTableQuotes(table: Table, reading: Reading): void {
  for (const row of table.rows) for (const cell of row.cells) checkQuotes(cell, reading)
}

function readLabel(line: Label, expected: Expected, isCaption: boolean, reading: Reading): void {
  checkQuotes(line.value, reading)
  const labels = expected.labels ?? {}
  const known = Object.keys(labels)
  const written = writtenOf(line.label).text
  const exact = ownValue(labels, written) ?? labels[known.find((name) => matchesQuestion(name, written)) ?? '']
  if (exact !== undefined) {
    exact.read(line.value, line.label, line.markdown)
    return
  }
  const elsewhere =
    saidElsewhere(written, known) ?? statedByTable(written, expected.tables ?? []) ?? belowAnotherHeading(written)
  const [meant] = meantBy(LABELS, written).filter((name) => known.includes(name))
  const nearest = elsewhere === null ? (meant ?? closest(written, known)) : null
  // A caption above a table has no effect, unless a label was meant.
  if (nearest === null && isCaption && line.value.text === '') return
  if (nearest === null && readOpenLabel(line.label, line.value, reading)) return
  const found = diagnostic('N002', spanOf(line.label), 'label', written)
  const offered = known.filter((name) => labels[name]?.isLater !== true)
  const hint = offered.length === 0 ? null : `The labels here are ${offered.map((name) => `"${name}"`).join(', ')}.`
  reading.found.push(nearest === null ? found.withHint(elsewhere ?? hint) : found.meaning(nearest))
  if (nearest !== null) labels[nearest]?.read(line.value, line.label, line.markdown)
}

/** A table of this place begins with a column of that name. */
function statedByTable(label: string, tables: readonly TableReader[]): string | null {
  const table = tables.find(({ columns: [first] }) => first?.toLowerCase() === label.toLowerCase())
  return table === undefined ? null : `It is a table here, with the header "${table.columns.join(' | ')}".`
}

function belowAnotherHeading(label: string): string | null {
  const headings = headingsOf(label)
  return headings.length === 0 ? null : `It is written below ${headings.join(' or ')}.`
}

/** The form's long labels are case-insensitive; the short ones are keywords. */
function matchesQuestion(known: string, written: string): boolean {
  return known.includes(' ') && known.toLowerCase() === written.toLowerCase()
}

/** A question of the author's own, such as `**Order of tags:** not shown`, which is only listed as open. */
function readOpenLabel(label: Phrase, value: Phrase, reading: Reading): boolean {
  const openness = opennessOf(value)
  if (openness === null) return false
  const what = `"${writtenOf(label).text}"`
  // No reader knows the label, so its assumption applies to nothing.
  if (openness.kind === 'not shown' && openness.assumed !== null)
    reading.found.push(diagnostic('N007', spanOf(value), what).withHint(ONLY_NOTED))
  else shown(value, what, reading)
  return true
}

const ONLY_NOTED = 'The assumption is only noted: a formal line has to enforce it.'

/**
 * `Not shown.` alone below a heading covers everything that could stand there. For a whole point it is already handled.
 */
function readBareOpenness(words: Phrase, reading: Reading): boolean {
  if (!isBareOpenness(words)) return false
  const { start } = spanOf(words)
  if (!reading.answers.some(({ span }) => span.start === start)) shown(words, 'The content of this place', reading)
  return true
}

const PLAIN_LABEL = /^(?<label>[^:`"]{1,70}):(?: (?<value>.*))?$/d

/** Free text, unless one of its lines begins with a label: the form has labels without bold. */
function readParagraph(paragraph: Paragraph, expected: Expected, isCaption: boolean, reading: Reading): void {
  const first = paragraph.lines[0]
  if (first !== undefined && /^\|.*\|/.test(first.text)) {
    reading.found.push(
      diagnostic('N018', spanOf(first)).withHint('Its second line has one --- for each column: | --- | --- |.'),
    )
    return
  }
  if (readBareOpenness(joined(paragraph.lines), reading)) return
  let prose: Phrase[] = []
  let current: { label: Phrase; value: Phrase[] } | null = null
  const flush = (): void => {
    if (prose.length > 0) readProse(joined(prose), reading)
    // A label without both colon and value is already reported.
    if (current !== null && current.value.length > 0) {
      const value = joined(current.value)
      const span = { start: spanOf(current.label).start, end: spanOf(value).end }
      readLabel(
        { kind: 'label', label: current.label, value, markdown: writtenOf(value), span },
        expected,
        isCaption,
        reading,
      )
    }
    prose = []
    current = null
  }
  for (const line of paragraph.lines) {
    const known = Object.keys(expected.labels ?? {})
    const started = plainLabelOf(line, known) ?? labelWithoutColon(line, known, reading)
    if (started !== null) {
      flush()
      current = started
    } else if (current === null) prose.push(line)
    else (current as { value: Phrase[] }).value.push(line)
  }
  flush()
}

/**
 * N021: `**Who** Member`, or `**Only grows**` alone. The gap after the label's words shows where the mark-up ended; the
 * rest is read as its value.
 */
function labelWithoutColon(
  line: Phrase,
  known: readonly string[],
  reading: Reading,
): { label: Phrase; value: Phrase[] } | null {
  const written = line.text.toLowerCase()
  const name = known.find((label) => {
    if (!written.startsWith(label.toLowerCase())) return false
    const [last, next] = [line.offsets[label.length - 1], line.offsets[label.length]]
    return written.length === label.length || (last !== undefined && next !== undefined && next - last > 2)
  })
  if (name === undefined) return null
  const label = sliceOf(line, 0, name.length)
  const span = { start: spanOf(label).start, end: (line.offsets[name.length - 1] ?? 0) + 1 }
  const { end } = span
  reading.found.push(
    diagnostic('N021', span, name)
      .withHint(`Write **${name}:** and what it says behind it.`)
      .withFix({ title: 'Add the colon', edits: [{ span: { start: end, end }, text: ':' }] }),
  )
  const value = sliceOf(line, name.length)
  return { label, value: value.text === '' ? [] : [value] }
}

function plainLabelOf(line: Phrase, known: readonly string[]): { label: Phrase; value: Phrase[] } | null {
  const match = matchPhrase(line, PLAIN_LABEL)
  if (match === null) return null
  const label = match.phrase('label')
  const isKnown = known.includes(label.text) || closest(label.text, known) !== null
  if (!isKnown) return null
  const end = spanOf(line).end
  return { label, value: [match.has('value') ? match.phrase('value') : { text: '', offsets: [end], codes: [] }] }
}
