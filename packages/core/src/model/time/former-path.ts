// An address that a call had in the version before.

/** Where something was in the version before, which is answered still. */
export interface FormerPath {
  readonly path: string
  /** The last day on which it is, in the time zone of point 9; null: as long as the text says so. */
  readonly until: string | null
}
