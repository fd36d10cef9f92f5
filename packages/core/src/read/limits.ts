// Point 9 → draft: settings, constants, lookups and limits.

import type { ConstantDraft, LimitDraft, LimitsDraft, LookupDraft } from '../draft/limits.ts'
import type { Table } from '../outline/outline.ts'
import { spanOf, writtenOf, type Phrase } from '../outline/phrase.ts'
import type { Written } from '../text/source.ts'
import { diagnostic } from '../diagnostic/diagnostic.ts'
import { readBlocks } from './blocks.ts'
import { questionLabels } from './questions.ts'
import { declaredName, opennessOf, shown, unreadable, unsupported, type Reading } from './reading.ts'
import type { Part, Section } from './sections.ts'
import { cellsOf, table } from './tables.ts'

export function readLimits(section: Section, reading: Reading): LimitsDraft {
  const settings: { name: Written; value: Written }[] = []
  const constants: ConstantDraft[] = []
  const limits: LimitDraft[] = []
  const lookups: LookupDraft[] = []
  const tables = [
    table('Setting | Value', ({ cells }) => {
      const value = valueOf(cells.Value, cells.Setting, reading)
      if (value !== null) settings.push({ name: writtenOf(cells.Setting), value })
    }),
    table('Constant | Value | Used for', ({ cells }) => {
      const name = declaredName(cells.Constant, reading)
      const value = valueOf(cells.Value, cells.Constant, reading)
      if (value !== null) constants.push({ name, value, usedFor: writtenOf(cells['Used for']) })
    }),
    table('Limit | On | Per | At most | Otherwise', ({ cells, span }) => {
      const atMost = valueOf(cells['At most'], cells.Limit, reading)
      if (atMost === null) return
      const [name, on, per, otherwise] = [cells.Limit, cells.On, cells.Per, cells.Otherwise].map(writtenOf) as [
        Written,
        Written,
        Written,
        Written,
      ]
      limits.push({ name, on, per, atMost, otherwise, span })
    }),
  ]
  const labels = { ...questionLabels('limits', reading), ...openLabels(reading) }
  readBlocks(section.blocks, { tables, labels }, reading)
  for (const part of section.parts) {
    if (part.kind === 'Calendar') unsupported(spanOf(part.heading.phrase), 'Calendars are', reading)
    else {
      const lookup = lookupOf(part, { tables, labels }, reading)
      if (lookup !== null) lookups.push(lookup)
    }
  }
  return { settings, constants, lookups, limits }
}

/** Labels that say that something is left out or unknown, and that cannot state anything yet. */
function openLabels(reading: Reading) {
  const only =
    (what: string, plural: string) =>
    (value: Phrase): void => {
      if (opennessOf(value) === null) unsupported(spanOf(value), plural, reading)
      else shown(value, what, reading)
    }
  return {
    'Business calendar': only('"Business calendar"', 'Calendars are'),
    'Rate limits': only('"Rate limits"', 'Rate limits in words are'),
  }
}

function valueOf(cell: Phrase, name: Phrase, reading: Reading): Written | null {
  const value = shown(cell, `"${writtenOf(name).text}"`, reading)
  if (value === null) return null
  return value.text === ''
    ? unreadable(value, `The value of "${writtenOf(name).text}"`, 'Write it, or not shown.', reading)
    : writtenOf(value)
}

type Expected = Parameters<typeof readBlocks>[1]

/** What follows a lookup's table stands below its heading, but belongs to the point. */
function lookupOf(part: Part, ofPoint: Expected, reading: Reading): LookupDraft | null {
  const name = declaredName(part.name, reading)
  const own = part.blocks.findIndex((block) => block.kind === 'table')
  const found = part.blocks[own]
  readBlocks(
    part.blocks.filter((_, index) => index !== own),
    ofPoint,
    reading,
  )
  const span = spanOf(part.heading.phrase)
  if (found?.kind !== 'table') {
    const hint = 'Below it stands a table with two columns: the choice, and Value.'
    reading.found.push(diagnostic('N011', spanOf(part.name), `"${name.text}" has no table of values.`).withHint(hint))
    return null
  }
  return { name, argument: argumentOf(found, reading), rows: rowsOf(found, reading), span }
}

function argumentOf(found: Table, reading: Reading): Written {
  const [argument, value] = found.header.cells
  if (argument === undefined) return { text: '', span: found.header.span }
  if (found.header.cells.length !== 2 || value?.text !== 'Value') {
    const span = value === undefined ? spanOf(argument) : spanOf(value)
    reading.found.push(
      diagnostic('N002', span, 'column', value?.text ?? '').withHint(
        'A lookup has two columns: the choice, and Value.',
      ),
    )
  }
  return writtenOf(argument)
}

function rowsOf(found: Table, reading: Reading): { key: Written; value: Written }[] {
  return found.rows.flatMap((row) => {
    const [key, cell] = cellsOf(row, found.header.cells.length, reading) ?? []
    if (key === undefined || cell === undefined) return []
    const value = valueOf(cell, key, reading)
    return value === null ? [] : [{ key: writtenOf(key), value }]
  })
}
