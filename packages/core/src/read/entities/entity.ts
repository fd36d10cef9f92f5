// `### Entity: Ticket` with its labels and its table of fields → draft.

import type { EntityDraft, FieldDraft, UniqueTogetherDraft } from '../../draft/entities.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { LABELS } from '../../grammar/labels.ts'
import { TABLES } from '../../grammar/tables.ts'
import { matchPhrase, spanOf, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { labelReaders, readBlocks } from '../blocks.ts'
import type { KnownLabels, Row } from '../expected.ts'
import { NAME, nameAndFormer, quotedOrPlain } from '../names.ts'
import { declaredName, expressionOrNull, namesIn, shown, shownOrNothing, unreadable, type Reading } from '../reading.ts'
import { DELETIONS, HISTORIES } from '../synonyms.ts'
import type { Part } from '../sections.ts'
import { table } from '../tables.ts'
import { defaultOf, rulesOf } from './field-rules.ts'
import { fieldTypeOf, type ReadType } from './field-types.ts'

const PART_OF = new RegExp(`^(?<entity>${NAME}) via (?<field>${NAME})$`, 'd')
const HISTORY = /^every change(?: of (?<fields>.+))?$/d
const KEPT = /^kept(?: for)? (?<for>[^`]+|`)$/d

type Labels = {
  -readonly [
    Name in 'label' | 'partOf' | 'history' | 'followers' | 'keptDeleted' | 'onlyGrows' | 'was'
  ]: EntityDraft[Name]
}

/** `known`: names of all entities. */
export function entityOf(part: Part, known: ReadonlySet<string>, reading: Reading): EntityDraft {
  const stated: Labels = {
    label: null,
    partOf: null,
    history: null,
    followers: null,
    keptDeleted: null,
    onlyGrows: null,
    was: null,
  }
  const fields: FieldDraft[] = []
  const unsupportedFields: Written[] = []
  const uniqueTogether: UniqueTogetherDraft[] = []
  const tables = [
    table(
      TABLES.fields,
      ({ cells, span }) => {
        const name = declaredName(cells.Field, reading)
        const type = fieldTypeOf(cells.Type, name.text, known, reading)
        if (type.kind === 'unsupported') unsupportedFields.push(name)
        fields.push(fieldOf(name, type, cells, span, reading))
      },
      [{ header: /^Label$/, unsupported: null }],
    ),
    table(TABLES.uniqueTogether, (row) => {
      const unique = uniqueTogetherOf(row, reading)
      if (unique !== null) uniqueTogether.push(unique)
    }),
  ]
  readBlocks(part.blocks, { tables, labels: labelsOf(stated, reading) }, reading)
  const name = entityName(part, stated, reading)
  return { name, ...stated, fields, unsupportedFields, uniqueTogether, span: spanOf(part.heading.phrase) }
}

function labelsOf(stated: Labels, reading: Reading): KnownLabels {
  return labelReaders(LABELS.entity, {
    Label: (value) => {
      stated.label = expressionOrNull(value, 'The label of a record', reading)
    },
    'Part of': (value) => {
      const words = shownOrNothing(value, 'The whole of this part', reading)
      const match = words === null ? null : matchPhrase(words, PART_OF)
      if (match !== null) stated.partOf = { entity: match.written('entity'), field: match.written('field') }
      else if (words !== null)
        unreadable(
          words,
          'the whole that this is part of',
          'Write an entity and the field that points to it: Order via order.',
          reading,
        )
    },
    History: (value) => {
      const words = shownOrNothing(value, 'The history', reading)
      const match = words === null ? null : matchPhrase(words, HISTORY)
      if (match !== null) {
        const fields = match.has('fields') ? namesIn(match.phrase('fields'), reading) : ('every field' as const)
        stated.history = { fields, span: spanOf(value) }
      } else if (words !== null)
        unreadable(words, 'a history', 'Write every change, or every change of FIELDS.', reading, HISTORIES)
    },
    Followers: (value) => {
      const words = shownOrNothing(value, 'The list of followers', reading)
      if (words !== null) stated.followers = { paths: namesIn(words, reading), span: spanOf(value) }
    },
    Deleted: (value) => {
      const words = shownOrNothing(value, 'The treatment of deleted records', reading)
      if (words === null || words.text === 'for good') return
      const match = matchPhrase(words, KEPT)
      if (match !== null) stated.keptDeleted = { for: match.written('for'), span: spanOf(words) }
      else unreadable(words, 'what becomes of deleted records', 'Write for good, or kept 30 days.', reading, DELETIONS)
    },
    Tenant: (value) =>
      void reading.found.push(
        diagnostic('N013', spanOf(value), 'tenant of an entity').withHint(
          'Leave it out for now; the line Records belong to, at the beginning of point 3, makes tenants for all entities.',
        ),
      ),
    'Own fields': (value) =>
      void reading.found.push(
        diagnostic('N013', spanOf(value), 'own fields').withHint(
          'Leave it out, and give the entity a field like | extra | values of DealField | | | |: records of DealField then describe the fields that a tenant adds, with choices of its own.',
        ),
      ),
    'Only grows': (value) => {
      const words = shownOrNothing(value, 'The answer under "Only grows"', reading)
      if (words === null || words.text === 'no') return
      if (words.text === 'yes') stated.onlyGrows = spanOf(words)
      else unreadable(words, 'an answer here', 'Write yes, or leave the label out.', reading)
    },
    was: (value) => {
      const words = shownOrNothing(value, 'The former name', reading)
      if (words !== null) stated.was = writtenOf(words)
    },
  })
}

/** The name alone, also of `Case, was Ticket`. */
export function nameOfEntity(part: Part): Phrase {
  return nameAndFormer(part.name).name
}

function entityName(part: Part, stated: Labels, reading: Reading): Written {
  const { name, was } = nameAndFormer(part.name)
  if (was !== null) stated.was = was
  return declaredName(name, reading)
}

/** The column "Label" is optional. */
type FieldCells = Readonly<Record<'Type' | 'Rules' | 'Default' | 'Meaning', Phrase>> & { readonly Label?: Phrase }

function fieldOf(
  name: Written,
  type: ReadType,
  cells: FieldCells,
  span: FieldDraft['span'],
  reading: Reading,
): FieldDraft {
  const label = cells.Label === undefined ? null : shownOrNothing(cells.Label, `The label of "${name.text}"`, reading)
  return {
    name,
    label: label === null ? null : quotedOrPlain(label),
    type: type.kind === 'type' ? type.type : null,
    typeSpan: spanOf(cells.Type),
    rules: rulesOf(cells.Rules, name.text, reading),
    default: defaultOf(cells.Default, name.text, reading),
    saysNoDefault: cells.Default.text === 'none' ? spanOf(cells.Default) : null,
    meaning: cells.Meaning.text === '' ? null : writtenOf(cells.Meaning),
    span,
  }
}

type UniqueCells = Row<'Unique together' | 'Counting only' | 'Otherwise'>

/** `project, number`, with the condition of the records that count. */
function uniqueTogetherOf({ cells }: UniqueCells, reading: Reading): UniqueTogetherDraft | null {
  const words = shown(cells['Unique together'], 'The group of unique fields', reading)
  if (words === null) return null
  const span = spanOf(words)
  const fields = namesIn(words, reading)
  if (words.text === '') return unreadable(words, 'a group of fields', 'Name the fields: project, number.', reading)
  const otherwise = shownOrNothing(cells.Otherwise, 'The refusal of this group', reading)
  return {
    fields,
    countingOnly: expressionOrNull(cells['Counting only'], 'Which records count', reading),
    otherwise: otherwise === null ? null : writtenOf(otherwise),
    span,
  }
}
