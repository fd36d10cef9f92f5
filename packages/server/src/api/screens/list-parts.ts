// Keyset pagination of a scrolled list: a number of rows after a cursor, or all rows between two cursors. A part is
// refreshed between the same two cursors, so that insertions and deletions move no row into another part.

import type { Value } from '@ninefold/core/expression/expression.ts'
import type { ListPartData } from '@ninefold/core/contract/wire/app.ts'
import { placeIdVariable, placeVariable } from '@ninefold/core/plan/read/list-walk.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Row } from '../../store/driver/rows.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Query } from '../http/query.ts'
import type { NarrowedList } from './narrowed-list.ts'
import { keysOfOrder, partPlan } from './screen-list-plans.ts'

const ROWS_AT_ONCE = 100
/** Rows inserted between the two cursors meanwhile, up to this number. */
const ROWS_BETWEEN_MAX = 1_000
/** PostgreSQL's error class for invalid values. */
const DATA_EXCEPTION = /^22/

export interface Place {
  /** The sort values of a row, in PostgreSQL's text format. */
  readonly places: readonly (string | null)[]
  readonly id: string
}

/**
 * `after`: the start of the part, empty for the start of the list; `until`: its end. Null: numbered pages are
 * requested.
 */
export interface AskedPart {
  readonly after: Place | null
  readonly until: Place | null
}

export const PART_PARAMETERS: readonly string[] = ['after', 'until']

export function askedPart({ after, until }: Query, order: string): AskedPart | null {
  if (after === undefined && until === undefined) return null
  return {
    after: after === undefined || after === '' ? null : placeIn('after', after, order),
    until: until === undefined ? null : placeIn('until', until, order),
  }
}

/** A cursor is valid only for the order that it contains. */
function placeIn(name: string, sent: Query[string], order: string): Place {
  const parts = typeof sent === 'string' ? partsOf(sent) : null
  if (!Array.isArray(parts) || parts.length !== 3 || parts[0] !== order) throw refused('wrong type', name)
  const [, places, id] = parts as unknown[]
  const isWhole = Array.isArray(places) && places.every((place) => place === null || typeof place === 'string')
  if (!isWhole || typeof id !== 'string') throw refused('wrong type', name)
  return { places: places as (string | null)[], id }
}

function partsOf(sent: string): unknown {
  try {
    return JSON.parse(Buffer.from(sent, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

/** A cursor contains only values that the client was shown or may see. */
function placeAfter(row: Row, order: string): string {
  return Buffer.from(JSON.stringify([order, placesOf(row), row['id']])).toString('base64url')
}

export interface PartedList {
  readonly part: AskedPart
  readonly order: string
  readonly bindings: Readonly<Record<string, Value>>
  readonly list: NarrowedList
}

export async function partOfList(exchange: Exchange, { part, order, bindings, list }: PartedList): Promise<string> {
  const { application, caller } = exchange
  const { after, until } = part
  const isFirst = after === null
  for (const place of [after, until])
    if (place !== null && place.places.length !== keysOfOrder(application.model, list))
      throw refused('wrong type', 'after')
  const statement = application.planned(
    partPlan,
    caller,
    list,
    application.operations,
    after?.places.map(isEmpty) ?? null,
    until?.places.map(isEmpty) ?? null,
  )
  // One more row shows whether there are more.
  const take = until === null ? ROWS_AT_ONCE + 1 : ROWS_BETWEEN_MAX
  const found = await readAt(() =>
    application.database.run(statement, {
      ...bindings,
      'page.take': take,
      ...(after === null ? {} : boundAt('after', after)),
      ...(until === null ? {} : boundAt('until', until)),
    }),
  )
  const rows = found.filter((row) => row['json'] !== null)
  const shown = until === null ? rows.slice(0, ROWS_AT_ONCE) : rows
  const last = shown.at(-1)
  const next = until === null && last !== undefined && rows.length > ROWS_AT_ONCE ? placeAfter(last, order) : null
  const rest: Omit<ListPartData, 'rows'> = { next, total: isFirst ? Number(found[0]?.['total'] ?? 0) : null }
  return `{"rows":[${shown.map((row) => String(row['json'])).join(',')}],${JSON.stringify(rest).slice(1)}`
}

/** Only PostgreSQL can tell for every type whether a text is a valid value. */
export async function readAt(read: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
  try {
    return await read()
  } catch (thrown) {
    const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : null
    if (typeof code === 'string' && DATA_EXCEPTION.test(code)) throw refused('wrong type', 'after')
    throw thrown
  }
}

function isEmpty(place: string | null): boolean {
  return place === null
}

/** Parameters of a statement for the cursor at one end of a part. */
export function boundAt(side: 'after' | 'until', { places, id }: Place): Record<string, Value> {
  return Object.fromEntries([
    [placeIdVariable(side), id],
    ...places.map((place, index) => [placeVariable(side, index), place] as const),
  ])
}

export function placesOf(row: Row | null): (string | null)[] {
  const places: (string | null)[] = []
  for (let index = 0; row !== null && `key${index}` in row; index++) {
    const place = row[`key${index}`]
    places.push(typeof place === 'string' ? place : null)
  }
  return places
}
