// `### Changes to version 7` with its table → draft: changes of names, and of existing records.

import type { ExistingRecordsDraft, VersionChangeDraft, VersionChangesDraft } from '../../draft/entities.ts'
import { TABLES } from '../../grammar/tables.ts'
import { matchPhrase, spanOf, writtenOf, type Phrase } from '../../outline/phrase.ts'
import { readBlocks } from '../blocks.ts'
import { NAME, quotedOrPlain } from '../names.ts'
import { expressionIn, shownOrNothing, unreadable, type Reading } from '../reading.ts'
import type { Part } from '../sections.ts'
import { table } from '../tables.ts'
import type { Row } from '../expected.ts'

export function changesOf(part: Part, reading: Reading): VersionChangesDraft[] {
  const rows: VersionChangeDraft[] = []
  const tables = [
    table(TABLES.versionChanges, (row) => {
      const change = changeOf(row, reading)
      if (change !== null) rows.push(change)
    }),
  ]
  readBlocks(part.blocks, { tables }, reading)
  if (/^[1-9]\d{0,5}$/.test(part.name.text)) return [{ version: writtenOf(part.name), rows }]
  unreadable(part.name, 'a version', 'Versions are counted: Changes to version 2.', reading)
  return []
}

const WHAT = new RegExp(`^(?<entity>${NAME}?)(?:\\.(?<field>${NAME})(?: (?<word>.+))?)?$`, 'd')

type ChangeRow = Row<'What' | 'Was' | 'Becomes' | 'Existing records'>

function changeOf({ cells, span }: ChangeRow, reading: Reading): VersionChangeDraft | null {
  const what = matchPhrase(cells.What, WHAT)
  if (what === null)
    return unreadable(
      cells.What,
      'what has changed',
      'Write an entity, one of its fields, or a word of one: Ticket, Ticket.phone, Ticket.status on hold.',
      reading,
    )
  const becomes = shownOrNothing(cells.Becomes, 'The new form', reading)
  return {
    entity: what.written('entity'),
    field: what.writtenOrNull('field'),
    word: what.writtenOrNull('word'),
    was: wasOf(cells.Was, reading),
    becomes: becomes === null ? null : quotedOrPlain(becomes),
    existing: existingOf(cells['Existing records'], reading),
    span,
  }
}

function wasOf(cell: Phrase, reading: Reading): VersionChangeDraft['was'] {
  const words = shownOrNothing(cell, 'The former name', reading)
  if (words === null) return { kind: 'known', name: null }
  if (words.text === 'removed') return { kind: 'removed', span: spanOf(words) }
  if (words.text === 'new' || words.text === 'new, required') return { kind: 'new', isRequired: words.text !== 'new' }
  return { kind: 'known', name: writtenOf(words) }
}

const KEYWORDS = ['must pass first', 'kept until next change'] as const
/** A quoted text, yes or no, or a text that begins with a digit: a number, amount, day or time. */
const VALUE = /^(?:".*"|-?\d[^`"|]*|yes|no)$/
const CHANGED_BY = /^(?:changed by )?(?<by>`)$/d

function existingOf(cell: Phrase, reading: Reading): ExistingRecordsDraft | null {
  const words = shownOrNothing(cell, 'The treatment of existing records', reading)
  if (words === null) return null
  const keyword = KEYWORDS.find((each) => each === words.text)
  if (keyword !== undefined) return { kind: keyword }
  const by = matchPhrase(words, CHANGED_BY)
  if (by !== null) return { kind: 'expression', expression: expressionIn(by.phrase('by'), reading) }
  if (VALUE.test(words.text)) return { kind: 'value', value: quotedOrPlain(words) }
  return unreadable(
    words,
    'what becomes of existing records',
    `Write an expression in backticks, a value such as "unknown", or one of ${KEYWORDS.join(', ')}.`,
    reading,
  )
}
