// Point 3 → draft: entities with their fields, and the records that a specification brings along.

import type { DataDraft, EntitiesDraft, EntityDraft, EveryEntityHasDraft, FieldDraft } from '../../draft/entities.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Table } from '../../outline/outline.ts'
import { emptyPhrase, matchPhrase, spanOf, splitPhrase, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { readBlocks } from '../blocks.ts'
import { NAME } from '../names.ts'
import { questionLabels } from '../questions.ts'
import {
  declaredName,
  expressionOrNull,
  namesIn,
  shownOrNothing,
  unreadable,
  unsupported,
  type Reading,
} from '../reading.ts'
import type { Part, Section } from '../sections.ts'
import { cellsOf, table, unsupportedTable } from '../tables.ts'
import { defaultOf, rulesOf } from './field-rules.ts'
import { fieldTypeOf, type ReadType } from './field-types.ts'

export function readEntities(section: Section, reading: Reading): EntitiesDraft {
  let everyEntityHas: EveryEntityHasDraft | null = null
  const labels = {
    ...questionLabels('entities', reading),
    'Every entity has': (value: Phrase) => {
      everyEntityHas = everyEntityHasOf(value, reading)
    },
    'Records belong to': (value: Phrase) => {
      if (shownOrNothing(value, '"Records belong to"', reading) !== null)
        reading.found.push(diagnostic('N013', spanOf(value), 'Tenants are'))
    },
  }
  readBlocks(section.blocks, { labels }, reading)
  const known = new Set(section.parts.filter((part) => part.kind === 'Entity').map((part) => part.name.text))
  const entities: EntityDraft[] = []
  const referenceData: DataDraft[] = []
  const sampleData: DataDraft[] = []
  for (const part of section.parts) {
    if (part.kind === 'Entity') entities.push(entityOf(part, known, reading))
    else if (part.kind === 'Reference data') referenceData.push(...dataOf(part, reading))
    else if (part.kind === 'Sample data') sampleData.push(...dataOf(part, reading))
    else
      unsupported(
        spanOf(part.heading.phrase),
        part.kind === 'Choice' ? 'Shared choices are' : 'Stated changes between versions are',
        reading,
      )
  }
  return { everyEntityHas, entities, referenceData, sampleData }
}

const ID = /^id as a (?<form>random identifier|counting number)$/d

/** `id as a random identifier, createdAt, updatedAt, createdBy, version`. */
function everyEntityHasOf(value: Phrase, reading: Reading): EveryEntityHasDraft | null {
  const words = shownOrNothing(value, '"Every entity has"', reading)
  if (words === null) return null
  let id: EveryEntityHasDraft['id'] = null
  const fields: Written[] = []
  for (const part of splitPhrase(words, ',')) {
    const match = matchPhrase(part, ID)
    if (match !== null) id = match.written('form').text === 'random identifier' ? 'random' : 'counting'
    else if (['createdAt', 'updatedAt', 'createdBy', 'version'].includes(part.text)) fields.push(writtenOf(part))
    else {
      reading.found.push(
        diagnostic('N011', spanOf(part), `"${writtenOf(part).text}" is nothing that every entity can have.`)
          .withHint(
            'Write id as a random identifier or id as a counting number, createdAt, updatedAt, createdBy, version.',
          )
          .suggesting(part.text, [
            'id as a random identifier',
            'id as a counting number',
            'createdAt',
            'updatedAt',
            'createdBy',
            'version',
          ]),
      )
    }
  }
  return { id, fields, span: spanOf(words) }
}

const PART_OF = new RegExp(`^(?<entity>${NAME}) via (?<field>${NAME})$`, 'd')
const HISTORY = /^every change(?: of (?<fields>.+))?$/d

function entityOf(part: Part, known: ReadonlySet<string>, reading: Reading): EntityDraft {
  let label: EntityDraft['label'] = null
  let partOf: EntityDraft['partOf'] = null
  let history: EntityDraft['history'] = null
  const fields: FieldDraft[] = []
  const unsupportedFields: Written[] = []
  const later = (what: string) => (value: Phrase) => {
    if (shownOrNothing(value, 'This', reading) !== null) unsupported(spanOf(value), what, reading)
  }
  const labels = {
    Label: (value: Phrase) => {
      label = expressionOrNull(value, 'The label of a record', reading)
    },
    'Part of': (value: Phrase) => {
      const words = shownOrNothing(value, 'What this is part of', reading)
      const match = words === null ? null : matchPhrase(words, PART_OF)
      if (match !== null) partOf = { entity: match.written('entity'), field: match.written('field') }
      else if (words !== null)
        unreadable(
          words,
          'the whole that this is part of',
          'Write an entity and the field that points to it: Order via order.',
          reading,
        )
    },
    History: (value: Phrase) => {
      const words = shownOrNothing(value, 'The history', reading)
      const match = words === null ? null : matchPhrase(words, HISTORY)
      if (match !== null)
        history = { fields: match.has('fields') ? namesIn(match.phrase('fields'), reading) : [], span: spanOf(value) }
      else if (words !== null) unreadable(words, 'a history', 'Write every change, or every change of FIELDS.', reading)
    },
    Deleted: (value: Phrase) => {
      if (value.text !== 'for good') later('Keeping deleted records is')(value)
    },
    Tenant: (value: Phrase) => void reading.found.push(diagnostic('N013', spanOf(value), 'Tenants are')),
    'Only grows': later('Records that only grow are'),
    was: later('Renaming an entity is'),
  }
  const tables = [
    table(
      'Field | Type | Rules | Default | Meaning',
      ({ cells, span }) => {
        const name = declaredName(cells.Field, reading)
        const type = fieldTypeOf(cells.Type, name.text, known, reading)
        if (type.kind === 'unsupported') unsupportedFields.push(name)
        fields.push(fieldOf(name, type, cells, span, reading))
      },
      [{ header: /^Label$/, unsupported: 'Labels of fields are' }],
    ),
    unsupportedTable('Unique together | Counting only | Otherwise', 'Values that are unique together are'),
  ]
  readBlocks(part.blocks, { tables, labels }, reading)
  const name = entityName(part, reading)
  return { name, label, partOf, history, fields, unsupportedFields, span: spanOf(part.heading.phrase) }
}

const WAS = /^(?<name>[^,]+), was (?<was>.+)$/d

function entityName(part: Part, reading: Reading): Written {
  const renamed = matchPhrase(part.name, WAS)
  if (renamed === null) return declaredName(part.name, reading)
  unsupported(spanOf(renamed.phrase('was')), 'Renaming an entity is', reading)
  return declaredName(renamed.phrase('name'), reading)
}

type FieldCells = Readonly<Record<'Type' | 'Rules' | 'Default' | 'Meaning', Phrase>>

function fieldOf(
  name: Written,
  type: ReadType,
  cells: FieldCells,
  span: FieldDraft['span'],
  reading: Reading,
): FieldDraft {
  return {
    name,
    type: type.kind === 'type' ? type.type : null,
    typeSpan: spanOf(cells.Type),
    rules: rulesOf(cells.Rules, name.text, reading),
    default: defaultOf(cells.Default, name.text, reading),
    meaning: cells.Meaning.text === '' ? null : writtenOf(cells.Meaning),
    span,
  }
}

/** Tables of records; the header names fields, which only checking knows. */
function dataOf(part: Part, reading: Reading): DataDraft[] {
  const found: DataDraft[] = []
  const anyTable = (records: Table): void => {
    const columns = records.header.cells
    const rows = records.rows.flatMap((row) => {
      const cells = cellsOf(row, columns.length, reading)
      if (cells === null) return []
      // A row that is too short has been reported; it is as if its last cells were empty.
      return [columns.map((_, index) => writtenOf(cells[index] ?? emptyPhrase(row.span.end)))]
    })
    found.push({
      entity: writtenOf(part.name),
      columns: columns.map(writtenOf),
      rows,
      span: spanOf(part.heading.phrase),
    })
  }
  readBlocks(part.blocks, { anyTable }, reading)
  return found
}
