// What a screen shows → checked lists and records.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { BlockDraft, ScreenDraft, ShowsDraft } from '../../draft/screens.ts'
import type { ListBlock, RecordBlock } from '../../model/screens.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import type { EntityFacts } from '../entity-facts.ts'
import { requireExpression } from '../expressions.ts'
import { resolveBound } from '../field-types.ts'
import { resolveEntity, resolveField } from '../resolve.ts'
import { recordScope, type Presence } from '../scopes.ts'
import { checkSorting } from '../sorting.ts'
import { checkActions } from './actions.ts'
import { checkColumns } from './columns.ts'
import { routesTo } from './routes.ts'

export interface ScreenContext {
  readonly checking: Checking
  readonly screen: ScreenDraft
  /** The entity of the record that the screen is about. */
  readonly record: EntityFacts | null
  readonly presence: Presence
}

type ListShows = Extract<ShowsDraft, { kind: 'list' | 'related' }>
type RecordShows = Extract<ShowsDraft, { kind: 'record' }>

export function checkListBlock(context: ScreenContext, draft: BlockDraft, shows: ListShows): ListBlock | null {
  const { checking } = context
  const source = shows.kind === 'list' ? listed(checking, shows.entity) : related(context, shows.relation)
  if (source === null) {
    checkActions(context, draft.can, null)
    return null
  }
  const { entity, relation } = source
  const scope = recordScope(checking, entity.name, context.presence)
  const where = shows.where === null ? null : requireExpression(checking, shows.where, scope, { kind: 'boolean' })
  const pageSize = checkPageSize(checking, shows.perPage)
  if (shows.where !== null && where === null) return null
  return {
    kind: 'list',
    entity: entity.name,
    relation,
    where,
    sortedBy: checkSorting(checking, entity, shows.sortedBy),
    pageSize,
    columns: checkColumns(checking, entity, draft.columns),
    filters: draft.filterBy.flatMap((field) => checkFilter(checking, entity, field) ?? []),
    searchIn: draft.searchIn.flatMap((field) => checkSearch(checking, entity, field) ?? []),
    whenEmpty: draft.whenEmpty === null ? null : draft.whenEmpty.text.replace(/^"(.*)"$/s, '$1'),
    actions: checkActions(context, draft.can, entity),
    span: draft.span,
  }
}

function listed(checking: Checking, written: Written): { entity: EntityFacts; relation: ListBlock['relation'] } | null {
  const entity = resolveEntity(checking, written)
  return entity === null ? null : { entity, relation: null }
}

/** `list of its comments`: of the record that the screen shows before. */
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
    return report(checking, diagnostic('N011', relation.span, `"${relation.text}" is not a list of records.`))
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
  return report(checking, diagnostic('N011', perPage.span, `A page holds 1 to 1000 records, not ${size}.`))
}

const FILTERED = [
  'choice',
  'state',
  'yes/no',
  'reference',
  'whole number',
  'sequence',
  'decimal',
  'percent',
  'money',
  'date',
  'date and time',
  'text',
  'email',
  'country',
  'language',
]

function checkFilter(checking: Checking, entity: EntityFacts, written: Written): string | null {
  const facts = resolveField(checking, entity, written)
  if (facts === null) return null
  if (facts.field.isHidden) return report(checking, diagnostic('N057', written.span, written.text))
  if (FILTERED.includes(facts.field.type.kind)) return facts.field.name
  return report(
    checking,
    diagnostic(
      'N011',
      written.span,
      `A list cannot be filtered by "${written.text}": it is a ${facts.field.type.kind} field.`,
    ),
  )
}

function checkSearch(checking: Checking, entity: EntityFacts, written: Written): string | null {
  const facts = resolveField(checking, entity, written)
  if (facts === null) return null
  if (facts.field.isHidden) return report(checking, diagnostic('N057', written.span, written.text))
  const { type } = facts.field
  const isStored = !facts.rules.some((rule) => rule.kind === 'computed' && !rule.isStored)
  if (isStored && ('lengthMin' in type || type.kind === 'sequence' || type.kind === 'whole number'))
    return facts.field.name
  return report(
    checking,
    diagnostic('N011', written.span, `Nothing can be searched in "${written.text}": it is no stored text or number.`),
  )
}

export function checkRecordBlock(context: ScreenContext, draft: BlockDraft, shows: RecordShows): RecordBlock | null {
  const { checking, screen } = context
  const entity = resolveEntity(checking, shows.entity)
  if (entity === null) {
    checkActions(context, draft.can, null)
    return null
  }
  const field = identifyingField(checking, screen, shows, entity)
  const columns = checkColumns(checking, entity, draft.columns)
  const actions = checkActions(context, draft.can, entity)
  if (field === null) return null
  return {
    kind: 'record',
    entity: entity.name,
    parameter: shows.parameter.text,
    field,
    columns,
    actions,
    span: draft.span,
  }
}

/** Every route of the screen must say which record the parameter finds. */
function identifyingField(
  checking: Checking,
  screen: ScreenDraft,
  shows: RecordShows,
  entity: EntityFacts,
): string | null {
  const routes = routesTo(checking, screen.name.text)
  if (routes.length === 0) return null
  const known = routes.flatMap((route) => route.parameters)
  const parameter = known.find((candidate) => candidate.parameter.text === shows.parameter.text)
  if (parameter === undefined) {
    const unbound = routes.some((route) => route.path.text.split('/').includes(`:${shows.parameter.text}`))
    if (unbound) return null
    const found = diagnostic(
      'N203',
      shows.parameter.span,
      `No route of this screen has a parameter "${shows.parameter.text}".`,
    )
    return report(
      checking,
      found.suggesting(
        shows.parameter.text,
        known.map((candidate) => candidate.parameter.text),
      ),
    )
  }
  if (parameter.entity.text === entity.name)
    return entity.fields.has(parameter.field.text) ? parameter.field.text : null
  if (!checking.entities.has(parameter.entity.text)) return null
  const found = diagnostic(
    'N203',
    shows.parameter.span,
    `"${shows.parameter.text}" finds a ${parameter.entity.text}, not a ${entity.name}.`,
  )
  return report(checking, found.because(parameter.entity.span, 'The route says so.'))
}
