// "As" of a list → how a browser draws it, and the values that each row needs for it beside its columns. By a field that
// the caller's roles never see nothing can be drawn: the list is a table then.

import * as build from '../../expression/build.ts'
import { substitute } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Entity } from '../../model/entities.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { fieldOf } from '../../model/paths.ts'
import type { AnswerBlock, ListBlock, ListForm } from '../../model/screens.ts'
import { humanised } from '../../model/words.ts'
import type { AppForm, AppMeasure, Display } from '../wire/app.ts'
import { findOperation } from '../calls/calls.ts'
import { displayOf } from '../inputs/field-inputs.ts'
import { isFieldEverVisible } from './screen-columns.ts'
import type { ScreenScope } from './screen-scope.ts'

const TABLE: AppForm = { kind: 'table' }

export function formOfList(scope: ScreenScope, { entity, form }: ListBlock): AppForm {
  const isSeen = keysOf(form).every((name) => isFieldEverVisible(scope, entity, name))
  return isSeen ? appForm(form, true, (path) => measureOfField(scope.model, entity, path)) : TABLE
}

/** A value of an answer that comes from a field is measured like that field. */
export function formOfAnswer(scope: ScreenScope, block: AnswerBlock): AppForm {
  const { model } = scope
  const asksDays = daysAsked(scope, block).length > 0
  return appForm(block.form, asksDays, (path) => {
    const held = heldAt(block, path)
    const own = held === null ? null : measureOfField(model, held.entity, [held.field])
    return {
      key: path.join('.'),
      field: held?.field ?? path.join('.'),
      label: own?.label ?? humanised(path.join(' ')),
      display: own?.display ?? { kind: 'text' },
    }
  })
}

const DAYS = ['from', 'until']

/** Of a calendar: the query parameters by which its call keeps the days that are looked at. */
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

type Measure = AppMeasure & { readonly field: string }

function measureOfField(model: Model, entity: string, path: readonly string[]): Measure {
  const name = path[0] ?? ''
  const field = fieldNamed(entityNamed(model, entity), name)
  return { key: name, field: name, label: field.label ?? humanised(name), display: displayOf(model, entity, field) }
}

function appForm(form: ListForm, asksDays: boolean, measure: (path: readonly string[]) => Measure): AppForm {
  switch (form.kind) {
    case 'table':
    case 'cards':
      return { kind: form.kind }
    case 'board': {
      const by = measure(form.by)
      return { kind: 'board', by: by.key, field: by.field, lanes: choicesIn(by.display) }
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
        by: shown(measure(form.by)),
        sumOf: form.sumOf === null ? null : shown(measure(form.sumOf)),
      }
  }
}

function shown({ key, label, display }: Measure): AppMeasure {
  return { key, label, display }
}

function choicesIn(display: Display) {
  return display.kind === 'choice' || display.kind === 'state' ? display.values : []
}

function keysOf(form: ListForm): readonly string[] {
  if (form.kind === 'table' || form.kind === 'cards') return []
  return [...form.by, ...(form.kind === 'chart' ? (form.sumOf ?? []) : [])]
}

/** The value that a row stands by, over `this`; null: it stands in a table or on a card like all others. */
export function placingValue(model: Model, { entity, form }: ListBlock): { key: string; value: Expression } | null {
  if (form.kind === 'table' || form.kind === 'cards' || form.kind === 'chart') return null
  const key = form.by[0] ?? ''
  return { key, value: fieldValue(model, entityNamed(model, entity), key) }
}

export interface ChartValues {
  /** What the groups are made by, and what a person reads for one. */
  readonly by: Expression
  readonly label: Expression | null
  readonly sumOf: Expression | null
}

/** Values of a chart, over `this`. */
export function chartValues(model: Model, { entity, form }: ListBlock): ChartValues | null {
  if (form.kind !== 'chart') return null
  const own = entityNamed(model, entity)
  const by = fieldValue(model, own, form.by[0] ?? '')
  const label = by.type.kind === 'record' ? substitute(entityNamed(model, by.type.entity).label, 'this', by) : null
  return { by, label, sumOf: form.sumOf === null ? null : fieldValue(model, own, form.sumOf[0] ?? '') }
}

function fieldValue(model: Model, entity: Entity, name: string): Expression {
  return fieldOf(model, build.recordVariable('this', entity.name), entity.name, fieldNamed(entity, name))
}
