// Identity of rows. A caller who may not see ids gets records without one, and items of a call's answer have none: such a
// row has its place as its id, in a form that no record has.

import type { RowData } from '@ninefold/core/contract/wire/app.ts'

/** The row has the id of a record, by which the server finds it. */
export function isRecord({ id }: Pick<RowData, 'id'>): boolean {
  return id !== '' && !id.startsWith('#')
}

/** `before`: distinguishes the rows of several parts of a list. */
export function placeId(place: number, before = ''): string {
  return `#${before}${place}`
}

/** The same data if its rows have ids. */
export function withRowIds<Data extends { readonly rows: readonly RowData[] }>(data: Data, before = ''): Data {
  if (data.rows.every(hasId)) return data
  return { ...data, rows: data.rows.map((row, place) => (hasId(row) ? row : { ...row, id: placeId(place, before) })) }
}

export function withRecordId<Data extends { readonly row: RowData }>(data: Data): Data {
  return hasId(data.row) ? data : { ...data, row: { ...data.row, id: '' } }
}

function hasId(row: Partial<RowData>): boolean {
  return row.id !== undefined
}
