// A figure, a bar or a cell → the list of the records behind it: the same records with filters.

import * as build from '../../expression/build.ts'
import { visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { fieldOf } from '../../model/paths.ts'
import type { Column, CountBlock, ListBlock } from '../../model/screens.ts'

/** Parameter of a block's query: requests its records instead of its figures. */
export const RECORDS = 'records'

const PAGE_SIZE = 25
const COLUMNS_MAX = 8

export function drillDown(model: Model, block: ListBlock | CountBlock): ListBlock {
  const entity = entityNamed(model, block.entity)
  const measured = measuredFields(block)
  const filters = block.kind === 'list' ? block.filters : []
  const { tab, title, width, forRoles, whenFailing, span, relation, where } = block
  return {
    kind: 'list',
    tab,
    title,
    width,
    forRoles,
    whenFailing,
    span,
    relation,
    where,
    entity: entity.name,
    sortedBy: block.kind === 'list' ? block.sortedBy : [],
    pageSize: PAGE_SIZE,
    columns:
      block.kind === 'list' && block.columns.length > 0 ? block.columns : derivedColumns(model, entity, measured),
    filters: [...new Set([...measured.filter((name) => isFiltered(fieldNamed(entity, name))), ...filters])],
    searchIn: block.kind === 'list' ? block.searchIn : [],
    views: [],
    form: { kind: 'table' },
    totals: block.kind === 'count' ? (block.measured === null ? [] : [block.measured]) : totalsOf(block),
    whenEmpty: null,
    actions: [],
  }
}

function totalsOf({ form }: ListBlock): readonly string[] {
  return form.kind === 'chart' && form.measure === 'sum' ? (form.of ?? []) : []
}

/** Grouping fields come first, because a click on a bar filters by them. */
function measuredFields(block: ListBlock | CountBlock): string[] {
  if (block.kind === 'count')
    return [...(block.during === null ? [] : [block.during.by]), ...(block.measured === null ? [] : [block.measured])]
  const { form } = block
  if (form.kind !== 'chart') return []
  return [...form.by, ...(form.and?.by ?? []), ...(form.of ?? [])]
}

function isFiltered({ type }: Field): boolean {
  return type.kind !== 'duration'
}

/** Its label, its state, and the measured number. */
function derivedColumns(model: Model, entity: Entity, measured: readonly string[]): Column[] {
  const named = namedByLabel(entity.label)
  const states = entity.fields.filter(({ type }) => type.kind === 'state').map(({ name }) => name)
  const names = [...new Set([...named, ...states, ...measured])].slice(0, COLUMNS_MAX)
  const shown = names
    .map((name) => fieldNamed(entity, name))
    .filter(({ isHidden, type }) => !isHidden && type.kind !== 'identifier')
  return shown.map((field) => ({
    path: [field.name],
    title: null,
    value: fieldOf(model, build.recordVariable('this', entity.name), entity.name, field),
    type: field.type,
    isFormattedText: false,
    span: { start: 0, end: 0 },
  }))
}

/** Fields of the record itself in its label. */
export function namedByLabel(label: Expression): string[] {
  const named: string[] = []
  visit(label, (part) => {
    if (part.kind === 'field' && part.of.kind === 'variable' && part.of.name === 'this') named.push(part.field)
  })
  return named
}
