// `at most 3 in doing` of a board → limits of its columns, by the states or choices of its field.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { WipLimitDraft, ListFormDraft } from '../../draft/screens.ts'
import type { WipLimit } from '../../model/screens.ts'
import type { Span, Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { resolveBound } from '../entities/field-types.ts'

export interface BoardColumns {
  readonly kind: 'state' | 'choice'
  /** `Task.status`; null: a key of an answer. */
  readonly of: string | null
  /** Null: not known. */
  readonly names: readonly string[] | null
}

const MOST = 1000

type BoardDraft = Extract<ListFormDraft, { kind: 'board' }>

/** `columns` null: they are records. */
export function checkWipLimits(
  checking: Checking,
  { by, limits }: BoardDraft,
  columns: BoardColumns | null,
): WipLimit[] {
  const first = new Map<string | null, Span>()
  return limits.flatMap((limit) => {
    const column = limit.column?.text ?? null
    const other = first.get(column)
    if (other !== undefined)
      return report(checking, diagnostic('N219', limit.span, 'limited twice').because(other, 'It is here.')) ?? []
    first.set(column, limit.span)
    const most = checkMost(checking, limit)
    const isThere = limit.column === null || checkColumn(checking, by, limit.column, columns)
    return most !== null && isThere ? [{ column, most }] : []
  })
}

function checkColumn(checking: Checking, by: Written, column: Written, columns: BoardColumns | null): boolean {
  if (columns === null) {
    const found = diagnostic('N219', column.span, 'column of a record', by.text)
    report(checking, found.withHint('Write "in each column".'))
    return false
  }
  const { names, of, kind } = columns
  if (names !== null && !names.includes(column.text)) {
    report(
      checking,
      diagnostic('N219', column.span, 'no such column', by.text, column.text).suggesting(column.text, names),
    )
    return false
  }
  if (of !== null) checking.names.recorder.use(kind, column, of)
  return true
}

/** A number, or a constant of point 9. */
function checkMost(checking: Checking, { most }: WipLimitDraft): number | null {
  const constants = new Map(checking.constants.map((constant) => [constant.name, constant]))
  const size = resolveBound(most, { constants, names: checking.names, found: checking.found })
  if (size === null || (Number.isInteger(size) && size > 0 && size <= MOST)) return size
  return report(checking, diagnostic('N219', most.span, 'size of a column', size))
}
