// Rows as a table with keyboard navigation: its headings, and the rows that are drawn.

import { Table } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { memo, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type Ref } from 'react'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import { isCounted } from '@ninefold/core/model/lists/list-count.ts'
import { words } from '../../words/words.ts'
import { ChangingCells, useCellBeginning } from '../cells/changing-cells.tsx'
import { useReordering } from '../reordering/reordering.ts'
import { ChooseAll, useChosenRows } from './chosen-rows.tsx'
import { ColumnSizes, ResizeHandle } from '../columns/column-sizes.tsx'
import { useGroupHeads } from '../columns/group-heads.tsx'
import { isNaming, pageStart, titleColumnOf, type RowsProps } from './list-props.ts'
import { rowActionsOf } from './row-actions.ts'
import { firstDirection, shownSorts, sortToAdd, sortToAsk, type ShownSort } from '../filters/sorting.ts'
import { TableRow } from './table-row.tsx'
import { useGridKeys, type Grid } from './use-grid-keys.ts'
import styles from './lists.module.css'

/** The drawn rows of a virtualised table; empty space of the same height replaces the others. */
export interface DrawnRows {
  readonly rows: readonly { readonly index: number; readonly start: number; readonly end: number }[]
  readonly height: number
  readonly bring: (index: number) => void
  readonly measure: Ref<HTMLTableRowElement>
  /** Receives the grid once it is drawn. */
  readonly grid: (grid: Grid) => void
}

interface TableProps extends RowsProps {
  /** Missing: all rows. */
  readonly drawn?: DrawnRows
}

export function ListTable(props: TableProps) {
  const table = <TableOfRows {...props} />
  return (
    <ChangingCells changes={props.block.changes}>
      {props.drawn === undefined ? <ScrolledSideways>{table}</ScrolledSideways> : table}
    </ChangingCells>
  )
}

/** A table that fits has headings that stay in sight; an element that scrolls sideways would prevent it. */
function ScrolledSideways({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [fits, setFits] = useState(false)
  useLayoutEffect(() => {
    const around = place.current
    const table = around?.querySelector('table') ?? null
    if (around === null || table === null) return
    const measure = (): void => setFits(table.offsetWidth <= around.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(around)
    observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className={styles.scroll} data-fits={fits || undefined} tabIndex={-1}>
      {children}
    </div>
  )
}

function TableOfRows({ screen, block, data, address, change, label, drawn }: TableProps) {
  const possible = useMemo(() => rowActionsOf(block), [block])
  const hasActions = useMemo(
    () =>
      data.rows.some((row) =>
        possible.some((action) => row.actions[action.key] !== undefined || action.kind === 'open'),
      ),
    [data.rows, possible],
  )
  const actions = hasActions ? possible : null
  const choosing = useChosenRows()
  const columns = block.columns
  const sorts = useMemo(() => sortsWithin(block, address), [block, address])
  const from = pageStart(block, address)
  const reordering = useReordering()
  const grid = useGridKeys({
    arrange: reordering?.step,
    rows: data.rows.length,
    from,
    choose: choosing?.choose,
    change: useCellBeginning(data.rows, columns),
    ...(drawn === undefined ? {} : { bring: drawn.bring }),
  })
  drawn?.grid(grid)
  const count = columns.length + (choosing === null ? 0 : 1) + (hasActions ? 1 : 0)
  const heads = useGroupHeads(data.rows)
  // By the place, because a reader may not see ids.
  const headOf = (index: number): ReactNode[] => {
    const head = heads(index)
    return head === null ? [] : [<GroupRow key={`group at ${index}`} head={head} columns={count} />]
  }
  const rowProps = { screen, block, columns, actions, measure: drawn?.measure }
  return (
    <Table
      ref={grid.table}
      role="grid"
      aria-readonly="true"
      className={styles.table}
      aria-label={label}
      aria-rowcount={isCounted(data.total) ? data.total + 1 : -1}
      onKeyDown={grid.onKeyDown}
      onFocus={grid.onFocus}
      verticalSpacing={0}
      horizontalSpacing={12}
    >
      <ColumnSizes columns={columns} hasChoosing={choosing !== null} hasActions={hasActions} />
      <TableHead {...{ block, columns, sorts, change, hasActions }} hasChoosing={choosing !== null} />
      <Table.Tbody>
        {drawn === undefined
          ? data.rows.flatMap((row, index) => [
              ...headOf(index),
              <TableRow key={row.id} row={row} place={from + index} {...rowProps} />,
            ])
          : drawn.rows.flatMap(({ index, start }, at) => {
              const row = data.rows[index]
              if (row === undefined) return []
              const room = start - (drawn.rows[at - 1]?.end ?? 0)
              return [
                ...(room > 0 ? [<Room key={`before ${row.id}`} height={room} columns={count} />] : []),
                ...headOf(index),
                <TableRow key={row.id} row={row} place={index} {...rowProps} />,
              ]
            })}
        {drawn !== undefined && (
          <Room key="after" height={drawn.height - (drawn.rows.at(-1)?.end ?? 0)} columns={count} />
        )}
      </Table.Tbody>
    </Table>
  )
}

/** The order of the groups is not a reader's choice. */
function sortsWithin(block: RowsProps['block'], { sort, group }: RowsProps['address']): readonly ShownSort[] {
  return shownSorts(block, sort).filter(({ column }) => column !== group)
}

function GroupRow({ head, columns }: { readonly head: ReactNode; readonly columns: number }) {
  return (
    <tr className={styles.groupRow} data-group>
      <th colSpan={columns} scope="rowgroup">
        {head}
      </th>
    </tr>
  )
}

/** Empty space of the height of the rows that are not drawn. */
function Room({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden="true" className={styles.room}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}

interface HeadProps extends Pick<RowsProps, 'block' | 'change'> {
  readonly columns: readonly AppColumn[]
  readonly sorts: readonly ShownSort[]
  readonly hasChoosing: boolean
  readonly hasActions: boolean
}

/** Memoised: it does not change while rows scroll below it. */
const TableHead = memo(function TableHead(props: HeadProps) {
  const { block, columns, sorts, change, hasChoosing, hasActions } = props
  return (
    <Table.Thead>
      <Table.Tr aria-rowindex={1}>
        {hasChoosing && (
          <Table.Th className={styles.choosing}>
            <ChooseAll />
          </Table.Th>
        )}
        {columns.map((column) => (
          <HeaderCell
            key={column.key}
            block={block}
            column={column}
            sorts={sorts}
            ask={(next) => change({ sort: next })}
          />
        ))}
        {hasActions && (
          <Table.Th className={styles.actionsHead}>
            <span className="visually-hidden">{words.screens.actions}</span>
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
  )
})

interface HeaderCellProps {
  readonly column: AppColumn
  readonly block: RowsProps['block']
  readonly sorts: readonly ShownSort[]
  readonly ask: (sort: string | undefined) => void
}

/** Shift+click sorts by this column after those that already sort the rows. */
function HeaderCell({ column, block, sorts, ask }: HeaderCellProps) {
  const heading = {
    'data-kind': column.display.kind,
    'data-column': column.key,
    'data-link': column === titleColumnOf(block) || undefined,
    'data-naming': isNaming(block, column) || undefined,
    className: styles.columnHead,
  }
  if (!column.isSortable)
    return (
      <Table.Th {...heading}>
        <span className={styles.headingText}>{column.label}</span>
        <ResizeHandle column={column} />
      </Table.Th>
    )
  const place = sorts.findIndex((sort) => sort.column === column.key)
  const direction = sorts[place]?.direction ?? null
  return (
    <Table.Th {...heading} aria-sort={(place === 0 ? direction : null) ?? 'none'}>
      <button
        type="button"
        data-printed
        className={styles.sort}
        data-active={direction !== null || undefined}
        title={words.screens.sortAfter}
        onClick={({ shiftKey }) =>
          ask(shiftKey ? sortToAdd(block, column.key, sorts) : sortToAsk(column.key, sorts, firstDirection(column)))
        }
      >
        <span className={styles.headingText}>{column.label}</span>
        {direction === 'ascending' && <IconArrowUp size={13} aria-hidden="true" />}
        {direction === 'descending' && <IconArrowDown size={13} aria-hidden="true" />}
        {direction !== null && sorts.length > 1 && (
          <>
            <span className={styles.sortPlace} aria-hidden="true">
              {place + 1}
            </span>
            <span className="visually-hidden">{words.screens.sortedAs(place + 1, direction)}</span>
          </>
        )}
      </button>
      <ResizeHandle column={column} />
    </Table.Th>
  )
}
