// The history of a record for a browser.

/** Answer of `GET /_ninefold/history/<entity>/<id>`: newest change first. */
export interface HistoryData {
  readonly changes: readonly {
    /** Name of the field. */
    readonly field: string
    readonly at: string
    /** Null: the product, a guest, or a user whom the caller may not see. */
    readonly by: string | null
    /** Changed by a clock or a schedule. */
    readonly isByProduct: boolean
    /** Changed by a guest, or loaded. */
    readonly isUnsigned?: true
    /** Records by their label; null: empty or hidden. */
    readonly before: unknown
    readonly after: unknown
  }[]
}
