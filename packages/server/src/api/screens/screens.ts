// The data of the screens of point 2. Each block is a read through the gate, with the columns of the screen and the
// actions of each row.

import { flatNames, flatValues, withFlatRows } from '@ninefold/core/contract/custom-fields/custom-field-values.ts'
import { customFieldColumns } from '@ninefold/core/contract/screens/screen-columns.ts'
import { customFieldHolders, definitionEntities } from '@ninefold/core/model/custom-fields/definitions.ts'
import { shownDefinitions } from '../../gate/custom-fields/shown-custom-fields.ts'
import { answerOfField } from '@ninefold/core/contract/calls/everything-visible.ts'
import type { FormData as RecordForm } from '@ninefold/core/contract/wire/app.ts'
import { changingCall, RECORD_CHANGE } from '@ninefold/core/contract/calls/cell-changes.ts'
import { findsOf, formOf } from '@ninefold/core/contract/screens/screen-actions.ts'
import { computedInForm } from '@ninefold/core/contract/calls/computed-in-form.ts'
import { formRules, recordOfRules } from '@ninefold/core/contract/form-rules/form-rules.ts'
import { findOperation, type Operation } from '@ninefold/core/contract/calls/calls.ts'
import { beginningExpression } from '@ninefold/core/contract/record-page/beginning.ts'
import { openedForRecord, recordOfScreen } from '@ninefold/core/contract/screens/opened-by-record.ts'
import * as build from '@ninefold/core/expression/build.ts'
import { keyFields, labelExpression, rowExpression } from '@ninefold/core/contract/screens/screen-rows.ts'
import { keyedActions, screenKey } from '@ninefold/core/contract/screens/screens.ts'
import { blocksFor, mayOpen } from '@ninefold/core/contract/screens/open-screens.ts'
import { OLD_PASSWORD } from '@ninefold/core/contract/inputs/old-password.ts'
import { isTrue } from '@ninefold/core/expression/conditions.ts'
import type { Expression, RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import type { DrawnBlock } from '@ninefold/core/model/lists/drawn-blocks.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { ListBlock, RecordBlock, RecordsBlock, Screen } from '@ninefold/core/model/screens.ts'
import { planFind } from '@ninefold/core/plan/read/finds.ts'
import { planRecord } from '@ninefold/core/plan/read/lists.ts'
import { planAfterChecks } from '@ninefold/core/plan/write/record-checks.ts'
import { equals, isRecordBoundAs } from '@ninefold/core/rights/list-conditions.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { grantsOf } from '@ninefold/core/rights/roles.ts'
import { lockedFields } from '../../gate/records/locks.ts'
import { loadedRecord, findByKey } from '../../gate/context/loaded-record.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Executor } from '../../store/driver/database.ts'
import { pathValue } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'
import { answerBlock, filledForm } from './screen-answers.ts'
import { figureBlock } from './figures.ts'
import { listBlock } from './screen-lists.ts'
import { scopeOf } from './screen-scope.ts'
import { routeParameters } from './screen-values.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import type { Query } from '../http/query.ts'
import { planner } from '../../gate/context/planner.ts'
import { guestRefusal } from '../../gate/context/signed-in-user.ts'

type Operations = Exchange['application']['operations']

const openedPlan = planner('screen opened', (viewer, screen: Screen, block: RecordBlock) => {
  const entity = entityNamed(viewer.model, block.entity)
  const isMeant = equals(viewer, entity, fieldNamed(entity, block.field), 'key')
  return planFind(viewer, entity, [isMeant, openedForRecord(viewer, screen, entity.name)])
})

const recordPlan = planner('screen record', (viewer, screen: Screen, block: RecordBlock, operations: Operations) => {
  const { model, caller } = viewer
  const entity = entityNamed(model, block.entity)
  const created = beginningExpression(model, entity)
  const page = build.object([
    { key: 'row', value: rowExpression({ model, caller, operations }, screen, block) },
    { key: 'title', value: labelExpression(model, entity.name) },
    ...(created === null ? [] : [{ key: 'created', value: created }]),
  ])
  return planRecord(viewer, entity, [equals(viewer, entity, fieldNamed(entity, block.field), 'key')], page)
})

const formPlan = planner('form', (viewer, entity: Entity, operation: Operation, operations: Operations) => {
  const { model, caller } = viewer
  const scope = { model, caller, operations }
  const grants = grantsOf(model, caller, entity.name, 'change')
  const inputs = formOf(scope, operation).map(({ path }) => path.join('.'))
  const names = [
    ...(computedInForm(scope, operation)?.present ?? []),
    ...inputs.filter((name) => name !== OLD_PASSWORD),
    ...formRules(scope, operation).flatMap(({ fields }) => Object.keys(fields)),
  ]
  return {
    grants,
    check: planAfterChecks(viewer, entity, 'record', { rules: [], grants, answer: null }),
    values: planRecord(
      viewer,
      entity,
      [isRecordBoundAs(entity, 'record')],
      presentValues(viewer, entity, [...new Set(names)]),
    ),
  }
})

export async function screenBlock(exchange: Exchange): Promise<string> {
  const { screen, block } = openedBlock(exchange)
  await refuseOtherRecords(exchange, screen)
  switch (block.kind) {
    case 'list':
      return withOwnValues(
        exchange,
        block,
        await listBlock(exchange, screen, block, await parentRecord(exchange, screen, block)),
      )
    case 'record':
      return withOwnValues(exchange, block, await recordBlock(exchange, screen, block))
    case 'count':
      return figureBlock(exchange, screen, block, await parentRecord(exchange, screen, block))
    case 'answer':
      return answerBlock(exchange, screen, block)
    case 'form':
    case 'text':
      throw refused('not found')
  }
}

/** Values that definitions describe stand under keys of their own. */
async function withOwnValues(exchange: Exchange, block: RecordsBlock, json: string): Promise<string> {
  if (definitionEntities(exchange.application.model).size === 0) return json
  const keys = customFieldColumns(scopeOf(exchange), block)
  if (keys.size === 0) return json
  return withFlatRows(json, keys, await shownDefinitions(exchange, exchange.application.database))
}

export function openedBlock(exchange: Exchange): { readonly screen: Screen; readonly block: DrawnBlock } {
  const screen = openedScreen(exchange)
  const block = blocksFor(scopeOf(exchange), screen)[Number(exchange.parameters['block'])]
  if (block === undefined) throw refused('not found')
  return { screen, block }
}

/** A screen that the caller may not open answers 404, like a record. */
export function openedScreen(exchange: Exchange): Screen {
  const scope = scopeOf(exchange)
  const screen = scope.model.screens.screens.find((candidate) => screenKey(candidate) === exchange.parameters['screen'])
  if (screen === undefined || !mayOpen(scope, screen))
    throw exchange.caller.isSignedIn ? refused('not found') : guestRefusal(exchange.caller)
  return screen
}

/** A screen for a role on a record answers 404 to callers without that role on its record. */
export async function refuseOtherRecords(exchange: Exchange, screen: Screen): Promise<void> {
  const block = recordOfScreen(screen)
  if (block === null || isTrue(openedForRecord(scopeOf(exchange), screen, block.entity))) return
  const { application, caller, bindings, query } = exchange
  const entity = entityNamed(application.model, block.entity)
  const statement = application.planned(openedPlan, caller, screen, block)
  const key = parameterValue(query, block, entity)
  if ((await application.database.run(statement, { ...bindings, key })).length === 0)
    throw refused('not found', block.parameter)
}

export function parentRecord(
  exchange: Exchange,
  screen: Screen,
  { relation }: Pick<ListBlock, 'relation'>,
): Promise<RecordValue> | null {
  return relation === null ? null : screenRecord(exchange, screen, exchange.application.database)
}

async function recordBlock(exchange: Exchange, screen: Screen, block: RecordBlock): Promise<string> {
  const { application, caller, bindings, query } = exchange
  const entity = entityNamed(application.model, block.entity)
  const statement = application.planned(recordPlan, caller, screen, block, application.operations)
  const row = (await application.database.run(statement, { ...bindings, key: parameterValue(query, block, entity) }))[0]
  if (row === undefined) throw refused('not found', block.parameter)
  refuseOtherParameters(query, routeParameters(application.model, screen))
  return String(row['json'])
}

function parameterValue(query: Query, block: RecordBlock, entity: Entity): ReturnType<typeof pathValue> {
  const text = query[block.parameter]
  return typeof text === 'string' ? pathValue(fieldNamed(entity, block.field).type, text) : null
}

/** The record of the screen, for the blocks beside it. */
export async function screenRecord(exchange: Exchange, screen: Screen, executor: Executor): Promise<RecordValue> {
  const block = screen.blocks.find((candidate) => candidate.kind === 'record')
  if (block?.kind !== 'record') throw refused('not found')
  const { application, caller, bindings, query } = exchange
  const entity = entityNamed(application.model, block.entity)
  const statement = application.planned(findByKey, caller, entity, fieldNamed(entity, block.field))
  const row = (await executor.run(statement, { ...bindings, key: parameterValue(query, block, entity) }))[0]
  if (row === undefined) throw refused('not found', block.parameter)
  return loadedRecord(entity, row)
}

/**
 * `GET /_ninefold/forms/:screen/:action`: the fields of this record that the caller may change, with their present
 * values.
 */
export async function formData(exchange: Exchange): Promise<RecordForm> {
  const { application, caller, bindings, query } = exchange
  const scope = scopeOf(exchange)
  const screen = openedScreen(exchange)
  const keyed = keyedActions(scope, screen).find(({ key }) => key === exchange.parameters['action'])
  if (keyed?.form !== undefined && keyed.form !== null && keyed.form.filledFrom !== null)
    return filledForm(exchange, screen, keyed.form)
  const action = keyed?.action
  const operation =
    action?.kind === 'call'
      ? findOperation(scope.operations, action.method, action.path)
      : changeOnPage(exchange, screen)
  if (operation?.kind === 'stated') return dataOfRules(exchange, operation)
  if (operation?.kind !== 'change') throw refused('not found')
  const entity = entityNamed(application.model, operation.standard.entity)
  const key = fieldNamed(entity, operation.standard.foundBy)
  refuseOtherParameters(query, [key.name, ...keyFields(scope, entity.name)])
  const sent = query[key.name]
  const keyValue = typeof sent === 'string' ? pathValue(key.type, sent) : null
  return application.database.read(async (transaction) => {
    const find = application.planned(findByKey, caller, entity, key)
    const row = (await transaction.run(find, { ...bindings, key: keyValue }))[0]
    if (row === undefined) throw refused('not found', key.name)
    const record = loadedRecord(entity, row)
    const offered = formOf(scope, operation).map(({ path }) => path.join('.'))
    const inputs = offered.filter((name) => name !== OLD_PASSWORD)
    const { grants, check, values } = application.planned(formPlan, caller, entity, operation, scope.operations)
    const answers = (await transaction.run(check, { ...bindings, record, old: record }))[0]
    const held = grants.filter((_, index) => answers?.[`grant${index}`] === true)
    const present = (await transaction.run(values, { ...bindings, record }))[0]
    const locked = lockedFields(application.model, entity, record)
    const described = new Map(customFieldHolders(entity).map(({ name, type }) => [name, type.definedBy]))
    const definitions = described.size === 0 ? new Map() : await shownDefinitions(exchange, transaction)
    const own = inputs.filter(
      (name) => !locked.has(name) && held.some(({ permission }) => permission.fields.includes(name)),
    )
    const shown = JSON.parse(String(present?.['json'] ?? '{}')) as Record<string, unknown>
    return {
      inputs: [
        ...flatNames(own, described, definitions),
        ...offered.filter((name) => name === OLD_PASSWORD && String(caller.me?.id) === String(record.id)),
      ],
      values: flatValues(shown, described, definitions),
      ...(typeof present?.['version'] === 'number' ? { version: present['version'] } : {}),
    }
  })
}

const rulesPlan = planner('data of rules', (viewer, entity: Entity, operation: Operation) =>
  planRecord(
    viewer,
    entity,
    [isRecordBoundAs(entity, 'record')],
    presentValues(viewer, entity, recordOfRules(viewer, operation)?.fields ?? []),
  ),
)

/** Values of the record that a stated call changes, for the rules of its form. Its inputs begin empty. */
async function dataOfRules(exchange: Exchange, operation: Operation): Promise<RecordForm> {
  const { application, caller, bindings, query } = exchange
  const scope = scopeOf(exchange)
  const read = recordOfRules(scope, operation)
  if (read === null) throw refused('not found')
  const { entity, parameter, by } = read
  refuseOtherParameters(
    query,
    findsOf(operation).map(({ name }) => name),
  )
  const sent = query[parameter]
  const key = fieldNamed(entity, by)
  const keyValue = typeof sent === 'string' ? pathValue(key.type, sent) : null
  return application.database.read(async (transaction) => {
    const find = application.planned(findByKey, caller, entity, key)
    const row = (await transaction.run(find, { ...bindings, key: keyValue }))[0]
    if (row === undefined) throw refused('not found', parameter)
    const statement = application.planned(rulesPlan, caller, entity, operation)
    const present = (await transaction.run(statement, { ...bindings, record: loadedRecord(entity, row) }))[0]
    return {
      inputs: formOf(scope, operation).map(({ path }) => path.join('.')),
      values: JSON.parse(String(present?.['json'] ?? '{}')) as Record<string, unknown>,
    }
  })
}

/** Inline edits of the record that the screen shows. */
function changeOnPage(exchange: Exchange, screen: Screen): ReturnType<typeof changingCall> {
  const block = exchange.parameters['action'] === RECORD_CHANGE ? recordOfScreen(screen) : null
  return block === null ? null : changingCall(scopeOf(exchange), block)
}

function presentValues({ model }: Viewer, entity: Entity, inputs: readonly string[]): Expression {
  return build.object(
    inputs.map((name) => ({ key: name, value: answerOfField(model, entity, fieldNamed(entity, name)) })),
  )
}
