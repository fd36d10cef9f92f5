// "As" of a list → its form in the browser, and the values that each row needs for it beside its columns. If the
// caller's roles never see a needed field, the list becomes a table.

import * as build from '../../expression/build.ts'
import { substitute } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Entity } from '../../model/entities.ts'
import type { GroupDimension, GroupMeasure } from '../../model/groups.ts'
import { entityNamed, fieldNamed, machineOf } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { fieldOf } from '../../model/paths.ts'
import type { AnswerBlock, ChartDimension, ChartForm, ListBlock, ListForm } from '../../model/screens.ts'
import { humanised, lowerFirst, said } from '../../model/words.ts'
import type { AppForm } from '../wire/app.ts'
import type { AppMeasure, Display } from '../wire/display.ts'
import type { AppDimension } from '../wire/charts.ts'
import { laneLabelKey } from '../inputs/lane-label.ts'
import { namedRecords } from '../inputs/named-records.ts'
import { findOperation } from '../calls/calls.ts'
import { displayOf } from '../inputs/field-inputs.ts'
import { mayHold } from '../inputs/state-choices.ts'
import { languageOfText } from '../words/supplied-languages.ts'
import { isFieldEverVisible } from './screen-columns.ts'
import type { ScreenScope } from './screen-scope.ts'

const TABLE = { kind: 'table' } as const

export function formOfList(scope: ScreenScope, block: ListBlock): AppForm {
  const { entity, form, where } = asSeen(scope, block)
  return appForm(form, true, (path) => {
    const measure = measureOf(scope.model, entity, path)
    const { display } = measure
    if (path.length > 1 || (display.kind !== 'state' && display.kind !== 'choice')) return measure
    const isLeft = (value: string): boolean => mayHold(where, entity, measure.field, value)
    const values = display.values.filter(({ value }) => isLeft(value) || isMovedTo(scope, block, measure.field, value))
    return { ...measure, display: { ...display, values } }
  })
}

/** A card may be moved into a column out of the list, by a stated action below it. */
function isMovedTo(
  { model }: ScreenScope,
  { entity, form, actions }: ListBlock,
  field: string,
  value: string,
): boolean {
  if (form.kind !== 'board') return false
  const transitions = machineOf(model, entity, field)?.transitions
  // A choice is changed by the standard change of its record.
  if (transitions === undefined) return actions.some(({ kind }) => kind === 'call')
  return actions.some(
    (action) =>
      action.kind === 'transition' && transitions.some(({ name, to }) => name === action.transition && to === value),
  )
}

/** The list in the form that the caller sees: a table, if its form needs a field that the caller never sees. */
export function asSeen(scope: Pick<ScreenScope, 'model' | 'caller'>, block: ListBlock): ListBlock {
  const isSeen = keysOf(block.form).every((name) => isFieldEverVisible(scope, block.entity, name))
  return isSeen ? block : { ...block, form: TABLE }
}

/** A value of an answer from a field is measured like that field. */
export function formOfAnswer(scope: ScreenScope, block: AnswerBlock): AppForm {
  const { model } = scope
  const asksDays = daysAsked(scope, block).length > 0
  return appForm(block.form, asksDays, (path) => {
    const held = heldAt(block, path)
    const own = held === null ? null : measureOf(model, held.entity, [held.field])
    return {
      key: path.join('.'),
      field: held?.field ?? path.join('.'),
      label: own?.label ?? said(model, humanised(path.join(' '))),
      display: own?.display ?? { kind: 'text' },
      of: null,
    }
  })
}

const DAYS = ['from', 'until']

/** For a calendar: the query parameters by which its call filters days. */
export function daysAsked({ operations }: Pick<ScreenScope, 'operations'>, block: AnswerBlock): readonly string[] {
  const operation = findOperation(operations, block.method, block.path)
  if (block.form.kind !== 'calendar' || operation?.kind !== 'stated') return []
  const { queries } = operation.call
  const areThere = DAYS.every((name) => queries.some((query) => query.name === name && query.type.kind === 'date'))
  return areThere ? DAYS : []
}

function heldAt({ holds }: AnswerBlock, path: readonly string[]) {
  return holds.find((each) => each.path.join('.') === path.join('.'))?.field ?? null
}

const CHART_WORDS = {
  en: { by: 'by', and: 'and', day: 'day', week: 'week', month: 'month', quarter: 'quarter', year: 'year' },
  de: { by: 'nach', and: 'und', day: 'Tag', week: 'Woche', month: 'Monat', quarter: 'Quartal', year: 'Jahr' },
} as const

/** The title of a chart without a stated one: "Reports by project". `own`: its records. */
export function chartTitle(model: Model, entity: string, form: ChartForm, own: string): string {
  const words = CHART_WORDS[languageOfText(model)]
  const measured = form.of === null ? own : measureOf(model, entity, form.of).label
  const dimensions = [form, ...(form.and === null ? [] : [form.and])].map(({ by, per }) => {
    const { label } = measureOf(model, entity, by)
    if (per !== null) return words[per]
    // Nouns of German begin with a capital.
    return words.by === 'by' ? lowerFirst(label) : label
  })
  return `${measured} ${words.by} ${dimensions.join(` ${words.and} `)}`
}

/** `of`: the entity of a reference. */
type Measure = AppMeasure & { readonly field: string; readonly of: string | null }

function measureOf(model: Model, entity: string, path: readonly string[]): Measure {
  const name = path[0] ?? ''
  const field = fieldNamed(entityNamed(model, entity), name)
  return {
    key: name,
    field: name,
    label: field.label ?? humanised(name),
    display: displayOf(model, entity, field),
    of: field.type.kind === 'reference' ? field.type.entity : null,
  }
}

function appForm(form: ListForm, asksDays: boolean, measure: (path: readonly string[]) => Measure): AppForm {
  switch (form.kind) {
    case 'table':
    case 'cards':
      return { kind: form.kind }
    case 'board': {
      const by = measure(form.by)
      const { limits } = form
      const lanes = {
        kind: 'board',
        by: by.key,
        field: by.field,
        lanes: choicesIn(by.display),
        ...(limits.length === 0 ? {} : { limits }),
      } as const
      return by.of === null ? lanes : { ...lanes, of: by.of }
    }
    case 'calendar': {
      const { key, display } = measure(form.by)
      const hasHours = display.kind === 'date and time' || (display.kind === 'period' && display.of === 'date and time')
      return { kind: 'calendar', by: key, asksDays, ...(hasHours ? { hasHours } : {}) }
    }
    case 'tree':
      return { kind: 'tree', by: measure(form.by).key }
    case 'chart':
      return {
        kind: 'chart',
        draw: form.draw,
        measure: form.measure,
        by: dimension(form, measure),
        and: form.and === null ? null : dimension(form.and, measure),
        of: form.of === null ? null : shown(measure(form.of)),
      }
  }
}

function dimension({ by, per }: ChartDimension, measure: (path: readonly string[]) => Measure): AppDimension {
  return { ...shown(measure(by)), per }
}

function shown({ key, label, display }: Measure): AppMeasure {
  return { key, label, display }
}

function choicesIn(display: Display) {
  return display.kind === 'choice' || display.kind === 'state' ? display.values : []
}

function keysOf(form: ListForm): readonly string[] {
  if (form.kind === 'table' || form.kind === 'cards') return []
  return [...form.by, ...(form.kind === 'chart' ? [...(form.and?.by ?? []), ...(form.of ?? [])] : [])]
}

/** The value that positions a row, over `this`; null: in a table or on cards. */
export function placingValue(model: Model, { entity, form }: ListBlock): { key: string; value: Expression } | null {
  if (form.kind === 'table' || form.kind === 'cards' || form.kind === 'chart') return null
  const key = form.by[0] ?? ''
  return { key, value: fieldValue(model, entityNamed(model, entity), key) }
}

/** On a board by a reference, the label of the lane's record. */
export function laneLabel(model: Model, { entity, form }: ListBlock): { key: string; value: Expression } | null {
  if (form.kind !== 'board') return null
  const name = form.by[0] ?? ''
  const value = fieldValue(model, entityNamed(model, entity), name)
  return value.type.kind === 'record' ? { key: laneLabelKey(name), value: namedRecords(model, value) } : null
}

export interface ChartValues {
  readonly by: GroupDimension
  readonly and: GroupDimension | null
  readonly measure: GroupMeasure
}

/** Values of a chart, over `this`. */
export function chartValues(model: Model, { entity, form }: Pick<ListBlock, 'entity' | 'form'>): ChartValues | null {
  if (form.kind !== 'chart') return null
  const own = entityNamed(model, entity)
  return {
    by: dimensionValue(model, own, form),
    and: form.and === null ? null : dimensionValue(model, own, form.and),
    measure: measureValue(model, own, form),
  }
}

/** Its groups, each with its label. */
function dimensionValue(model: Model, own: Entity, { by, per }: ChartDimension): GroupDimension {
  const value = fieldValue(model, own, by[0] ?? '')
  const label =
    value.type.kind === 'record' ? substitute(entityNamed(model, value.type.entity).label, 'this', value) : null
  return {
    value,
    per,
    output: build.object([{ key: 'value', value }, ...(label === null ? [] : [{ key: 'label', value: label }])]),
  }
}

function measureValue(model: Model, own: Entity, { measure, of }: ChartForm): GroupMeasure {
  if (of === null || measure === 'count') return { kind: 'count' }
  const value = fieldValue(model, own, of[0] ?? '')
  return measure === 'value'
    ? { kind: 'value', of: value, output: namedRecords(model, value) }
    : { kind: measure, of: value }
}

/** Numbers with sums below a list, or in the heads of a board; over `this`. */
export function totalValues(model: Model, { entity, totals, form }: ListBlock) {
  const own = entityNamed(model, entity)
  return {
    lane: form.kind === 'board' ? fieldValue(model, own, form.by[0] ?? '') : null,
    sums: totals.map((name) => fieldValue(model, own, name)),
  }
}

export function measureOfField(model: Model, entity: string, name: string): AppMeasure {
  return shown(measureOf(model, entity, [name]))
}

function fieldValue(model: Model, entity: Entity, name: string): Expression {
  return fieldOf(model, build.recordVariable('this', entity.name), entity.name, fieldNamed(entity, name))
}
