// A list that is scrolled through → one part of it: so many rows after a place in its order, or all of those between two
// places. A part that was had once is asked for again between the same two places, so that what others add or take away
// meanwhile moves no row from one part into another.

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
/** Between two places more may have come meanwhile: so many more are shown where they belong. */
const ROWS_BETWEEN_MAX = 1_000
/** PostgreSQL's errors about values: what is no value of its type, or too large for it. */
const DATA_EXCEPTION = /^22/

export interface Place {
  /** The sort values of a row, as PostgreSQL wrote them. */
  readonly places: readonly (string | null)[]
  readonly id: string
}

/** `after`: where the part begins, empty at the beginning of the list; `until`: where it ends. Null: pages are asked for. */
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

/** The order goes with the place: in another one it would be none. */
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

/** It holds nothing that the caller has not been shown, or may not see. */
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
    if (place !== null && place.places.length !== keysOfOrder(list)) throw refused('wrong type', 'after')
  const statement = application.planned(
    partPlan,
    caller,
    list,
    application.operations,
    after?.places.map(isEmpty) ?? null,
    until?.places.map(isEmpty) ?? null,
  )
  // One more tells whether there are more.
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

/** Whether a text is a value of the column that it is compared with, only PostgreSQL knows for all of them. */
async function readAt(read: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
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

/** Parameter for a place in the statement that begins or ends there. */
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
