// ``Shows: answer of call `GET /path` `` → the description of the block in the browser; the call itself provides the
// data.

import type { ValueType } from '../../expression/expression.ts'
import type { Call } from '../../model/calls.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { AnswerBlock, AnswerColumn } from '../../model/screens.ts'
import { humanised, said } from '../../model/words.ts'
import type { AppBlock } from '../wire/app.ts'
import type { AppAction } from '../wire/actions.ts'
import type { AppColumn, Display } from '../wire/display.ts'
import type { AppFilter } from '../inputs/list-filters.ts'
import { findOperation } from '../calls/calls.ts'
import { choicesOf, displayOf } from '../inputs/field-inputs.ts'
import type { BlockParts, BlockSurroundings } from './block-surroundings.ts'
import { composerOf } from '../record-page/composer.ts'
import { formOfAnswer } from './screen-forms.ts'
import { columnLabelOf } from './screen-columns.ts'
import type { ScreenScope } from './screen-scope.ts'

export function appAnswerBlock(
  scope: ScreenScope,
  block: AnswerBlock,
  { screen, actions, isOnly }: BlockSurroundings,
  parts: BlockParts,
): AppBlock {
  const columns = answerColumns(scope, block)
  const paging = pagingOf(scope, block)
  const title = block.title ?? said(scope.model, isOnly ? screen.name : nameOfAnswer(block))
  const answer = { part: block.part, total: paging?.total ?? null }
  if (block.choicesFor !== null)
    return {
      ...parts,
      kind: 'choices',
      title: block.title ?? said(scope.model, humanised(block.choicesFor)),
      answer,
      name: block.choicesFor,
      actions: [],
    }
  if (!block.isList) return { ...parts, kind: 'record', title, answer, columns, actions: actions.ofRow }
  // The first page with a value of the row opens from the row itself; other pages are links.
  const opening = actions.ofRow.find(isOpening)
  return {
    ...parts,
    kind: 'list',
    form: formOfAnswer(scope, block),
    title,
    answer,
    columns,
    filters: block.filters.map((name) => filterOf(scope, block, name)),
    searchIn: [],
    sortedBy: [],
    pageSize: paging?.size ?? null,
    whenEmpty: block.whenEmpty,
    opens: opening?.address ?? null,
    actions: actions.ofRow.filter((action) => action !== opening),
    offers: actions.beside,
    forChosen: actions.forChosen,
    ...composerOf(scope, block, [...actions.ofPage, ...actions.beside]),
  }
}

/** Its name, if it has no title. */
export function nameOfAnswer({ part, path }: Pick<AnswerBlock, 'part' | 'path'>): string {
  return humanised(part.at(-1) ?? path.split('/').at(-1) ?? '')
}

function isOpening(action: AppAction): action is AppAction & { readonly kind: 'open' } {
  return action.kind === 'open'
}

export function answerColumns(scope: ScreenScope, block: AnswerBlock): AppColumn[] {
  return block.columns.map((column) => appColumn(scope, block, column))
}

/** A value from a field has the field's display. */
function appColumn({ model }: ScreenScope, block: AnswerBlock, column: AnswerColumn): AppColumn {
  const key = column.path.join('.')
  const origin = block.holds.find(({ path }) => path.join('.') === key)?.field ?? null
  const field = origin === null ? null : fieldNamed(entityNamed(model, origin.entity), origin.field)
  const ofField =
    column.unix !== undefined
      ? ({ kind: 'date and time', unix: column.unix } as const)
      : field === null || origin === null
        ? displayOfType(column.type)
        : displayOf(model, origin.entity, field)
  return {
    key,
    label: column.title ?? (column.path.length === 1 ? field?.label : null) ?? columnLabelOf(column.path),
    display: column.isFormattedText ? { kind: 'formatted text' } : ofField,
    ...(column.isButton === true ? { isButton: true as const } : {}),
    isSortable: false,
  }
}

function displayOfType(type: ValueType): Display {
  switch (type.kind) {
    case 'integer':
    case 'decimal':
      return { kind: 'number' }
    case 'money':
      return { kind: 'money', currency: type.currency }
    case 'boolean':
      return { kind: 'yes/no' }
    case 'timestamp':
      return { kind: 'date and time' }
    case 'date':
    case 'time':
    case 'duration':
      return { kind: type.kind }
    case 'choice':
      return { kind: 'choice', values: choicesOf(type.values) }
    case 'list':
      return { kind: 'list', of: displayOfType(type.of) }
    default:
      return { kind: 'text' }
  }
}

function filterOf(scope: ScreenScope, block: AnswerBlock, name: string): AppFilter {
  const type = callOf(scope, block)?.queries.find((each) => each.name === name)?.type
  return { name, label: said(scope.model, humanised(name)), filter: filterOfType(type), isOneValue: true }
}

function filterOfType(type: Call['queries'][number]['type'] | undefined): AppFilter['filter'] {
  switch (type?.kind) {
    case 'choice':
      return { kind: 'choice', values: choicesOf(type.values, type.labels) }
    case 'yes/no':
    case 'date':
      return { kind: type.kind }
    case 'whole number':
    case 'sequence':
      return { kind: 'number' }
    default:
      return { kind: 'text' }
  }
}

function callOf({ operations }: Pick<ScreenScope, 'operations'>, { method, path }: AnswerBlock): Call | null {
  const operation = findOperation(operations, method, path)
  return operation?.kind === 'stated' ? operation.call : null
}

export interface AnswerPaging {
  /** Query parameters for the number of rows and for the offset; null: a standard list with its own pagination. */
  readonly by: { readonly take: string; readonly after: string } | null
  readonly size: number
  readonly total: readonly string[] | null
}

const PAGE_OF_STANDARD_LIST = 20

/** A call whose only list takes its size and offset from the query can be paginated. */
export function pagingOf(scope: Pick<ScreenScope, 'operations'>, block: AnswerBlock): AnswerPaging | null {
  const operation = findOperation(scope.operations, block.method, block.path)
  if (operation?.kind === 'list') return { by: null, size: PAGE_OF_STANDARD_LIST, total: ['total'] }
  const call = callOf(scope, block)
  if (call === null || block.with.some(({ name }) => name === 'limit' || name === 'offset')) return null
  const steps = everyStep(call.steps)
  const lists = steps.flatMap(({ action }) => (action.kind === 'list' ? [action] : []))
  const page = lists.length === 1 ? (lists[0]?.page ?? null) : null
  const query = (expression: { readonly kind: string; readonly name?: string } | undefined): string | null =>
    expression?.kind === 'variable' && expression.name?.startsWith('query.') === true ? expression.name.slice(6) : null
  const take = query(page?.take)
  const after = query(page?.after)
  const size = call.queries.find(({ name }) => name === take)?.otherwise
  if (page === null || take === null || after === null || typeof size !== 'number') return null
  const body = steps.flatMap(({ action }) =>
    action.kind === 'respond' && action.body !== null ? [action.body] : [],
  )[0]
  const total =
    body?.kind === 'object'
      ? body.entries.find(({ value }) => value.kind === 'variable' && value.name === page.counting)
      : undefined
  return total === undefined ? null : { by: { take, after }, size, total: [total.key] }
}
