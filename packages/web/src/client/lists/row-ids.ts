// Identity of rows. A caller who may not see ids gets records without one, and items of a call's answer have none: such a
// row has its place as its id, in a form that no record has.

import type { RowData } from '@ninefold/core/contract/wire/app.ts'

/** The row has the id of a record, by which the server finds it. */
export function isRecord({ id }: Pick<RowData, 'id'>): boolean {
  return /^[^#]/.test(id)
}

/** `before`: distinguishes the rows of several parts of a list. */
export function placeId(place: number, before = ''): string {
  return `#${before}${place}`
}

export function withRowIds<Data extends { readonly rows: readonly RowData[] }>(data: Data, before = ''): Data {
  // The row's own id wins, if it has one.
  return { ...data, rows: data.rows.map((row, place) => Object.assign({ id: placeId(place, before) }, row)) }
}

export function withRecordId<Data extends { readonly row: RowData }>(data: Data): Data {
  return { ...data, row: Object.assign({ id: '' }, data.row) }
}
