// Content of a screen for one record, as an expression over `this`: RowData of app.ts. The gate evaluates it like an
// answer of a call, so hidden values are left out.

import * as build from '../../expression/build.ts'
import { isFalse, isTrue, notOf, TRUE } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { fieldOf, pathFrom } from '../../model/paths.ts'
import type { ListBlock, RecordsBlock, Screen } from '../../model/screens.ts'
import type { Viewer } from '../../rights/readable.ts'
import { visibleField } from '../../rights/roles.ts'
import { isThroughReference, openingPattern } from '../value-sources.ts'
import { availabilityEntries, availabilityOf, availabilityOnPage, openedTo } from '../calls/availability.ts'
import { changeOfRecord, changesExpression } from '../calls/cell-changes.ts'
import { asText, type KeyedValue, keysOfRecord } from '../record-page/keys.ts'
import { linksExpression } from '../record-page/links.ts'
import { namedRecords } from '../inputs/named-records.ts'
import { columnKey, visibleColumns } from './screen-columns.ts'
import { rankValue } from './manual-order.ts'
import { isVersionSeen } from './screen-actions.ts'
import { keyedActions, offeredChange, screenKey } from './screens.ts'
import { openedByRow, pageOfRecord } from './record-pages.ts'
import { laneLabel, placingValue } from './screen-forms.ts'
import type { ScreenScope } from './screen-scope.ts'

export function rowExpression(scope: ScreenScope, screen: Screen, block: RecordsBlock): Expression {
  const { model } = scope
  const entity = entityNamed(model, block.entity)
  const record = build.recordVariable('this', entity.name)
  const id = fieldNamed(entity, 'id')
  const links = linksExpression(scope, block, (name) => pageOfRecord(scope, name))
  const actions = rowActions(scope, screen, block).flatMap(
    (action) => availabilityOf(scope, screen, { kind: 'records', entity: block.entity }, action) ?? [],
  )
  const onPage =
    block.kind !== 'record'
      ? []
      : keyedActions(scope, screen).flatMap((keyed) => availabilityOnPage(scope, screen, keyed) ?? [])
  return build.object([
    { key: 'id', value: asText(fieldOf(model, record, entity.name, id)) },
    {
      key: 'keys',
      value: build.object([
        ...keysOfRecord(model, entity.name, keyFields(scope, entity.name)),
        ...keysThroughReferences(scope, screen, block),
      ]),
    },
    {
      key: 'values',
      value: build.object(shownValues(scope, block)),
    },
    { key: 'actions', value: build.object([...actions, ...onPage].flatMap(availabilityEntries)) },
    ...(links === null ? [] : [{ key: 'links', value: links }]),
    ...closedRows(scope, screen, block),
    ...changesOf(scope, screen, block),
  ])
}

/** Fields of records to which a row points, in the addresses of their screens: `museum.id`. */
function keysThroughReferences(scope: ScreenScope, screen: Screen, block: RecordsBlock): KeyedValue[] {
  const { model } = scope
  const source = { kind: 'records', entity: block.entity } as const
  const patterns = [
    ...rowActions(scope, screen, block).flatMap(({ action }) =>
      action.kind === 'open' ? (openingPattern(model, screen, source, action.screen)?.pattern ?? []) : [],
    ),
    ...(block.kind === 'list' ? [openedByRow(scope, screen, block)?.pattern ?? ''] : []),
  ]
  const keys = patterns.flatMap((pattern) => pattern.split('/')).filter(isThroughReference)
  return [...new Set(keys)].flatMap((part) => {
    const key = part.slice(1)
    const value = pathFrom(model, build.recordVariable('this', block.entity), block.entity, key.split('.'))
    return value === null ? [] : [{ key, value: asText(value) }]
  })
}

/** A role in `Who` of the opened page refers to the record of that page. */
function closedRows(
  scope: ScreenScope,
  screen: Screen,
  block: RecordsBlock,
): { key: string; value: Expression; condition: Expression }[] {
  const page = block.kind === 'list' ? openedByRow(scope, screen, block) : null
  const rows = { kind: 'records', entity: block.entity } as const
  const opened = page === null ? TRUE : openedTo(scope, screen, rows, page.screen.name)
  return isTrue(opened) ? [] : [{ key: 'isClosed', value: TRUE, condition: notOf(opened) }]
}

function changesOf(scope: ScreenScope, screen: Screen, block: RecordsBlock): { key: string; value: Expression }[] {
  const offered =
    block.kind === 'list'
      ? offeredChange(scope, screen, block)
      : block.kind === 'record'
        ? changeOfRecord(scope, screenKey(screen), block)
        : null
  const value = changesExpression(scope, block, offered !== null)
  return value === null ? [] : [{ key: 'changes', value }]
}

/** Its columns only. */
export function columnsExpression(scope: ScreenScope, block: RecordsBlock): Expression {
  return build.object(columnValues(scope, block))
}

function columnValues(scope: ScreenScope, block: RecordsBlock): { key: string; value: Expression }[] {
  return visibleColumns(scope, block).map((column) => ({
    key: columnKey(column),
    value: namedRecords(scope.model, column.value),
  }))
}

/** Its columns, and the values that position it: by hand, on a board, in a calendar or in a tree. */
function shownValues(scope: ScreenScope, block: RecordsBlock): { key: string; value: Expression }[] {
  const columns = columnValues(scope, block)
  if (block.kind !== 'list') return columns
  const rank = rankValue(scope.model, block)
  const placed = placedValues(scope, block, columns)
  return rank === null || placed.some(({ key }) => key === rank.key) ? placed : [...placed, rank]
}

function placedValues(
  scope: ScreenScope,
  block: ListBlock,
  columns: { key: string; value: Expression }[],
): { key: string; value: Expression }[] {
  const placing = placingValue(scope.model, block)
  if (placing === null) return columns
  // A tree needs the id of the parent, and not its label.
  const others = columns.filter(({ key, value }) => key !== placing.key || value.type.kind === placing.value.type.kind)
  const label = laneLabel(scope.model, block)
  const placed = others.some(({ key }) => key === placing.key) ? columns : [...others, placing]
  return label === null ? placed : [...placed, label]
}

/** Fields in addresses of records and of their actions. */
export function keyFields(scope: Pick<ScreenScope, 'model' | 'caller' | 'operations'>, entity: string): string[] {
  const inRoutes = scope.model.screens.routes.flatMap(({ parameters }) =>
    parameters.filter((parameter) => parameter.entity === entity).map(({ field }) => field),
  )
  const inCalls = scope.operations.flatMap((operation) => {
    if (operation.kind === 'stated') {
      const found = operation.call.pathParameters.flatMap(({ finds }) =>
        finds?.entity === entity ? [finds.field] : [],
      )
      return operation.call.needsVersion === null || found.length === 0 ? found : [...found, 'version']
    }
    if (operation.kind === 'transition') return operation.entity === entity ? [operation.foundBy] : []
    if (operation.standard.entity !== entity) return []
    const { foundBy } = operation.standard
    return operation.kind === 'delete' && isVersionSeen(scope.model, scope.caller, entity)
      ? [foundBy, 'version']
      : [foundBy]
  })
  const known = new Set(['id', ...inRoutes, ...inCalls])
  return [...known].filter((field) => !isFalse(visibleField(scope.model, scope.caller, entity, field)))
}

/** Row actions of a block, in the order of the screen. */
function rowActions(scope: ScreenScope, screen: Screen, block: RecordsBlock): ReturnType<typeof keyedActions> {
  return keyedActions(scope, screen).filter(
    ({ rowEntity, answer, chosenFrom }) =>
      // A list that falls back to a table still comes from the same lines of the text.
      answer === null && rowEntity === block.entity && (chosenFrom === null || chosenFrom.span === block.span),
  )
}

/** The label of a record, for titles and pickers; over `this`. */
export function labelExpression(model: Model, entity: string): Expression {
  return entityNamed(model, entity).label
}

/** With more records, a form computes nothing. */
const HELD_MAX = 500

/** Fields of each record in a list; empty if there are too many. */
function heldValues(model: Model, held: Expression, entityName: string, names: readonly string[]): Expression {
  const each = build.recordVariable('each', entityName)
  const entity = entityNamed(model, entityName)
  const values = names.map((key) => ({ key, value: fieldOf(model, each, entityName, fieldNamed(entity, key)) }))
  const body = build.object(values)
  const type = { kind: 'list', of: body.type } as const
  const few = build.binary('<=', build.call('size', [held], INTEGER), build.literal(HELD_MAX, INTEGER))
  return build.conditional(
    few,
    build.comprehension('map', { over: held, variable: 'each', body }, type),
    build.nothing(type),
  )
}

const INTEGER = { kind: 'integer' } as const

/** `lines.amount` → `lines` */
function firstOf(path: string): string {
  return path.split('.')[0] ?? ''
}

/** `{"value", "label"}` of a picker's option, and fields of its record; over `this`. */
export function optionExpression(
  { model }: Viewer,
  entityName: string,
  by: string,
  beside: readonly string[] = [],
): Expression {
  const entity = entityNamed(model, entityName)
  const record = build.recordVariable('this', entityName)
  const fieldsOf = (paths: readonly string[]): Expression =>
    build.object(
      [...new Set(paths.map(firstOf))].map((key) => {
        const field = fieldNamed(entity, key)
        const value = fieldOf(model, record, entityName, field)
        if (field.type.kind !== 'collection') return { key, value }
        const names = paths.filter((path) => firstOf(path) === key).flatMap((path) => path.split('.').slice(1))
        return { key, value: heldValues(model, value, field.type.entity, names) }
      }),
    )
  return build.object([
    { key: 'value', value: asText(fieldOf(model, record, entityName, fieldNamed(entity, by))) },
    { key: 'label', value: asText(entity.label) },
    ...(beside.length === 0 ? [] : [{ key: 'with', value: fieldsOf(beside) }]),
  ])
}
