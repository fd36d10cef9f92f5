// A bulk action for every row of a list, also of one that no page holds: the wire types of its parts.

import type { RowData } from '../wire/app.ts'
import type { ProblemDetails } from '../wire/problem-details.ts'

/** Body of `POST /_ninefold/screens/<key>/<block>/all`; the query has the list's own search and filters. */
export interface BulkActionPart {
  readonly action: string
  /** Values that the person chose for path parameters. */
  readonly chosen?: Readonly<Record<string, string>>
  /** The body of each request. */
  readonly body?: unknown
  /** The `next` of the part before; missing: the first part. */
  readonly after?: string
}

export interface BulkActionAnswer {
  readonly done: number
  readonly refused: readonly RefusedRow[]
  /** Null: no row follows. */
  readonly next: string | null
  /** A limit or the load of the server stopped the part: the next one may be sent after this time. */
  readonly waitSeconds?: number
}

export interface RefusedRow {
  readonly row: RowData
  /** Null: the row itself says why. */
  readonly problem: ProblemDetails | null
}
