// Point 9 → draft: settings, constants, lookups and limits.

import type {
  CalendarDraft,
  ConstantDraft,
  DecisionTableDraft,
  LimitDraft,
  LimitsDraft,
  LookupDraft,
  SettingDraft,
  TranslationDraft,
} from '../../draft/limits.ts'
import { LABELS } from '../../grammar/labels.ts'
import { TABLES } from '../../grammar/tables.ts'
import type { Table } from '../../outline/outline.ts'
import { matchPhrase, spanOf, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { labelReaders, readBlocks } from '../blocks.ts'
import type { KnownLabels, Row } from '../expected.ts'
import { questionLabels } from '../questions.ts'
import {
  declaredName,
  expressionIn,
  isNothing,
  opennessOf,
  shown,
  shownOrNothing,
  unreadable,
  unsupported,
  type Reading,
} from '../reading.ts'
import type { Part, Section } from '../sections.ts'
import { rowOfWidth, table } from '../tables.ts'
import { calendarOf } from './calendars.ts'
import { decisionTableOf, isDecisionTable } from './decision-tables.ts'

export function readLimits(section: Section, reading: Reading): LimitsDraft {
  const settings: SettingDraft[] = []
  const constants: ConstantDraft[] = []
  const limits: LimitDraft[] = []
  const lookups: LookupDraft[] = []
  const decisionTables: DecisionTableDraft[] = []
  const translations: TranslationDraft[] = []
  const calendars: CalendarDraft[] = []
  const tables = [
    table(TABLES.settings, ({ cells }) => {
      settings.push({ name: writtenOf(cells.Setting), value: valueOf(cells.Value, cells.Setting, reading) })
    }),
    table(TABLES.constants, ({ cells }) => {
      const name = declaredName(cells.Constant, reading)
      const value = valueOf(cells.Value, cells.Constant, reading)
      constants.push({ name, value, usedFor: writtenOf(cells['Used for']) })
    }),
    table(TABLES.limits, (row) => {
      const limit = limitOf(row, reading)
      if (limit !== null) limits.push(limit)
    }),
  ]
  const labels = { ...questionLabels('limits', reading), ...openLabels(reading) }
  readBlocks(section.blocks, { tables, labels }, reading)
  for (const part of section.parts) {
    if (part.kind === 'Calendar') calendars.push(calendarOf(part, { tables, labels }, reading))
    else if (part.kind === 'Translation') translations.push(translationOf(part, { tables, labels }, reading))
    else {
      const lookup = lookupOf(part, { tables, labels }, reading)
      if (lookup === null) continue
      if ('columns' in lookup) decisionTables.push(lookup)
      else lookups.push(lookup)
    }
  }
  return { settings, constants, lookups, decisionTables, limits, translations, calendars }
}

type LimitColumn = 'Limit' | 'On' | 'Per' | 'At most' | 'Otherwise'

const STREAMS_OF = /^streams of (?<call>.+)$/d

const PER = /^(?<subject>[^,]+?)(?:, (?<window>.+))?$/d

/**
 * A limit with a required part that is not shown limits nothing.
 *
 *   | New tickets | `POST /api/tickets` | user, 1 hour | `ticketsPerHour` | TOO_MANY_TICKETS |
 *                                         ^
 */
function limitOf({ cells, span }: Row<LimitColumn>, reading: Reading): LimitDraft | null {
  const name = writtenOf(cells.Limit)
  const on = shown(cells.On, `The subject of "${name.text}"`, reading)
  const per = shown(cells.Per, `For whom "${name.text}" counts`, reading)
  const atMost = shown(cells['At most'], `The number that "${name.text}" allows`, reading)
  const otherwise = shownOrNothing(cells.Otherwise, `The refusal beyond "${name.text}"`, reading)
  if (on === null || per === null || atMost === null) return null
  if (on.text === '')
    return unreadable(
      on,
      'The subject of this limit',
      'Write a call such as `POST /api/loans`, all calls, an entity, signing in, or streams.',
      reading,
    )
  if (atMost.text === '')
    return unreadable(atMost, 'The number allowed', 'Write a number, or an expression in backticks.', reading)
  const streamsOf = matchPhrase(on, STREAMS_OF)
  const counted = isNothing(per) || per.text === '' ? null : matchPhrase(per, PER)
  return {
    name,
    on: streamsOf?.written('call') ?? writtenOf(on),
    isOfStreams: streamsOf !== null,
    per: counted?.written('subject') ?? null,
    window: counted?.writtenOrNull('window') ?? null,
    atMost: /^\d+$/.test(atMost.text) ? writtenOf(atMost) : expressionIn(atMost, reading),
    otherwise: otherwise === null ? null : writtenOf(otherwise),
    span,
  }
}

/** Labels that can only say that something is empty or open. */
function openLabels(reading: Reading): KnownLabels {
  return labelReaders(LABELS.limits, {
    'Business calendar': (value) => {
      if (opennessOf(value) !== null) shown(value, '"Business calendar"', reading)
      else
        unreadable(value, '"Business calendar"', 'Write a part ### Calendar: office with a table Day | Open.', reading)
    },
    'Rate limits': (value) => {
      if (opennessOf(value) !== null) shown(value, '"Rate limits"', reading)
      else unsupported(spanOf(value), 'rate limits in words', reading)
    },
  })
}

function valueOf(cell: Phrase, name: Phrase, reading: Reading): Written | null {
  const value = shown(cell, `"${writtenOf(name).text}"`, reading)
  if (value === null) return null
  return value.text === ''
    ? unreadable(value, `The value of "${writtenOf(name).text}"`, 'Write it, or not shown.', reading)
    : writtenOf(value)
}

type Expected = Parameters<typeof readBlocks>[1]

function translationOf(part: Part, ofPoint: Expected, reading: Reading): TranslationDraft {
  const entries: TranslationDraft['entries'][number][] = []
  const words = table(TABLES.translations, ({ cells, markdown }) => {
    const translation = writtenOf(cells.Translation)
    entries.push({
      words: writtenOf(cells.Words),
      translation,
      markdown: markdown?.Translation?.text ?? translation.text,
    })
  })
  readBlocks(part.blocks, { ...ofPoint, tables: [words, ...(ofPoint.tables ?? [])] }, reading)
  return { language: writtenOf(part.name), entries }
}

/** Text after a lookup's table stands below its heading, but belongs to the point. */
function lookupOf(part: Part, ofPoint: Expected, reading: Reading): LookupDraft | DecisionTableDraft | null {
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
    const hint = 'Below it stands a table: the choice, or columns of conditions, and Value.'
    reading.found.push(diagnostic('N011', spanOf(part.name), 'no table of values', name.text).withHint(hint))
    return null
  }
  if (isDecisionTable(found)) return decisionTableOf(found, name, reading)
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

function rowsOf(found: Table, reading: Reading): LookupDraft['rows'][number][] {
  return found.rows.flatMap((row) => {
    const [key, cell] = rowOfWidth(row, found.header.cells.length, reading).cells
    if (key === undefined || cell === undefined) return []
    return [{ key: writtenOf(key), value: valueOf(cell, key, reading) }]
  })
}
