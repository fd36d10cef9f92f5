// What became of a record, as a browser is told.

/** Answer of `GET /_ninefold/history/<entity>/<id>`: the newest change first. */
export interface HistoryData {
  readonly changes: readonly {
    /** Name of the field. */
    readonly field: string
    readonly at: string
    /** Null: the product itself, or somebody whom the caller may not see. */
    readonly by: string | null
    readonly isByProduct: boolean
    /** A record by its name; null: it was empty, or is not to be seen. */
    readonly before: unknown
    readonly after: unknown
  }[]
}
