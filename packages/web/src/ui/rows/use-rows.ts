// The rows of a list of objects, which a person adds, fills in, moves and removes. Each change starts from the latest
// rows, because a picker may answer after the focus has moved to another row.

import { useEffect, useRef } from 'react'
import { isBlank, isRows, type EnteredRow, type EnteredValue } from '../../client/input/form-values.ts'

export interface Rows {
  readonly rows: readonly EnteredRow[]
  readonly put: (key: string, input: string, value: EnteredValue) => void
  /** Returns the key of the new row. */
  readonly add: () => string
  readonly remove: (key: string) => void
  readonly move: (key: string, by: -1 | 1) => void
  readonly canAdd: () => boolean
}

/** The key of an initial empty row, which is not stored until a person enters something. */
export const FIRST_ROW = '0'
const FIRST: readonly EnteredRow[] = [{ key: FIRST_ROW, values: {} }]

export function useRows(value: EnteredValue, countMax: number, change: (value: EnteredValue) => void): Rows {
  const rows = isRows(value) ? value.rows : FIRST
  const now = useRef(rows)
  useEffect(() => {
    now.current = rows
  })
  const set = (next: readonly EnteredRow[]): void => {
    now.current = next
    change({ rows: next })
  }
  return {
    rows,
    put: (key, input, entered) =>
      set(now.current.map((row) => (row.key === key ? { key, values: { ...row.values, [input]: entered } } : row))),
    add: () => {
      const key = String(1 + Math.max(0, ...now.current.map((row) => Number(row.key))))
      set([...now.current, { key, values: {} }])
      return key
    },
    remove: (key) => {
      const rest = now.current.filter((row) => row.key !== key)
      if (rest.length > 0) return set(rest)
      now.current = FIRST
      change(null)
    },
    move: (key, by) => {
      const from = now.current.findIndex((row) => row.key === key)
      const to = from + by
      const moved = now.current[from]
      if (moved === undefined || to < 0 || to >= now.current.length) return
      set(now.current.toSpliced(from, 1).toSpliced(to, 0, moved))
    },
    canAdd: () => {
      const last = now.current.at(-1)
      return now.current.length < countMax && (last === undefined || !isBlank(last))
    },
  }
}
