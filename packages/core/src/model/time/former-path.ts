// A former address of a call.

/** A former path that is still answered. */
export interface FormerPath {
  readonly path: string
  /** The last day, in the time zone of point 9; null: no end is stated. */
  readonly until: string | null
}
