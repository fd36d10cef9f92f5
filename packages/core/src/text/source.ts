// A specification's text, and positions in it. Offsets count UTF-16 code units from the start of the text; lines and
// columns count from 1.

/** A range of the text: from `start` to `end` (exclusive). */
export interface Span {
  readonly start: number
  readonly end: number
}

/** An author's text with its position. */
export interface Written {
  readonly text: string
  readonly span: Span
  /**
   * Indexes of `text` before which the source has one more character: the backslash of `\|` in a table cell. Missing if
   * `text` equals the source. See `offsetIn`.
   */
  readonly skipped?: readonly number[]
}

/** The source offset of the character at an index of an author's text. */
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
