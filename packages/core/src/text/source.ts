// A specification's text, and places in it.
// Offsets count UTF-16 code units from the start of the text; lines and columns count from 1.

/** A stretch of the text: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Words of the author together with the place where they stand. */
export interface Written {
  readonly text: string
  readonly span: Span
}

/** One specification file. */
export interface Source {
  readonly file: string
  readonly text: string
}

/** Line and column, both counted from 1; a column is a UTF-16 code unit, as in editors. */
export interface Position {
  readonly line: number
  readonly column: number
}
