// Joins the pages of a list into one comparable answer: the distribution over pages may depend on ids, and each program
// generates its own.

import type { Json } from './json.ts'

export interface ListPage {
  readonly items: readonly Json[]
  readonly total: number
  readonly next: string | null
}

/** A page of a list on a screen, as far as it is compared. */
export interface ScreenPage {
  readonly rows: readonly ScreenRow[]
  readonly total: number
}

interface ScreenRow {
  readonly values: Json
  /** By label, as in the reference interpreter: possible, impossible or undecided. */
  readonly offers: Readonly<Record<string, Json>>
}

/** Null: another kind of body. */
export function screenPageOf(body: Json): ListPage | null {
  const { rows, total } = (body ?? {}) as unknown as Partial<ScreenPage>
  return rows === undefined || total === undefined ? null : pageOfScreen({ rows, total })
}

export function pageOfScreen({ rows, total }: ScreenPage): ListPage {
  return { items: rows.map(({ values, offers }) => ({ values, offers })), total, next: null }
}

/** The page of a standard list that a screen shows as a call's answer. Null: another kind of body. */
export function pageOfAnswer(body: Json): ListPage | null {
  const { answer } = (body ?? {}) as { readonly answer?: Partial<Pick<ListPage, 'items' | 'total'>> | null }
  const { items, total } = answer ?? {}
  return items === undefined || total === undefined ? null : { items, total, next: null }
}

/** `alpha1: Begin 0`: offers that the reference interpreter leaves undecided. Rows are named by their code. */
export function undecidedIn(items: readonly Json[]): string[] {
  return items.flatMap((item) => {
    const row = item as unknown as ScreenRow
    return Object.entries(row.offers).flatMap(([label, offer]) =>
      offer === 'undecided' ? [`${codeOf(row)}: ${label}`] : [],
    )
  })
}

/** Rows of lists and records of pages have offers. */
export function isRow(body: Json): boolean {
  return typeof body === 'object' && body !== null && 'offers' in body
}

/**
 * Leaves out undecided offers. A row without a visible code cannot be told from others, so all of its possibly
 * undecided offers go.
 */
export function withoutUndecided(item: Json, undecided: readonly string[]): Json {
  if (!isRow(item)) return item
  const row = item as unknown as ScreenRow
  const offers = Object.entries(row.offers).filter(([label]) => !undecided.includes(`${codeOf(row)}: ${label}`))
  return { ...(item as object), offers: codeOf(row) === '' ? {} : Object.fromEntries(offers) }
}

function codeOf({ values }: ScreenRow): string {
  const { code } = values as { readonly code?: Json }
  return typeof code === 'string' ? code : ''
}

/** The first page is requested without a number. */
export function queryOfPage(query: Readonly<Record<string, string>>, page: number): Record<string, string> {
  return page === 1 ? { ...query } : { ...query, page: String(page) }
}

/** Tells whether a screen's list has another page. A page without rows is the last one. */
export function hasMore(pages: readonly ListPage[]): boolean {
  const last = pages.at(-1)
  const seen = pages.reduce((sum, { items }) => sum + items.length, 0)
  return last !== undefined && last.items.length > 0 && seen < last.total
}

/** Refers to a record by its code in a query: `$Person:ann`. */
export const NAMED = /^\$(\w+):(.*)$/

export function asOneList(pages: readonly ListPage[]): Json {
  return {
    items: pages.flatMap(({ items }) => items),
    totals: pages.map(({ total }) => String(total)).join(' '),
    sizes: pages.map(({ items }) => String(items.length)).join(' '),
  }
}

export function isEmptyList(body: Json): boolean {
  const { items } = (body ?? {}) as { readonly items?: readonly Json[] }
  return items?.length === 0
}
