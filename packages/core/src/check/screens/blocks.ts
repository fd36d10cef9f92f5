// Blocks of a screen → checked lists and records.

import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import type {
  BlockDraft,
  CountShowsDraft,
  ListShowsDraft,
  RecordShowsDraft,
  ScreenDraft,
  TextShowsDraft,
} from '../../draft/screens.ts'
import type { FieldKind } from '../../model/field-types.ts'
import type { Column, CountBlock, ListBlock, RecordBlock, TextBlock } from '../../model/screens.ts'
import type { Span, Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { ownerOfScreen } from '../entities/declarations.ts'
import type { EntityFacts } from '../entities/facts.ts'
import { entriesOf } from '../expressions/part-of-written.ts'
import { requireExpression } from '../expressions/expressions.ts'
import { resolveBound } from '../entities/field-types.ts'
import { resolveEntity, resolveField } from '../names/resolve.ts'
import { recordScope, type Presence } from '../names/scopes.ts'
import { checkSorting, sortedField } from '../sort-keys.ts'
import { checkActions } from './actions.ts'
import { UNKNOWN_ANSWER } from './answers.ts'
import { checkColumns, derivedColumns } from './columns.ts'
import { checkFigure, checkListForm, checkTotals } from './list-forms.ts'
import { routesTo } from './routes.ts'
import type { ScreenContext } from './screen-context.ts'
import { checkViews } from './stated-view.ts'

/** Common parts of blocks. `presence`: that of its viewers. */
export interface BlockParts extends Pick<ListBlock, 'tab' | 'title' | 'width' | 'forRoles' | 'whenFailing' | 'span'> {
  readonly presence: Presence
}

/** The parts that the model keeps. */
function stated({ tab, title, width, forRoles, whenFailing, span }: BlockParts): Omit<BlockParts, 'presence'> {
  return { tab, title, width, forRoles, whenFailing, span }
}

export function checkListBlock(
  context: ScreenContext,
  draft: BlockDraft,
  shows: ListShowsDraft,
  parts: BlockParts,
): ListBlock | null {
  const { checking } = context
  const source = shows.kind === 'list' ? listed(checking, shows.entity) : related(context, shows.relation)
  if (source === null) {
    checkActions(context, draft.can, { entity: null, place: 'list', answer: UNKNOWN_ANSWER })
    return null
  }
  const { entity, relation } = source
  refuseOutOfPlace(checking, draft, 'list')
  const owner = ownerOfScreen(context.screen.name.text)
  const scope = { ...recordScope(checking, entity.name, parts.presence, [...context.variables]), owner }
  const where = shows.where === null ? null : requireExpression(checking, shows.where, scope, { kind: 'boolean' })
  const pageSize = checkPageSize(checking, shows.perPage)
  if (shows.where !== null && where === null) return null
  const sortedBy = checkSorting(checking, entity, shows.sortedBy)
  if (pageSize !== null) warnAboutComputedOrder(checking, entity, shows)
  const form = checkListForm(checking, entity, draft.as)
  if (!draft.hasColumns && form.kind !== 'chart' && draft.as?.kind !== 'chart')
    report(checking, diagnostic('N007', draft.span, `The list of fields of each ${entity.name}`))
  // A guest has no view about `me`.
  const user = parts.presence === 'maybe' ? 'always' : parts.presence
  const scopeOfViews = { ...recordScope(checking, entity.name, user), owner }
  const columns =
    form.kind === 'chart'
      ? checkColumns(checking, entity, draft.columns)
      : shownColumns(checking, entity, draft, 'list')
  return {
    ...stated(parts),
    kind: 'list',
    entity: entity.name,
    relation,
    where,
    sortedBy,
    pageSize,
    columns,
    filters: draft.filterBy.flatMap((field) => checkFilter(checking, entity, field) ?? []),
    searchIn: draft.searchIn.flatMap((field) => checkSearch(checking, entity, field) ?? []),
    views: checkViews(checking, draft, { entity, scope: scopeOfViews, form, columns }),
    form,
    totals: form.kind === 'chart' ? [] : checkTotals(checking, entity, draft.totals),
    whenEmpty: wordsOf(draft.whenEmpty),
    actions: checkActions(context, draft.can, { entity, place: 'list' }),
  }
}

export function wordsOf(written: Written | null): string | null {
  return written === null ? null : written.text.replace(/^"(.*)"$/s, '$1')
}

/** N212: values that are computed when read have no index for sorting. */
function warnAboutComputedOrder(checking: Checking, entity: EntityFacts, shows: ListShowsDraft): void {
  for (const { field } of shows.sortedBy) {
    const facts = sortedField(checking, entity, field)
    const isComputedEachTime = facts?.rules.some((rule) => rule.kind === 'computed' && !rule.isStored) === true
    if (facts !== null && isComputedEachTime)
      report(
        checking,
        diagnostic('N212', field.span, field.text)
          .because(facts.field.span, 'It is declared here.')
          .withHint('Write "computed and stored" there, or sort by another field.'),
      )
  }
}

/** Lines that are not permitted below a kind of block. */
const OUT_OF_PLACE = {
  list: ['Steps'],
  record: ['As', 'Totals', 'Filter by', 'Search in', 'View', 'When empty', 'Steps'],
  count: ['As', 'Columns', 'Totals', 'Filter by', 'Search in', 'View', 'When empty', 'Steps'],
  answer: ['Totals', 'Search in', 'View', 'Steps'],
  form: ['As', 'Columns', 'Totals', 'Filter by', 'Search in', 'View', 'When empty'],
  text: ['As', 'Columns', 'Totals', 'Filter by', 'Search in', 'View', 'When empty', 'When failing', 'Steps'],
} as const

export function refuseOutOfPlace(checking: Checking, draft: BlockDraft, kind: keyof typeof OUT_OF_PLACE): void {
  const places: Readonly<Record<(typeof OUT_OF_PLACE)['record' | 'form' | 'text'][number], Span | undefined>> = {
    As: draft.as?.span,
    Columns: draft.columns[0]?.path[0]?.span,
    Totals: draft.totals[0]?.span,
    'Filter by': draft.filterBy[0]?.span,
    'Search in': draft.searchIn[0]?.span,
    View: draft.views[0]?.span,
    'When empty': draft.whenEmpty?.span,
    'When failing': draft.whenFailing?.span,
    Steps: draft.steps?.[0]?.span,
  }
  for (const label of OUT_OF_PLACE[kind]) {
    const span = places[label]
    if (span !== undefined)
      report(checking, diagnostic('N017', span, 'words', label).withHint(`${ABOUT[kind]} has no such line.`))
  }
}

const ABOUT = {
  list: 'A list',
  record: 'One record',
  count: 'A count',
  answer: 'The answer of a call',
  form: 'A form',
  text: 'A text',
} as const

export function checkTextBlock(
  context: ScreenContext,
  draft: BlockDraft,
  { text, words }: TextShowsDraft,
  parts: BlockParts,
): TextBlock {
  refuseOutOfPlace(context.checking, draft, 'text')
  const actions = checkActions(context, draft.can, { entity: null, place: 'screen' })
  return { ...stated(parts), kind: 'text', text: text.text, words, actions }
}

export function checkCountBlock(
  context: ScreenContext,
  draft: BlockDraft,
  shows: CountShowsDraft,
  parts: BlockParts,
): CountBlock | null {
  const { checking } = context
  refuseOutOfPlace(checking, draft, 'count')
  const actions = checkActions(context, draft.can, { entity: null, place: 'screen' })
  const source = shows.of.kind === 'entity' ? listed(checking, shows.of.entity) : related(context, shows.of.relation)
  if (source === null) return null
  const { entity, relation } = source
  const owner = ownerOfScreen(context.screen.name.text)
  const scope = { ...recordScope(checking, entity.name, parts.presence, [...context.variables]), owner }
  const where = shows.where === null ? null : requireExpression(checking, shows.where, scope, { kind: 'boolean' })
  if (shows.where !== null && where === null) return null
  const figure = checkFigure(checking, entity, shows)
  return figure === null
    ? null
    : { ...stated(parts), kind: 'count', entity: entity.name, relation, where, ...figure, actions }
}

function listed(checking: Checking, written: Written): { entity: EntityFacts; relation: ListBlock['relation'] } | null {
  const entity = resolveEntity(checking, written)
  return entity === null ? null : { entity, relation: null }
}

/** `list of its comments`: a list of the screen's record. */
function related(
  context: ScreenContext,
  relation: Written,
): { entity: EntityFacts; relation: ListBlock['relation'] } | null {
  const { checking, record, screen } = context
  if (record === null) {
    // An unknown entity of the record has its own diagnostic.
    const hasRecord = screen.blocks.some(({ shows }) => shows.kind === 'record')
    return hasRecord ? null : report(checking, diagnostic('N221', relation.span))
  }
  const field = resolveField(checking, record, relation)
  if (field === null) return null
  const { type } = field.field
  if (type.kind !== 'collection')
    return report(checking, diagnostic('N011', relation.span, 'no list of records', relation.text))
  const entity = checking.entities.get(type.entity)
  return entity === undefined ? null : { entity, relation: { entity: record.name, field: relation.text } }
}

function checkPageSize(checking: Checking, perPage: Written | null): number | null {
  const bounds = {
    constants: new Map(checking.constants.map((constant) => [constant.name, constant])),
    names: checking.names,
    found: checking.found,
  }
  const size = resolveBound(perPage, bounds)
  if (size === null || perPage === null) return null
  if (Number.isInteger(size) && size > 0 && size <= 1000) return size
  return report(checking, diagnostic('N011', perPage.span, 'page size', size))
}

const FILTERED: readonly FieldKind[] = [
  'choice',
  'choices',
  'state',
  'yes/no',
  'reference',
  'collection',
  'whole number',
  'sequence',
  'decimal',
  'percent',
  'money',
  'date',
  'date and time',
  'period',
  'text',
  'long text',
  'email',
  'url',
  'phone',
  'slug',
  'random code',
  'country',
  'language',
]

/** A field of its records, or of a referenced record: `customer.team`. */
function checkFilter(checking: Checking, entity: EntityFacts, written: Written): string | null {
  return isFiltered(checking, entity, entriesOf(written, '.')) ? written.text : null
}

/** Reports why it cannot be a filter. */
function isFiltered(checking: Checking, entity: EntityFacts, [name, ...rest]: readonly Written[]): boolean {
  const facts = name === undefined ? null : resolveField(checking, entity, name)
  if (name === undefined || facts === null) return false
  const refuse = (found: Diagnostic): boolean => report(checking, found) ?? false
  const { type, isHidden } = facts.field
  if (isHidden) return refuse(diagnostic('N057', name.span, name.text))
  if (rest.length === 0) {
    if (FILTERED.includes(type.kind)) return true
    return refuse(diagnostic('N011', name.span, 'not filtered', name.text, type.kind))
  }
  const target = type.kind === 'reference' ? checking.entities.get(type.entity) : undefined
  if (target !== undefined) return isFiltered(checking, target, rest)
  const why = type.kind === 'collection' ? 'path over several records' : 'path beyond a value'
  return refuse(diagnostic('N011', name.span, why, name.text))
}

function checkSearch(checking: Checking, entity: EntityFacts, written: Written): string | null {
  const facts = resolveField(checking, entity, written)
  if (facts === null) return null
  if (facts.field.isHidden) return report(checking, diagnostic('N057', written.span, written.text))
  const { type } = facts.field
  const isStored = !facts.rules.some((rule) => rule.kind === 'computed' && !rule.isStored)
  if (
    isStored &&
    ('lengthMin' in type || type.kind === 'sequence' || type.kind === 'random code' || type.kind === 'whole number')
  )
    return facts.field.name
  return report(checking, diagnostic('N011', written.span, 'not searchable', written.text))
}

export function checkRecordBlock(
  context: ScreenContext,
  draft: BlockDraft,
  shows: RecordShowsDraft,
  parts: BlockParts,
): RecordBlock | null {
  const { checking, screen } = context
  const entity = resolveEntity(checking, shows.entity)
  if (entity === null) {
    checkActions(context, draft.can, { entity: null, place: 'record', answer: UNKNOWN_ANSWER })
    return null
  }
  refuseOutOfPlace(checking, draft, 'record')
  if (!draft.hasColumns) report(checking, diagnostic('N007', draft.span, `The list of fields of the ${entity.name}`))
  const field = identifyingField(checking, screen, shows, entity)
  const columns = shownColumns(checking, entity, draft, 'record')
  const actions = checkActions(context, draft.can, { entity, place: 'record' })
  if (field === null) return null
  return {
    ...stated(parts),
    kind: 'record',
    entity: entity.name,
    parameter: shows.parameter.text,
    field,
    columns,
    actions,
  }
}

/** A block that does not say what it shows has all visible fields. */
function shownColumns(checking: Checking, entity: EntityFacts, draft: BlockDraft, place: 'list' | 'record'): Column[] {
  return draft.hasColumns ? checkColumns(checking, entity, draft.columns) : derivedColumns(checking, entity, place)
}

/** Every route of the screen must identify the parameter's record. */
function identifyingField(
  checking: Checking,
  screen: ScreenDraft,
  shows: RecordShowsDraft,
  entity: EntityFacts,
): string | null {
  const routes = routesTo(checking, screen.name.text)
  if (routes.length === 0) return null
  const known = routes.flatMap((route) => route.parameters)
  const parameter = known.find((candidate) => candidate.parameter.text === shows.parameter.text)
  if (parameter === undefined) {
    const unbound = routes.some((route) => route.path.text.split('/').includes(`:${shows.parameter.text}`))
    if (unbound) return null
    const found = diagnostic('N203', shows.parameter.span, 'no route parameter', shows.parameter.text)
    return report(
      checking,
      found.suggesting(
        shows.parameter.text,
        known.map((candidate) => candidate.parameter.text),
      ),
    )
  }
  checking.names.recorder.use('parameter', shows.parameter, ownerOfScreen(screen.name.text))
  if (parameter.entity.text === entity.name)
    return entity.fields.has(parameter.field.text) ? parameter.field.text : null
  if (!checking.entities.has(parameter.entity.text)) return null
  const found = diagnostic(
    'N203',
    shows.parameter.span,
    'other entity',
    shows.parameter.text,
    parameter.entity.text,
    entity.name,
  )
  return report(checking, found.because(parameter.entity.span, 'The route says so.'))
}
