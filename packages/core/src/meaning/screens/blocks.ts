// A block of a screen → what it shows somebody (reference/2-screens): the rows of a list page by page, one record, or a figure.

import { entityNamed } from '../../model/find.ts'
import { WITHOUT_ORDER } from '../../model/field-types.ts'
import { fieldAtPath } from '../../model/paths.ts'
import type { Sort } from '../../model/calls.ts'
import type { Column, CountBlock, ListBlock, RecordBlock, Screen } from '../../model/screens.ts'
import type { Performer } from '../../model/roles.ts'
import { evaluate, holds, isShown, type Surroundings, valueOfField, withNames } from '../evaluate.ts'
import { comparableField, type Filter, filterOf, type ListQuery, seenValue } from '../standard-calls/lists.ts'
import { NotCovered } from '../not-covered.ts'
import { Refused, refusedAs, type RefusalReason } from '../refusal.ts'
import { eyesOf, isPerformer, mayBe, mayEver, mayEverSee, seenRecord, surroundingsOf } from '../rights.ts'
import { sortRecords } from '../sorting.ts'
import type { Answer } from '../steps.ts'
import { type Datum, recordsOf, type Reference } from '../store.ts'
import { inJson } from '../values/values.ts'
import type { Writing } from '../write.ts'
import { figureOf } from './figures.ts'
import { offersOf } from './offers.ts'

export interface BlockRequest {
  /** The name of the screen. */
  readonly screen: string
  /** The place among the blocks that the caller is shown. */
  readonly block: number
  /** Values of the parameters of its address. */
  readonly place: Readonly<Record<string, Datum>>
  readonly query: ListQuery
}

/** A row of a list, whatever page it is on. Its rank is that of all that only their `id` sets in order. */
export interface ShownRow {
  readonly row: Datum
  readonly rank: number
}

const SORTS_MAX = 3
/** So far is counted. */
const TOTAL_MAX = 10_000

export function blockAnswer(writing: Writing, request: BlockRequest): Answer {
  const { scope, block, about } = opened(writing, request)
  if (block.kind !== 'list') refuseAnyInput(request.query)
  switch (block.kind) {
    case 'record':
      return { status: 200, body: rowOf(scope, block, about ?? nowhere()) }
    case 'count':
      return { status: 200, body: figureOf(scope, block, recordsIn(scope, block, about)) }
    case 'list': {
      const rows = rowsOf(scope, block, about, request.query)
      const page = pageOf(request.query)
      const size = block.pageSize ?? rows.length
      const shown = rows.slice((page - 1) * size, page * size).map(({ row }) => row)
      return { status: 200, body: { rows: shown, total: Math.min(rows.length, TOTAL_MAX), page } }
    }
  }
}

/** All rows of a list, in its order. Null: the block is none. Refused like the list itself. */
export function wholeBlock(writing: Writing, request: BlockRequest): ShownRow[] | null {
  const { scope, block, about } = opened(writing, request)
  return block.kind === 'list' ? rowsOf(scope, block, about, request.query) : null
}

/** Nobody narrows a figure or a record. */
function refuseAnyInput(query: ListQuery): void {
  const reasons = Object.keys(query).map((): RefusalReason => ({ code: 'unknown input', status: 422 }))
  if (reasons.length > 0) throw new Refused(reasons)
}

function nowhere(): never {
  throw new Error('A block about a record on a screen about none.')
}

interface Opened {
  readonly scope: Surroundings
  readonly block: ListBlock | CountBlock | RecordBlock
  /** The record of the screen, where the block is about it. */
  readonly about: Reference | null
}

/** A screen that is not for somebody is not there. */
function opened(
  { model, store, caller, names }: Writing,
  { screen: name, block: place, ...asked }: BlockRequest,
): Opened {
  const around = surroundingsOf(model, store, caller, names)
  const scope = { ...around, eyes: eyesOf(caller, around) }
  const screen = model.screens.screens.find((each) => each.name === name)
  const blocks = screen?.blocks.filter((block) => isFor(scope, block.forRoles) && isEverSeen(scope, block)) ?? []
  const isThere = screen !== undefined && isFor(scope, screen.who) && isAnythingShown(scope, blocks)
  if (!isThere) throw refusedAs(caller.me === null ? 'not signed in' : 'not found')
  const of = screen.blocks.find((each) => each.kind === 'record')
  const found = of === undefined ? null : seenRecord(scope, of.entity, of.field, asked.place[of.parameter])
  if (of !== undefined) refuseOtherRecords(scope, screen, found)
  const block = blocks[place]
  if (block === undefined) throw refusedAs('not found')
  if (block.kind === 'answer' || block.kind === 'form') throw new NotCovered(`blocks that are a ${block.kind}`)
  const isAbout = block.kind === 'record' || block.relation !== null
  if (isAbout && found === null) throw refusedAs('not found')
  return { scope, block, about: isAbout ? found : null }
}

/** Null: it is for everybody. A role for a record is looked at where the record is known. */
function isFor({ model, roles }: Surroundings, who: readonly Performer[] | null): boolean {
  return who === null || who.some((performer) => mayBe(performer, { model, roles }))
}

/** A list or a figure of the screen's record shows a field of it. */
function isEverSeen(scope: Surroundings, block: Screen['blocks'][number]): boolean {
  if (block.kind !== 'list' && block.kind !== 'count') return true
  return block.relation === null || mayEverSee(block.relation.entity, block.relation.field, scope)
}

/** A screen begins with records that somebody may see, or it is not for them. */
function isAnythingShown(scope: Surroundings, [first]: Screen['blocks']): boolean {
  return first === undefined || !('entity' in first) || mayEver(first.entity, 'see', scope)
}

/** A screen for a role for a record is not there for whoever has not that role for its record. */
function refuseOtherRecords(scope: Surroundings, { who }: Screen, record: Reference | null): void {
  if (who === null) return
  const everything: Surroundings = { ...scope, eyes: null }
  const isOpened = who.some((performer) =>
    record === null
      ? performer.kind === 'role' && scope.roles.has(performer.role)
      : isPerformer(performer, record, everything),
  )
  if (!isOpened) throw refusedAs('not found')
}

/** The author's condition is asked of everything: who may not see a field is still shown the right records. */
function recordsIn(
  scope: Surroundings,
  { entity, where, relation }: ListBlock | CountBlock,
  about: Reference | null,
): Reference[] {
  const everything: Surroundings = { ...scope, eyes: null }
  const records = relation === null || about === null ? all(scope, entity) : itemsOf(scope, about, relation.field)
  return records
    .filter((record) => scope.eyes === null || scope.eyes.sees(record))
    .filter((record) => holds(where, withNames(everything, { this: record })))
}

function all({ store }: Surroundings, entity: string): Reference[] {
  return recordsOf(store, entity).map(({ id }): Reference => ({ entity, id }))
}

/** A field that the person does not see of this record counts as empty. */
function itemsOf(scope: Surroundings, about: Reference, field: string): readonly Reference[] {
  const isSeen = scope.eyes === null || scope.eyes.seesField(about, field)
  return isSeen ? (valueOfField(about, field, scope) as readonly Reference[]) : []
}

function rowsOf(scope: Surroundings, block: ListBlock, about: Reference | null, query: ListQuery): ShownRow[] {
  if (block.form.kind !== 'table') throw new NotCovered(`lists drawn as a ${block.form.kind}`)
  const { filters, order } = askedOf(scope, block, query)
  const records = recordsIn(scope, block, about).filter((record) => filters.every((isFound) => isFound(record)))
  sortRecords(scope, records, block.entity, order)
  let rank = 0
  return records.map((record, index) => {
    const before = records[index - 1]
    if (before !== undefined && isBefore(scope, block.entity, order, before, record)) rank++
    return { row: rowOf(scope, block, record), rank }
  })
}

/** Not equal in the order: the other way round they would be sorted anew. */
function isBefore(
  scope: Surroundings,
  entity: string,
  order: readonly Sort[],
  one: Reference,
  other: Reference,
): boolean {
  const both = [other, one]
  sortRecords(scope, both, entity, order)
  return both[0] === one
}

/** A column that may not be seen is not there, and neither is what the person may not do. */
function rowOf(scope: Surroundings, block: ListBlock | RecordBlock, record: Reference): Datum {
  const about = withNames(scope, { this: record })
  const shown = block.columns.filter(({ value }) => isShown(value, about))
  return {
    values: Object.fromEntries(
      shown.map(({ path, value }): [string, Datum] => [path.join('.'), inJson(value.type, evaluate(value, about))]),
    ),
    offers: Object.fromEntries(
      offersOf(scope, block, record).flatMap(([label, offer]): [string, Datum][] =>
        offer === null ? [] : [[label, offer]],
      ),
    ),
  }
}

interface Asked {
  readonly filters: readonly Filter[]
  readonly order: readonly Sort[]
}

function askedOf(scope: Surroundings, block: ListBlock, query: ListQuery): Asked {
  const entity = entityNamed(scope.model, block.entity)
  const filters: Filter[] = []
  const reasons: RefusalReason[] = []
  let order = block.sortedBy
  for (const [name, text] of Object.entries(query)) {
    if (name === 'page' || text === '') continue
    if (name === 'sort') {
      const asked = sortedAs(scope, block, text)
      if (asked === null) reasons.push({ code: 'wrong type', status: 422 })
      else order = asked
    } else if (name === 'q' && soughtFields(scope, block).length > 0) filters.push(hasWords(scope, block, text))
    else {
      const path = name.replace(/\.contains$/, '')
      const field = block.filters.includes(path) ? comparableField(scope, entity, path) : null
      const filter = field === null ? null : filterOf(scope, entity, field, text, path !== name)
      if (filter !== null) filters.push(filter)
      else reasons.push({ code: field === null ? 'unknown input' : 'wrong type', status: 422 })
    }
  }
  if (reasons.length > 0) throw new Refused(reasons)
  return { filters, order }
}

/** `-n,owner.code`: columns that may be seen, each once. Null: it is no order. */
function sortedAs(scope: Surroundings, block: ListBlock, text: string): Sort[] | null {
  const paths = text.split(',').map((part) => part.replace(/^-/, ''))
  const columns = paths.map((path) => block.columns.find((column) => column.path.join('.') === path))
  const isOrder = columns.every((column) => column !== undefined && isSortable(scope, block, column))
  if (!isOrder || paths.length > SORTS_MAX || new Set(paths).size < paths.length) return null
  return text.split(',').map((part, index) => ({
    field: paths[index] ?? '',
    direction: part.startsWith('-') ? 'descending' : 'ascending',
  }))
}

function isSortable(scope: Surroundings, { entity }: ListBlock, { path, value }: Column): boolean {
  const { field } = fieldAtPath(scope.model, entity, path.join('.'))
  return (
    mayEverSee(entity, path[0] ?? '', scope) &&
    value.type.kind !== 'list' &&
    field.computed === null &&
    !WITHOUT_ORDER.includes(field.type.kind)
  )
}

function soughtFields(scope: Surroundings, { entity, searchIn }: ListBlock): string[] {
  return searchIn.filter((name) => comparableField(scope, entityNamed(scope.model, entity), name) !== null)
}

/** Every word occurs, in any order, in any of the fields that may be seen. Capitals make no difference. */
function hasWords(scope: Surroundings, block: ListBlock, text: string): Filter {
  const entity = entityNamed(scope.model, block.entity)
  const words = text.split(/\s+/).filter((word) => word !== '')
  const fields = entity.fields.filter(({ name }) => soughtFields(scope, block).includes(name))
  return (record) => {
    const texts = fields.flatMap((field) => {
      const value = seenValue(scope, entity, field, record) ?? null
      return value === null ? [] : [String(value).toLowerCase()]
    })
    return words.every((word) => texts.some((each) => each.includes(word.toLowerCase())))
  }
}

function pageOf({ page = '1' }: ListQuery): number {
  const number = /^[0-9]{1,7}$/.test(page) ? Number(page) : 0
  if (number < 1) throw refusedAs('wrong type')
  return number
}
