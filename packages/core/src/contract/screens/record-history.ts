// History of a record, as a browser is told.

/** Answer of `GET /_ninefold/history/<entity>/<id>`: the newest change first. */
export interface HistoryData {
  readonly changes: readonly {
    /** Name of the field. */
    readonly field: string
    readonly at: string
    /** Null: the product itself, nobody who was signed in, or somebody whom the caller may not see. */
    readonly by: string | null
    /** A clock or a schedule has changed it. */
    readonly isByProduct: boolean
    /** A guest has, or it was loaded. */
    readonly isUnsigned?: true
    /** A record by its name; null: it was empty, or is not to be seen. */
    readonly before: unknown
    readonly after: unknown
  }[]
}
