// "As" of a list → its form, with the field that determines it.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { ChartDraft, CountShowsDraft, DimensionDraft, ListFormDraft } from '../../draft/screens.ts'
import type { ValueType } from '../../expression/expression.ts'
import type { ChartDimension, CountBlock, ListForm } from '../../model/screens.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import type { EntityFacts, FieldFacts } from '../entities/facts.ts'
import { partOfWritten } from '../expressions/part-of-written.ts'
import { resolveField } from '../names/resolve.ts'
import { checkWipLimits, type BoardColumns } from './wip-limits.ts'

const TABLE: ListForm = { kind: 'table' }

/** The field of each form, in words and as kinds of fields. */
const DRAWN_BY = {
  board: { kinds: ['state', 'choice', 'reference'], words: 'a state, a choice or another record' },
  calendar: { kinds: ['date', 'date and time', 'period'], words: 'a date, a date and time or a period' },
  chart: {
    kinds: ['state', 'choice', 'yes/no', 'reference', 'date', 'country', 'language'],
    words: 'a state, a choice, yes/no, a date or another record',
  },
  period: { kinds: ['date', 'date and time'], words: 'a date or a date and time' },
  sum: {
    kinds: ['whole number', 'decimal', 'money', 'duration', 'percent'],
    words: 'a number, money in one currency or a duration',
  },
} as const

/** If the field does not fit, the list stays a table; the diagnostic prevents the text from running anyway. */
export function checkListForm(checking: Checking, entity: EntityFacts, draft: ListFormDraft | null): ListForm {
  if (draft === null || draft.kind === 'table') return TABLE
  if (draft.kind === 'cards') return { kind: 'cards', span: draft.span }
  if (draft.kind === 'tree') {
    const facts = ownField(checking, entity, draft.by)
    if (facts === null) return TABLE
    const { type } = facts.field
    if (type.kind !== 'reference' || type.entity !== entity.name) {
      report(checking, misfit(draft.by, `A tree of ${entity.name} is drawn by a field that is another ${entity.name}`))
      return TABLE
    }
    return { kind: 'tree', by: [facts.field.name], span: draft.span }
  }
  if (draft.kind === 'chart') return checkChart(checking, entity, draft)
  const by = fieldOfKind(checking, entity, draft.by, draft.kind)
  if (by === null) return TABLE
  if (draft.kind !== 'board') return { kind: draft.kind, by, span: draft.span }
  const field = entity.fields.get(by[0] ?? '')?.field
  const columns = field === undefined ? null : columnsOf(checking, entity, field)
  return { kind: 'board', by, limits: checkWipLimits(checking, draft, columns), span: draft.span }
}

/** Null: of a reference. */
function columnsOf({ names }: Checking, entity: EntityFacts, { name, type }: FieldFacts['field']): BoardColumns | null {
  const of = `${entity.name}.${name}`
  if (type.kind === 'choice') return { kind: 'choice', of, names: type.values }
  if (type.kind !== 'state') return null
  return { kind: 'state', of, names: names.machines.get(of)?.states.map((state) => state.name.text) ?? null }
}

function checkChart(checking: Checking, entity: EntityFacts, draft: ChartDraft): ListForm {
  const first = checkDimension(checking, entity, draft)
  const and = draft.and === null ? null : checkDimension(checking, entity, draft.and)
  const of = draft.of === null ? null : measured(checking, entity, draft, draft.of)
  if (first === null || (draft.and !== null && and === null) || (draft.of !== null && of === null)) return TABLE
  const { draw, measure, span } = draft
  return { kind: 'chart', draw, measure, of, ...first, and, span }
}

function measured(checking: Checking, entity: EntityFacts, { measure }: ChartDraft, of: Written): string[] | null {
  if (measure !== 'value') return fieldOfKind(checking, entity, of, 'sum')
  const facts = ownField(checking, entity, of)
  if (facts === null) return null
  if (facts.field.type.kind !== 'collection') return [facts.field.name]
  return report(checking, misfit(of, 'A cell of a matrix shows a value'))
}

/** Moments are grouped by calendar periods, never individually. */
function checkDimension(checking: Checking, entity: EntityFacts, { by, per }: DimensionDraft): ChartDimension | null {
  const path = fieldOfKind(checking, entity, by, per === null ? 'chart' : 'period')
  return path === null ? null : { by: path, per }
}

export function checkTotals(checking: Checking, entity: EntityFacts, drafts: readonly Written[]): string[] {
  return drafts.flatMap((written) => fieldOfKind(checking, entity, written, 'sum') ?? [])
}

/** The measured number of a figure, and its period. Null: it has a diagnostic. */
export function checkFigure(
  checking: Checking,
  entity: EntityFacts,
  { measure, measured: of, during }: CountShowsDraft,
): Pick<CountBlock, 'measure' | 'measured' | 'during'> | null {
  const field = of === null ? null : fieldOfKind(checking, entity, of, 'sum')
  const day = during === null ? null : fieldOfKind(checking, entity, during.by, 'period')
  if ((of !== null && field === null) || (during !== null && day === null)) return null
  return {
    measure,
    measured: field?.[0] ?? null,
    during: during === null ? null : { unit: during.unit, by: day?.[0] ?? '' },
  }
}

function fieldOfKind(
  checking: Checking,
  entity: EntityFacts,
  written: Written,
  form: keyof typeof DRAWN_BY,
): string[] | null {
  const facts = ownField(checking, entity, written)
  if (facts === null) return null
  const { kinds, words } = DRAWN_BY[form]
  const { type } = facts.field
  // Amounts of several currencies have no sum.
  const isMixed = type.kind === 'money' && type.currency === null
  const fits = (kinds as readonly string[]).includes(type.kind) && !isMixed
  const what = form === 'sum' ? 'A sum is made of' : form === 'period' ? 'Periods are made of' : `A ${form} is drawn by`
  return fits ? [facts.field.name] : report(checking, misfit(written, `${what} ${words}`))
}

function misfit(written: Written, what: string) {
  return diagnostic('N219', written.span, 'misfit', what, written.text)
}

/** The form uses a field of the list's own records. */
function ownField(checking: Checking, entity: EntityFacts, written: Written): FieldFacts | null {
  const dot = written.text.indexOf('.')
  if (dot >= 0) {
    const rest = partOfWritten(written, dot, written.text.length)
    const found = diagnostic('N219', rest.span, 'field of another entity', entity.name)
    return report(checking, found)
  }
  const facts = resolveField(checking, entity, written)
  if (facts?.field.isHidden === true) return report(checking, diagnostic('N057', written.span, written.text))
  return facts
}

/** The same for keys of an answer, which have only a type. */
export function fitsForm(form: 'board' | 'calendar' | 'chart' | 'sum', type: ValueType): boolean {
  const kinds: Readonly<Record<typeof form, readonly string[]>> = {
    board: ['choice'],
    calendar: ['date', 'timestamp', 'period'],
    chart: ['choice', 'boolean', 'date', 'text', 'record'],
    sum: ['integer', 'decimal', 'money', 'duration'],
  }
  return kinds[form].includes(type.kind) && !(type.kind === 'money' && type.currency === null)
}

export function wordsOfForm(form: keyof typeof DRAWN_BY): string {
  return DRAWN_BY[form].words
}
