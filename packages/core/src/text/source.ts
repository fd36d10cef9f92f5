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
  /**
   * Indexes of `text` before which the source has one character more: the backslash of `\|` in a table
   * cell. Absent when `text` is the source, character by character. See `offsetIn`.
   */
  readonly skipped?: readonly number[]
}

/** Where the character at an index of an author's words stands in the source. */
export function offsetIn(written: Written, index: number): number {
  const skipped = written.skipped?.filter((at) => at <= index).length ?? 0
  return Math.min(written.span.start + index + skipped, written.span.end)
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
