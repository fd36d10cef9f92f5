// The properties of a record, one per line. A value that this person may change is a button that opens the inline
// control.

import type { AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import { Cell, pageOf } from '../entities/cells.tsx'
import { inputOfCell, useChangingCells } from '../screens/cells/cell-changes.ts'
import { ChangingLink, Editor, type CellInPlace } from '../screens/cells/changing-cells.tsx'
import { words } from '../words/words.ts'
import styles from './record.module.css'

interface PropertiesProps {
  readonly screen: AppScreen
  readonly columns: readonly AppColumn[]
  readonly row: RowData
  /** Title of the record. */
  readonly title: string
}

export function Properties({ screen, columns, row, title }: PropertiesProps) {
  const changing = useChangingCells()
  const shown = columns.filter((column) => isWorthALine(column, row, changing?.changes))
  if (shown.length === 0) return null
  return (
    <dl className={styles.properties}>
      {shown.map((column) => (
        <div key={column.key} className={styles.property}>
          <dt>{column.label}</dt>
          <dd data-in-place>
            <PropertyValue screen={screen} column={column} row={row} name={title} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * An empty value is shown if its reader could set it. An empty reference is always shown, because people look for it. A
 * "no" that somebody said is shown; one that follows from other values is not.
 */
function isWorthALine(column: AppColumn, row: RowData, changes: Parameters<typeof inputOfCell>[0]): boolean {
  const value = row.values[column.key]
  const { display } = column
  const isNothing = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  const isLeftOut = ('isComputed' in display && value === false) || (isNothing && !column.key.includes('.'))
  return !isLeftOut || inputOfCell(changes, row, column) !== null
}

/** The optimistic value while a change is in progress. */
export function useShownRow({ row, column }: Pick<CellInPlace, 'row' | 'column'>): RowData {
  const value = useChangingCells()?.shown(row, column)
  return value === undefined ? row : { ...row, values: { ...row.values, [column.key]: value } }
}

function PropertyValue(cell: CellInPlace) {
  const { row, column } = cell
  const changing = useChangingCells()
  const shown = useShownRow(cell)
  const value = <Cell column={column} row={shown} isLinked />
  if (changing === null || inputOfCell(changing.changes, row, column) === null) return value
  if (isUsedByItself(column, shown.values[column.key]) || pageOf(column, shown) !== null)
    return (
      <>
        {value}
        <ChangingLink {...cell} />
      </>
    )
  return (
    <>
      <Editor {...cell} />
      <button
        type="button"
        data-printed
        className={styles.value}
        data-changes={column.key}
        data-waiting={shown !== row || undefined}
        aria-haspopup="dialog"
        aria-description={words.records.change(column.label)}
        onClick={() => changing.begin(row, column)}
      >
        {value}
      </button>
    </>
  )
}

/** It contains a link or button of its own. */
function isUsedByItself({ display }: AppColumn, value: unknown): boolean {
  const { kind } = display.kind === 'list' ? display.of : display
  const isNothing = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  return !isNothing && (kind === 'file' || kind === 'email' || kind === 'url' || kind === 'secret')
}
