// Point 3 → draft: entities with their fields, and the records in the specification.

import type {
  DataCell,
  DataDraft,
  EntitiesDraft,
  EntityDraft,
  EveryEntityHasDraft,
  SharedChoiceDraft,
  TenancyDraft,
  VersionChangesDraft,
} from '../../draft/entities.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { LABELS } from '../../grammar/labels.ts'
import type { Table } from '../../outline/outline.ts'
import { emptyPhrase, matchPhrase, spanOf, splitPhrase, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { labelReaders, readBlocks } from '../blocks.ts'
import { questionLabels } from '../questions.ts'
import { NAME } from '../names.ts'
import { namesIn, shownOrNothing, unreadable, type Reading } from '../reading.ts'
import type { Part, Section } from '../sections.ts'
import { rowOfWidth } from '../tables.ts'
import { changesOf } from './changes.ts'
import { sharedChoiceOf } from './choices.ts'
import { entityOf, nameOfEntity } from './entity.ts'

export function readEntities(section: Section, reading: Reading): EntitiesDraft {
  let everyEntityHas: EveryEntityHasDraft | null = null
  let tenancy: TenancyDraft | null = null
  const labels = {
    ...questionLabels('entities', reading),
    ...labelReaders(LABELS.entities, {
      'Every entity has': (value) => {
        everyEntityHas = everyEntityHasOf(value, reading)
      },
      'Records belong to': (value) => {
        tenancy = tenancyOf(value, reading)
      },
    }),
  }
  readBlocks(section.blocks, { labels }, reading)
  const known = new Set(section.parts.filter((part) => part.kind === 'Entity').map((part) => nameOfEntity(part).text))
  const entities: EntityDraft[] = []
  const referenceData: DataDraft[] = []
  const sampleData: DataDraft[] = []
  const choices: SharedChoiceDraft[] = []
  const changes: VersionChangesDraft[] = []
  for (const part of section.parts) {
    if (part.kind === 'Entity') entities.push(entityOf(part, known, reading))
    else if (part.kind === 'Reference data') referenceData.push(...dataOf(part, reading))
    else if (part.kind === 'Sample data') sampleData.push(...dataOf(part, reading))
    else if (part.kind === 'Choice') choices.push(sharedChoiceOf(part, reading))
    else if (part.kind === 'Changes to version') changes.push(...changesOf(part, reading))
  }
  return { everyEntityHas, tenancy, entities, referenceData, sampleData, choices, changes }
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
        diagnostic('N011', spanOf(part), 'no field of every entity', writtenOf(part).text)
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

const TENANCY = new RegExp(`^(?<tenant>${NAME})(?: via (?<membership>${NAME}))?(?:, except (?<except>.+))?$`, 'd')

/** `Organisation via Membership, except Plan, Country`. */
function tenancyOf(value: Phrase, reading: Reading): TenancyDraft | null {
  const words = shownOrNothing(value, '"Records belong to"', reading)
  if (words === null) return null
  const match = matchPhrase(words, TENANCY)
  if (match === null)
    return unreadable(
      words,
      'the entity of tenants',
      'Write Organisation via Membership, or Organisation via Membership, except Plan.',
      reading,
    )
  return {
    tenant: match.written('tenant'),
    membership: match.has('membership') ? match.written('membership') : null,
    except: match.has('except') ? namesIn(match.phrase('except'), reading) : [],
    span: spanOf(words),
  }
}

/** The content of one pair of backticks is the value itself, with or without Markdown. */
function dataCellOf(cell: Phrase, markdown: Written | null): DataCell {
  const written = writtenOf(cell)
  return { ...written, markdown: cell.text === '`' ? written : (markdown ?? written) }
}

/** Tables of records; the checker resolves the fields in their headers. */
function dataOf(part: Part, reading: Reading): DataDraft[] {
  const found: DataDraft[] = []
  const anyTable = (records: Table): void => {
    const columns = records.header.cells
    const rows = records.rows.flatMap((row) => {
      const { cells, markdown } = rowOfWidth(row, columns.length, reading)
      // A row that is too short is already reported; its missing cells count as empty.
      return [columns.map((_, index) => dataCellOf(cells[index] ?? emptyPhrase(row.span.end), markdown[index] ?? null))]
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
