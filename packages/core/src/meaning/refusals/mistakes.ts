// A mistake of a sent value.

/** Without its place. */
export interface Mistake {
  readonly code: string
  readonly limit?: number
}
