// "View" of a list → checked views: filters and a search that the list has; order, groups and columns of its columns.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { BlockDraft, ViewDaysDraft, ViewDraft } from '../../draft/screens.ts'
import type { Scope } from '../../expression/expression.ts'
import type { Column, ListForm, StatedView, ViewFilter, ViewUnit } from '../../model/screens.ts'
import type { Span, Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import type { EntityFacts } from '../entities/facts.ts'
import { requireExpression } from '../expressions/expressions.ts'
import { checkSorting, sortedField } from '../sort-keys.ts'
import { viewFilters, type PlacedFilter } from './view-filters.ts'

interface Around {
  readonly entity: EntityFacts
  readonly scope: Scope
  readonly form: ListForm
  readonly columns: readonly Column[]
}

const GROUPS_MAX = 10

export function checkViews(checking: Checking, block: BlockDraft, around: Around): StatedView[] {
  const names = new Map<string, Span>()
  let first: Span | null = null
  return block.views.flatMap((draft) => {
    const { name } = draft
    const other = names.get(name.text)
    if (other !== undefined)
      report(checking, diagnostic('N241', name.span, 'two names', name.text).because(other, 'It is here.'))
    names.set(name.text, name.span)
    if (draft.first !== null && first !== null)
      report(checking, diagnostic('N241', draft.first, 'two first').because(first, 'This one does.'))
    first ??= draft.first
    return checkView(checking, block, draft, around) ?? []
  })
}

function checkView(checking: Checking, block: BlockDraft, draft: ViewDraft, around: Around): StatedView | null {
  const where = conditionGroups(checking, draft, around)
  if (where === null) return null
  const days = draft.during === null ? [] : daysOf(checking, draft.during, around.entity)
  if (days === null) return null
  const groups = days.length === 0 ? where : (where.length === 0 ? [[]] : where).map((group) => [...group, ...days])
  const isFine = groups.every((group) => isFilteredOnce(checking, block, group))
  const sortedBy = checkSorting(checking, around.entity, draft.sortedBy)
  const hasOrder = draft.sortedBy.every(({ field }) => hasColumn(checking, field, around.columns))
  const groupedBy = draft.groupedBy === null ? null : groupOf(checking, draft.groupedBy, around)
  const hasColumns = areColumns(checking, draft.columns, around.columns)
  const isSearched = draft.search === null || hasSearch(checking, block, draft.search)
  if (!isFine || !hasOrder || !hasColumns || !isSearched || sortedBy.length < draft.sortedBy.length) return null
  if (draft.groupedBy !== null && groupedBy === null) return null
  return {
    name: draft.name.text,
    filters: groups.map((group) => group.map(({ filter }) => filter)),
    search: draft.search?.text ?? null,
    sortedBy,
    groupedBy,
    columns: draft.columns.map(({ text }) => text),
    isCompact: draft.isCompact,
    opensFirst: draft.first !== null,
    span: draft.span,
  }
}

/** Null: the condition has a diagnostic. */
function conditionGroups(
  checking: Checking,
  { where }: ViewDraft,
  { scope }: Around,
): readonly (readonly PlacedFilter[])[] | null {
  if (where === null) return []
  const condition = requireExpression(checking, where, scope, { kind: 'boolean' })
  if (condition === null) return null
  const found = viewFilters(condition)
  if ('problem' in found) {
    const { problem, span, field } = found
    if (problem === 'twice in a group') return report(checking, diagnostic('N241', span, problem, field))
    return report(checking, diagnostic('N241', span, problem).withHint(FILTERS_HINT))
  }
  if (found.groups.length <= GROUPS_MAX) return found.groups
  return report(checking, diagnostic('N241', where.span, 'too many groups'))
}

const FILTERS_HINT =
  'Join conditions such as `status == "open"`, `assignee == me`, `dueAt < today`, `subject.contains("fire")` by && or ||; or write it as the condition of the list.'

function daysOf(checking: Checking, { which, unit, by }: ViewDaysDraft, entity: EntityFacts): PlacedFilter[] | null {
  if (unit.text === 'quarter') return report(checking, diagnostic('N241', unit.span, 'no days', unit.text))
  const kind = sortedField(checking, entity, by)?.field.type.kind
  if (kind === undefined || !DAYS.includes(kind))
    return report(checking, diagnostic('N241', by.span, 'days of no date', by.text))
  const filter: ViewFilter = { kind: 'days', field: by.text, which, unit: unit.text as ViewUnit }
  return [{ filter, span: by.span }]
}

const DAYS: readonly string[] = ['date', 'date and time', 'period']

function isFilteredOnce(checking: Checking, block: BlockDraft, group: readonly PlacedFilter[]): boolean {
  const known = block.filterBy.map(({ text }) => text)
  const seen = new Set<string>()
  return group.every(({ filter: { field }, span }) => {
    const isTwice = seen.has(field)
    seen.add(field)
    if (!isTwice && known.includes(field)) return true
    const found = isTwice
      ? diagnostic('N241', span, 'twice in a group', field)
      : diagnostic('N241', span, 'not filtered', field).withHint(
          `Write - **Filter by:** ${[...known, field].join(', ')}.`,
        )
    return report(checking, found) ?? false
  })
}

function hasSearch(checking: Checking, { searchIn }: BlockDraft, { span }: Written): boolean {
  if (searchIn.length > 0) return true
  report(checking, diagnostic('N241', span, 'no search'))
  return false
}

function areColumns(checking: Checking, written: readonly Written[], columns: readonly Column[]): boolean {
  const twice = written.find(({ text }, index) => written.findIndex((each) => each.text === text) < index)
  if (twice !== undefined) report(checking, diagnostic('N241', twice.span, 'a column twice', twice.text))
  return twice === undefined && written.every((each) => hasColumn(checking, each, columns))
}

/** Readers see the order of a list at its columns. */
function hasColumn(checking: Checking, field: Written, columns: readonly Column[]): boolean {
  if (columns.some(({ path }) => path.join('.') === field.text)) return true
  const found = diagnostic('N241', field.span, 'no column', field.text)
  return (
    report(
      checking,
      found.suggesting(
        field.text,
        columns.map(({ path }) => path.join('.')),
      ),
    ) ?? false
  )
}

function groupOf(checking: Checking, written: Written, { form, columns }: Around): string | null {
  if (form.kind !== 'table') return report(checking, diagnostic('N241', written.span, 'groups of another form'))
  if (!hasColumn(checking, written, columns)) return null
  const column = columns.find(({ path }) => path.join('.') === written.text)
  if (column === undefined) return null
  const { kind } = column.type
  const isOfOther = column.path.length > 1 && TEXTS.includes(kind)
  if (isOfOther || GROUPED.includes(kind)) return written.text
  const found = diagnostic('N241', written.span, 'no groups', written.text)
  return report(
    checking,
    kind === 'reference'
      ? found.withHint(`Group by a text of that record, such as ${written.text}.name.`)
      : found.withHint('Group by a state, a choice, a yes/no or a text of another record.'),
  )
}

const GROUPED: readonly string[] = ['state', 'choice', 'yes/no']
const TEXTS: readonly string[] = ['text', 'email', 'slug', 'country', 'language']
