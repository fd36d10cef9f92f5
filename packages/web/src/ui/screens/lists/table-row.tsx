// One row of a table. Its title cell is a real link that covers the row, so that the row opens by click, by keyboard
// and in a new tab.

import { Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo, type Ref } from 'react'
import type { AppList, AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import { addressOfRow } from '../../../client/addresses.ts'
import { RowActions } from '../../calls/calls.tsx'
import { Cell } from '../../entities/cells.tsx'
import { DragHandle } from '../reordering/drag-handle.tsx'
import { inputOfCell, useChangingCells } from '../cells/cell-changes.ts'
import { ChangeableCell, ChangingLink, type CellInPlace } from '../cells/changing-cells.tsx'
import { ChooseRow, useChosenRows } from './chosen-rows.tsx'
import { isNaming, titleColumnOf, titleOfRow } from './list-props.ts'
import styles from './lists.module.css'

export interface TableRowProps {
  readonly screen: AppScreen
  readonly block: AppList
  readonly columns: readonly AppColumn[]
  readonly row: RowData
  /** Its index among all rows of the list, from 0. */
  readonly place: number
  /** Null: the table has no column for actions. */
  readonly actions: readonly AppAction[] | null
  readonly measure?: Ref<HTMLTableRowElement> | undefined
}

/** The heading row counts as the first row. */
const ROWS_BEFORE = 2

/** Memoised: redrawn when the row changes, not for each row that scrolls into view or each refetch of the list. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { screen, block, columns, row, place, actions, measure } = props
  const choosing = useChosenRows()
  const linkColumn = titleColumnOf({ ...block, columns })
  return (
    <Table.Tr
      {...(measure === undefined ? {} : { ref: measure })}
      className={styles.row}
      data-row={row.id}
      data-reordered={row.id}
      data-opens={addressOfRow(block, row) === null ? undefined : true}
      data-index={place}
      aria-rowindex={place + ROWS_BEFORE}
      data-chosen={choosing?.chosen.has(row.id) === true || undefined}
      {...(choosing === null ? {} : { 'aria-selected': choosing.chosen.has(row.id) })}
    >
      {choosing !== null && (
        <Table.Td className={styles.choosing}>
          <ChooseRow row={row} name={titleOfRow(block, row)} />
        </Table.Td>
      )}
      {columns.map((column, at) => (
        <RowCell
          key={column.key}
          screen={screen}
          block={block}
          column={column}
          row={row}
          name={titleOfRow(block, row)}
          isTitle={column === linkColumn}
          isFirst={at === 0}
        />
      ))}
      {actions !== null && (
        <Table.Td className={styles.actions}>
          <RowActions screen={screen} actions={actions} row={row} />
        </Table.Td>
      )}
    </Table.Tr>
  )
})

interface RowCellProps extends CellInPlace {
  readonly block: AppList
  readonly isTitle: boolean
  readonly isFirst: boolean
}

/** Memoised, because selecting a row does not change its cells. */
const RowCell = memo(function RowCell({ isTitle, isFirst, block, ...cell }: RowCellProps) {
  const { column } = cell
  const changing = useChangingCells()
  const isChangeable = changing !== null && inputOfCell(changing.changes, cell.row, column) !== null
  const value = changing?.shown(cell.row, column)
  const row = value === undefined ? cell.row : { ...cell.row, values: { ...cell.row.values, [column.key]: value } }
  const address = isTitle ? addressOfRow(block, row) : null
  const shown = <Cell column={column} row={row} isCompact isLinked={address === null && !isChangeable} />
  return (
    <Table.Td
      data-kind={column.display.kind}
      data-column={column.key}
      data-link={isTitle || undefined}
      data-naming={isNaming(block, column) || undefined}
      {...(isChangeable ? { 'aria-readonly': false, 'aria-haspopup': 'dialog', 'aria-keyshortcuts': 'F2' } : {})}
    >
      {isFirst && <DragHandle row={cell.row} name={cell.name} isAside />}
      {address === null ? (
        <ChangeableCell {...cell}>{shown}</ChangeableCell>
      ) : (
        <>
          <Link to={address} className={styles.link}>
            {shown}
          </Link>
          <ChangingLink {...cell} />
        </>
      )}
    </Table.Td>
  )
})
