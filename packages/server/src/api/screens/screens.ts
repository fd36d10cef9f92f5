// The data of the screens of point 2. Each block is a read through the gate, with the columns of the screen and the
// actions of each row.

import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { answerOfField } from '@ninefold/core/contract/calls/everything-visible.ts'
import type { FormData as RecordForm } from '@ninefold/core/contract/wire/app.ts'
import type { OptionsData } from '@ninefold/core/contract/wire/options.ts'
import { changingCall, RECORD_CHANGE } from '@ninefold/core/contract/calls/cell-changes.ts'
import { formOf } from '@ninefold/core/contract/screens/screen-actions.ts'
import { COMPUTED_WITH, computedInForm } from '@ninefold/core/contract/calls/computed-in-form.ts'
import { formRules } from '@ninefold/core/contract/calls/form-rules.ts'
import { findOperation, type Operation } from '@ninefold/core/contract/calls/calls.ts'
import { beginningExpression } from '@ninefold/core/contract/record-page/beginning.ts'
import { openedForRecord, recordOfScreen } from '@ninefold/core/contract/screens/opened-by-record.ts'
import * as build from '@ninefold/core/expression/build.ts'
import {
  keyFields,
  labelExpression,
  optionExpression,
  rowExpression,
} from '@ninefold/core/contract/screens/screen-rows.ts'
import { blocksFor, keyedActions, mayOpen, screenKey } from '@ninefold/core/contract/screens/screens.ts'
import { OLD_PASSWORD } from '@ninefold/core/contract/inputs/old-password.ts'
import { isTrue } from '@ninefold/core/expression/conditions.ts'
import type { Expression, RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import type { FieldKind } from '@ninefold/core/model/field-types.ts'
import type { DrawnBlock } from '@ninefold/core/model/lists/drawn-blocks.ts'
import { entityNamed, fieldNamed, isStored } from '@ninefold/core/model/find.ts'
import type { ListBlock, RecordBlock, Screen } from '@ninefold/core/model/screens.ts'
import { planFind } from '@ninefold/core/plan/read/finds.ts'
import { planList, planRecord } from '@ninefold/core/plan/read/lists.ts'
import { planAfterChecks } from '@ninefold/core/plan/write/record-checks.ts'
import {
  equals,
  isRecordBoundAs,
  isOneOf,
  matchesWords,
  nearness,
  sortExpression,
} from '@ninefold/core/rights/list-conditions.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { grantsOf } from '@ninefold/core/rights/roles.ts'
import { lockedFields } from '../../gate/records/locks.ts'
import { loadedRecord, findByKey } from '../../gate/context/loaded-record.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Executor } from '../../store/driver/database.ts'
import { pathValue } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'
import { answerBlock, filledForm } from './screen-answers.ts'
import { nearOptions } from './near-options.ts'
import { figureBlock } from './figures.ts'
import { listBlock } from './screen-lists.ts'
import { scopeOf } from './screen-scope.ts'
import { routeParameters } from './screen-values.ts'
import { SEARCHED_KINDS, soughtIn, type Sought } from '../http/sought-words.ts'
import { comparableFields, refuseOtherParameters } from '../http/list-query.ts'
import type { Query } from '../http/query.ts'
import { planner } from '../../gate/context/planner.ts'

const OPTIONS_MAX = 50

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
    ...formRules(scope, operation).flatMap(({ fields }) => fields),
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

const optionsPlan = planner(
  'options',
  (
    viewer,
    entity: Entity,
    by: Field,
    { variables, near }: Pick<Sought, 'variables' | 'near'>,
    chosenBy: Field | null,
    beside: readonly string[],
  ) => {
    const isSought = variables.length > 0
    const searched = comparableFields(viewer, entity).filter(
      ({ type, computed }) => computed === null && SEARCHED_KINDS.includes(type.kind),
    )
    return planList(viewer, {
      entity,
      conditions: [
        ...(isSought ? [matchesWords(viewer, entity, searched, variables)] : []),
        ...(chosenBy === null ? [] : [isOneOf(viewer, entity, chosenBy, 'chosen')]),
      ],
      relation: null,
      order: [
        ...(isSought ? [{ value: nearness(viewer, entity.label, near), direction: 'ascending' } as const] : []),
        { value: sortExpression(viewer, entity.label), direction: 'ascending' },
      ],
      output: optionExpression(viewer, entity.name, by.name, beside),
      page: { kind: 'bounded', take: OPTIONS_MAX, isFirst: true },
    })
  },
)

/** `GET /_ninefold/screens/:screen/:block` */
export async function screenBlock(exchange: Exchange): Promise<string> {
  const { screen, block } = openedBlock(exchange)
  await refuseOtherRecords(exchange, screen)
  switch (block.kind) {
    case 'list':
      return listBlock(exchange, screen, block, await parentRecord(exchange, screen, block))
    case 'record':
      return recordBlock(exchange, screen, block)
    case 'count':
      return figureBlock(exchange, screen, block, await parentRecord(exchange, screen, block))
    case 'answer':
      return answerBlock(exchange, screen, block)
    case 'form':
      throw refused('not found')
  }
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
    throw refused(exchange.caller.isSignedIn ? 'not found' : 'not signed in')
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
async function screenRecord(exchange: Exchange, screen: Screen, executor: Executor): Promise<RecordValue> {
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
    return {
      inputs: [
        ...inputs.filter(
          (name) => !locked.has(name) && held.some(({ permission }) => permission.fields.includes(name)),
        ),
        ...offered.filter((name) => name === OLD_PASSWORD && String(caller.me?.id) === String(record.id)),
      ],
      values: JSON.parse(String(present?.['json'] ?? '{}')) as Record<string, unknown>,
      ...(typeof present?.['version'] === 'number' ? { version: present['version'] } : {}),
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

/** Values of these kinds cannot name a record. */
const NAMES_NOTHING: readonly FieldKind[] = ['file', 'period', 'money', 'choices', 'secret text']

/**
 * `GET /_ninefold/options/:entity?by=&q=`: visible records as options of a picker. With `value`, once or several times,
 * only those: labels of chosen values are needed however many records there are.
 */
export async function options(exchange: Exchange): Promise<string> {
  const { application, query } = exchange
  const entity = application.model.entities.entities.find(({ name }) => name === exchange.parameters['entity'])
  if (entity === undefined) throw refused('not found')
  refuseOtherParameters(query, ['by', 'q', 'value', 'with'])
  const by = entity.fields.find(({ name, isHidden }) => name === (query['by'] ?? 'id') && !isHidden)
  if (by === undefined || !isStored(by) || NAMES_NOTHING.includes(by.type.kind)) throw refused('wrong type', 'by')
  const sought = query['q'] ?? ''
  if (typeof sought !== 'string' || sought.includes('\u0000')) throw refused('wrong type', 'q')
  const beside = fieldsBeside(application.model, entity, query)
  const asked = { entity, by, sought: soughtIn(sought), values: chosenValues(by, query['value']), beside }
  const found = await foundOptions(exchange, asked)
  const isAll = asked.values === null && asked.sought.variables.length === 0
  const mine = isAll ? await ownOption(exchange, entity, by) : []
  const others = found.filter(({ value }) => mine.every((own) => own.value !== value))
  const isMissing = !isAll && asked.values === null && found.length === 0
  const near = isMissing ? await nearOptions(exchange, asked) : []
  return JSON.stringify({ options: [...mine, ...others], ...(near.length === 0 ? {} : { near }) } satisfies OptionsData)
}

/** Offers the caller first, because people most often choose themselves. */
async function ownOption(exchange: Exchange, entity: Entity, by: Field): Promise<OptionsData['options']> {
  const { application, caller } = exchange
  const users = signInOf(application.model.roles)
  if (caller.me === null || users?.entity !== entity.name) return []
  const chosenBy = fieldNamed(entity, 'id')
  return foundOptions(exchange, { entity, by, sought: soughtIn(''), values: [caller.me.id], chosenBy, beside: [] })
}

interface AskedOptions {
  readonly entity: Entity
  readonly by: Field
  readonly sought: Sought
  /** Null: all of them. */
  readonly values: readonly Value[] | null
  /** The field that `values` refers to; missing: the one by which options are named. */
  readonly chosenBy?: Field
  /** Names of fields that each option includes. */
  readonly beside: readonly string[]
}

async function foundOptions(
  { application, caller, bindings }: Exchange,
  { entity, by, sought, values, chosenBy = by, beside }: AskedOptions,
): Promise<OptionsData['options']> {
  const { variables, near } = sought
  const chosen = values === null ? null : chosenBy
  const statement = application.planned(optionsPlan, caller, entity, by, { variables, near }, chosen, beside)
  const rows = await application.database.run(statement, { ...bindings, ...sought.bindings, chosen: values })
  const found = rows.flatMap((row) =>
    row['json'] === null ? [] : [JSON.parse(String(row['json'])) as Partial<OptionsData['options'][number]>],
  )
  // An option with a hidden value cannot be chosen; one without a visible label shows its value.
  return found.flatMap(({ value, label, ...rest }) =>
    value === undefined ? [] : [{ value, label: label ?? value, ...rest }],
  )
}

/**
 * Fields of an option that a form computes with; `lines.amount`: of each record in a list field, for a single option
 * only.
 */
function fieldsBeside(model: Model, { fields }: Entity, { with: sent, value }: Query): readonly string[] {
  const names = sent === undefined ? [] : typeof sent === 'string' ? [sent] : sent
  const isTold = (entity: Entity['fields'], name: string): boolean =>
    entity.some((field) => field.name === name && !field.isHidden && COMPUTED_WITH.has(field.type.kind))
  const isHeld = (relation: string | undefined, name: string | undefined): boolean => {
    const held = fields.find((field) => field.name === relation)
    if (held?.type.kind !== 'collection' || held.isHidden || typeof value !== 'string') return false
    return name === undefined || isTold(entityNamed(model, held.type.entity).fields, name)
  }
  const isKnown = (name: string): boolean => {
    const [first, second, ...others] = name.split('.')
    return others.length === 0 && (isTold(fields, name) || isHeld(first, second))
  }
  if (!names.every(isKnown)) throw refused('wrong type', 'with')
  return [...new Set(names)].toSorted()
}

/** Null: all of them. A text that is no value of the field matches nothing. */
function chosenValues(by: Field, sent: Query[string]): readonly Value[] | null {
  if (sent === undefined) return null
  const texts = typeof sent === 'string' ? [sent] : sent
  return texts.slice(0, OPTIONS_MAX).flatMap((text) => {
    const value = text.includes('\u0000') ? null : pathValue(by.type, text)
    return value === null ? [] : [value]
  })
}
