// "As" of a list → the values that position a record on a board, in a calendar or in a tree (reference/2-screens, How a
// list is drawn), and the requested days of a calendar.

import * as build from '../../expression/build.ts'
import type { Expression } from '../../expression/expression.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { fieldOf } from '../../model/paths.ts'
import { rankOfList } from '../../model/lists/list-rank.ts'
import type { ListBlock, ListForm, RecordBlock } from '../../model/screens.ts'
import { evaluate, isShown, type Surroundings, withNames } from '../evaluate.ts'
import { refusedAs } from '../refusals/refusal.ts'
import { mayEverSee } from '../rights.ts'
import { type Filter, type ListQuery, seenValue } from '../standard-calls/lists.ts'
import { type Datum, isReference, type Reference } from '../store.ts'
import { startOf } from '../values/dates.ts'
import { isOverlap } from '../values/functions-of-time.ts'
import { isDay } from '../values/inputs.ts'
import { inJson } from '../values/values.ts'

/** If the person never sees the form's field, the list becomes a table. */
export function seenForm(scope: Surroundings, block: ListBlock): ListBlock {
  const isSeen = fieldsOf(block.form).every((name) => mayEverSee(block.entity, name, scope))
  return isSeen ? block : { ...block, form: { kind: 'table' } }
}

function fieldsOf(form: ListForm): readonly string[] {
  if (form.kind === 'table' || form.kind === 'cards') return []
  return form.kind === 'chart' ? [...form.by, ...(form.and?.by ?? []), ...(form.of ?? [])] : form.by
}

/** Its columns, and the value that positions it. A record is shown by its label. */
export function shownValues(scope: Surroundings, block: ListBlock | RecordBlock, record: Reference): Datum {
  const about = withNames(scope, { this: record })
  const columns = block.columns.flatMap(({ path, value }): [string, Datum][] => {
    const said = calledIn(about, value)
    return said === undefined ? [] : [[path.join('.'), said]]
  })
  if (block.kind !== 'list') return Object.fromEntries(columns)
  return { ...Object.fromEntries(columns), ...placingValues(about, block, columns), ...rankOf(about, block) }
}

/** Of a list in an order by hand. */
function rankOf(about: Surroundings, block: ListBlock): Readonly<Record<string, Datum>> {
  const name = rankOfList(about.model, block)
  if (name === null) return {}
  const field = fieldNamed(entityNamed(about.model, block.entity), name)
  const value = fieldOf(about.model, build.recordVariable('this', block.entity), block.entity, field)
  return isShown(value, about) ? { [name]: inJson(value.type, evaluate(value, about)) } : {}
}

/** For a reference, the identity, whether or not a column shows the record's label. */
function placingValues(
  about: Surroundings,
  { entity, form }: ListBlock,
  columns: readonly (readonly [string, Datum])[],
): Readonly<Record<string, Datum>> {
  if (form.kind === 'table' || form.kind === 'cards' || form.kind === 'chart') return {}
  const [name = ''] = form.by
  const field = fieldNamed(entityNamed(about.model, entity), name)
  const value = fieldOf(about.model, build.recordVariable('this', entity), entity, field)
  const isRecord = value.type.kind === 'record'
  const label = isRecord && form.kind === 'board' ? calledIn(about, value) : undefined
  const isThere = !isRecord && columns.some(([key]) => key === name)
  return {
    ...(isThere || !isShown(value, about) ? {} : { [name]: plain(inJson(value.type, evaluate(value, about))) }),
    ...(label === undefined ? {} : { [`${name} label`]: label }),
  }
}

/** A record becomes its identity. */
export function plain(value: Datum): Datum {
  return isReference(value) ? value.id : value
}

/** The value as a person reads it; undefined: hidden. A list contains only records with a visible label. */
function calledIn(about: Surroundings, value: Expression): Datum | undefined {
  if (!isShown(value, about)) return undefined
  const found = evaluate(value, about)
  if (isReference(found)) return nameOf(about, found)
  const isOfRecords = value.type.kind === 'list' && value.type.of.kind === 'record'
  if (!isOfRecords) return inJson(value.type, found)
  return ((found ?? []) as readonly Reference[]).flatMap((each) => nameOf(about, each) ?? [])
}

/** Undefined: the label is hidden. */
export function nameOf(scope: Surroundings, record: Reference): Datum | undefined {
  const { label } = entityNamed(scope.model, record.entity)
  const about = withNames(scope, { this: record })
  return isShown(label, about) ? inJson(label.type, evaluate(label, about)) : undefined
}

/** Rows within the days from `from` (inclusive) to `until` (exclusive). Null: no days were requested. */
export function daysAsked(scope: Surroundings, block: ListBlock, { from, until }: ListQuery): Filter | null {
  const { form } = block
  if (form.kind !== 'calendar' || (from === undefined && until === undefined)) return null
  if (from === undefined || !isDay(from)) throw refusedAs('wrong type', 'from')
  if (until === undefined || !isDay(until)) throw refusedAs('wrong type', 'until')
  const entity = entityNamed(scope.model, block.entity)
  const field = fieldNamed(entity, form.by[0] ?? '')
  const { zone } = scope.store
  const isOfDays = field.type.kind === 'date' || (field.type.kind === 'period' && field.type.of === 'date')
  const ends = isOfDays ? { start: from, end: until } : { start: startOf(from, zone), end: startOf(until, zone) }
  return (record) => {
    const value = seenValue(scope, entity, field, record) ?? null
    if (value === null) return false
    if (field.type.kind === 'period')
      return isOverlap({ kind: 'period', of: isOfDays ? 'date' : 'timestamp' }, value, ends)
    return value >= ends.start && value < ends.end
  }
}
