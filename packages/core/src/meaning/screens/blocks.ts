// A block of a screen → its content for a reader (reference/2-screens): the rows of a list page by page, its totals,
// the groups of a chart, one record, a figure, or a call's answer.

import { entityNamed } from '../../model/find.ts'
import { WITHOUT_ORDER } from '../../model/field-types.ts'
import { fieldAtPath } from '../../model/paths.ts'
import type { Sort } from '../../model/field-types.ts'
import type { AnswerBlock, Column, CountBlock, ListBlock, RecordBlock, Screen } from '../../model/screens.ts'
import type { Performer } from '../../model/roles.ts'
import { holds, type Surroundings, valueOfField, withNames } from '../evaluate.ts'
import {
  comparableField,
  type Filter,
  filterOf,
  type ListQuery,
  pageNumberOf,
  seenValue,
} from '../standard-calls/lists.ts'
import { NotCovered } from '../not-covered.ts'
import { Refused, refusedAs, refusedInputs, type RefusalReason } from '../refusals/refusal.ts'
import { eyesOf, isPerformer, mayBe, mayEver, mayEverSee, refusedGuest, seenRecord, surroundingsOf } from '../rights.ts'
import { sortRecords } from '../sorting.ts'
import type { Answer } from '../steps.ts'
import { type Datum, recordsOf, type Reference } from '../store.ts'
import type { Writing } from '../write.ts'
import type { BlockRequest } from './block-request.ts'
import { answerShown, type Asking, isForCaller } from './answers.ts'
import { behindChart, groupsOf } from './charts.ts'
import { figureOf } from './figures.ts'
import { daysAsked, seenForm, shownValues } from './forms.ts'
import { offersOf } from './offers.ts'
import { totalsOf } from './totals.ts'

const SORTS_MAX = 3
/** Records are counted to here, and one further. */
const TOTAL_MAX = 10_000
/** The same with words of a search. */
const FOUND_MAX = 1_000

export function blockAnswer(writing: Writing, request: BlockRequest, asking: Asking): Answer {
  const { scope, block, about } = opened(writing, request)
  const ok = (body: Datum): Answer => ({ status: 200, body })
  switch (block.kind) {
    case 'record':
      refuseAnyInput(request.query)
      return ok(rowOf(scope, block, about ?? nowhere()))
    case 'count':
      refuseAnyInput(request.query)
      return ok(figureOf(scope, block, recordsIn(scope, block, about)))
    case 'answer':
      return ok(answerShown(scope, block, request, asking))
    case 'list':
      return ok(listShown(scope, block, about, request.query))
  }
}

function listShown(scope: Surroundings, block: ListBlock, about: Reference | null, asked: ListQuery): Datum {
  const { list, query } = meant(scope, block, asked)
  const { totals, ...narrowing } = query
  if (totals !== undefined) return totalsOf(scope, list, sortedRecords(scope, list, about, narrowing))
  if (list.form.kind === 'chart') return groupsOf(scope, list, list.form, sortedRecords(scope, list, about, narrowing))
  const records = sortedRecords(scope, list, about, narrowing)
  const page = pageNumberOf(narrowing)
  // The days of a calendar are its pages.
  const size = daysAsked(scope, list, narrowing) === null ? (list.pageSize ?? records.length) : records.length
  const rows = records.slice((page - 1) * size, page * size).map((record) => rowOf(scope, list, record))
  const most = narrowing.q === undefined ? TOTAL_MAX : FOUND_MAX
  return { rows, total: Math.min(records.length, most + 1), page }
}

/** With `records`, the records behind a chart are requested. */
function meant(
  scope: Surroundings,
  block: ListBlock,
  { records, ...query }: ListQuery,
): { readonly list: ListBlock; readonly query: ListQuery } {
  const seen = seenForm(scope, block)
  return { list: records !== undefined && seen.form.kind === 'chart' ? behindChart(scope, seen) : seen, query }
}

/** Figures and records take no filters. */
function refuseAnyInput(query: ListQuery): void {
  const names = Object.keys(query)
  if (names.length > 0) throw refusedInputs(names)
}

function nowhere(): never {
  throw new Error('A block about a record on a screen about none.')
}

interface Opened {
  readonly scope: Surroundings
  readonly block: ListBlock | CountBlock | RecordBlock | AnswerBlock
  /** The screen's record, if the block is about it. */
  readonly about: Reference | null
}

/** A screen that is not for the reader answers 404. */
function opened(
  { model, store, caller, names }: Writing,
  { screen: name, block: place, ...asked }: BlockRequest,
): Opened {
  const around = surroundingsOf(model, store, caller, names)
  const scope = { ...around, eyes: eyesOf(caller, around) }
  const screen = model.screens.screens.find((each) => each.name === name)
  const blocks = screen?.blocks.filter((block) => isFor(scope, block.forRoles) && isEverSeen(scope, block)) ?? []
  const isThere = screen !== undefined && isFor(scope, screen.who) && isAnythingShown(scope, blocks)
  if (!isThere) throw caller.me === null ? refusedGuest(caller) : refusedAs('not found')
  const of = screen.blocks.find((each) => each.kind === 'record')
  const found = of === undefined ? null : seenRecord(scope, of.entity, of.field, asked.place[of.parameter])
  const block = blocks[place]
  if (block === undefined || block.kind === 'text') throw refusedAs('not found')
  if (of !== undefined) refuseOtherRecords(scope, screen, found, of.parameter)
  if (block.kind === 'form') throw new NotCovered(`blocks that are a ${block.kind}`)
  const isAbout = block.kind === 'record' || (block.kind !== 'answer' && block.relation !== null)
  if (isAbout && found === null) throw refusedAs('not found', of?.parameter)
  return { scope, block, about: isAbout ? found : null }
}

/** Null: for everybody. A role on a record is checked when the record is known. */
function isFor({ model, roles }: Surroundings, who: readonly Performer[] | null): boolean {
  return who === null || who.some((performer) => mayBe(performer, { model, roles }))
}

/**
 * A list or figure of the screen's record needs the right to its field; the answer of a call needs the right to call.
 */
function isEverSeen(scope: Surroundings, block: Screen['blocks'][number]): boolean {
  if (block.kind === 'answer') return isForCaller(scope, block)
  if (block.kind !== 'list' && block.kind !== 'count') return true
  return block.relation === null || mayEverSee(block.relation.entity, block.relation.field, scope)
}

/** A screen that begins with records is only for readers who may see some of them. */
function isAnythingShown(scope: Surroundings, [first]: Screen['blocks']): boolean {
  return first === undefined || !('entity' in first) || mayEver(first.entity, 'see', scope)
}

/** A screen for a role on a record answers 404 to readers without that role on its record. */
function refuseOtherRecords(scope: Surroundings, { who }: Screen, record: Reference | null, parameter: string): void {
  if (who === null) return
  const everything: Surroundings = { ...scope, eyes: null }
  const isOpened = who.some((performer) =>
    record === null
      ? performer.kind === 'role' && scope.roles.has(performer.role)
      : isPerformer(performer, record, everything),
  )
  if (!isOpened) throw refusedAs('not found', parameter)
}

/**
 * The author's condition is evaluated on all data, so a reader without the right to a field still gets the right
 * records.
 */
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

/** A field of this record that the person cannot see counts as empty. */
function itemsOf(scope: Surroundings, about: Reference, field: string): readonly Reference[] {
  const isSeen = scope.eyes === null || scope.eyes.seesField(about, field)
  return isSeen ? (valueOfField(about, field, scope) as readonly Reference[]) : []
}

function sortedRecords(scope: Surroundings, block: ListBlock, about: Reference | null, query: ListQuery): Reference[] {
  const { filters, order } = askedOf(scope, block, query)
  const days = daysAsked(scope, block, query)
  const records = recordsIn(scope, block, about).filter((record) =>
    [...filters, ...(days === null ? [] : [days])].every((isFound) => isFound(record)),
  )
  sortRecords(scope, records, block.entity, order)
  return records
}

/** Hidden columns and forbidden actions are left out. */
function rowOf(scope: Surroundings, block: ListBlock | RecordBlock, record: Reference): Datum {
  return {
    values: shownValues(scope, block, record),
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
    if (name === 'page' || text === '' || isOfDays(block, name) || isOfParts(block, name)) continue
    if (name === 'sort') {
      const asked = sortedAs(scope, block, text)
      if (asked === null) reasons.push({ code: 'wrong type', status: 422, about: name })
      else order = asked
    } else if (name === 'q' && soughtFields(scope, block).length > 0) filters.push(hasWords(scope, block, text))
    else {
      const path = name.replace(/\.contains$/, '')
      const field = block.filters.includes(path) ? comparableField(scope, entity, path) : null
      const filter = field === null ? null : filterOf(scope, entity, field, text, path !== name)
      if (filter !== null) filters.push(filter)
      else reasons.push({ code: field === null ? 'unknown input' : 'wrong type', status: 422, about: name })
    }
  }
  if (reasons.length > 0) throw new Refused(reasons)
  if (Object.keys(query).some((name) => isOfParts(block, name))) throw new NotCovered('parts of a list')
  return { filters, order }
}

function isOfDays({ form }: ListBlock, name: string): boolean {
  return form.kind === 'calendar' && (name === 'from' || name === 'until')
}

/** A scrolled list is requested by cursors. */
function isOfParts({ form }: ListBlock, name: string): boolean {
  return (form.kind === 'table' || form.kind === 'cards') && (name === 'after' || name === 'until')
}

/** `-n,owner.code`: visible columns, each once. Null: not a valid order. */
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

/** Every word occurs in a visible searched field, in any order and case. */
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
