// Rows as a table. The first cell is a real link that covers its row, so a row opens by click, by
// keyboard and in a new tab alike.

import { Table } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { AppColumn, RowData } from '@ninefold/core/contract/app.ts'
import { fillPattern } from '../../client/addresses.ts'
import { RowActions } from '../calls/calls.tsx'
import { Cell } from '../entities/cells.tsx'
import { words } from '../words.ts'
import { ChooseAll, ChooseRow, useChosenRows } from './chosen-rows.tsx'
import { isNaming, titleColumnOf, titleOfRow, type RowsProps } from './list-props.ts'
import { rowActionsOf } from './row-actions.ts'
import { shownSorts, sortToAdd, sortToAsk, type ShownSort } from './sorting.ts'
import styles from './lists.module.css'

export function ListTable({ screen, block, data, address, change, label }: RowsProps) {
  const actions = rowActionsOf(block)
  const hasActions = data.rows.some((row) =>
    actions.some((action) => row.actions[action.key] !== undefined || action.kind === 'open'),
  )
  const choosing = useChosenRows()
  const linkColumn = titleColumnOf(block)
  const sorts = shownSorts(block, address.sort)
  return (
    <Table.ScrollContainer minWidth={0} type="native" className={styles.scroll} tabIndex={-1}>
      <Table className={styles.table} aria-label={label} verticalSpacing={0} horizontalSpacing={12}>
        <Table.Thead>
          <Table.Tr>
            {choosing !== null && (
              <Table.Th className={styles.choosing}>
                <ChooseAll />
              </Table.Th>
            )}
            {block.columns.map((column) => (
              <HeaderCell
                key={column.key}
                block={block}
                column={column}
                sorts={sorts}
                ask={(next) => change({ sort: next })}
              />
            ))}
            {hasActions && (
              <Table.Th>
                <span className="visually-hidden">{words.screens.actions}</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.rows.map((row) => (
            <Table.Tr
              key={row.id}
              className={styles.row}
              data-chosen={choosing?.chosen.has(row.id) === true || undefined}
            >
              {choosing !== null && (
                <Table.Td className={styles.choosing}>
                  <ChooseRow row={row} name={titleOfRow(block, row)} />
                </Table.Td>
              )}
              {block.columns.map((column) => (
                <Table.Td
                  key={column.key}
                  data-kind={column.display.kind}
                  data-link={column === linkColumn || undefined}
                  data-naming={isNaming(block, column) || undefined}
                >
                  <LinkedCell column={column} row={row} pattern={column === linkColumn ? block.opens : null} />
                </Table.Td>
              ))}
              {hasActions && (
                <Table.Td className={styles.actions}>
                  <RowActions screen={screen} actions={actions} row={row} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function LinkedCell({
  column,
  row,
  pattern,
}: {
  readonly column: AppColumn
  readonly row: RowData
  readonly pattern: string | null
}) {
  const address = pattern === null ? null : fillPattern(pattern, row.keys)
  const cell = <Cell column={column} row={row} isCompact />
  if (address === null) return cell
  return (
    <Link to={address} className={styles.link}>
      {cell}
    </Link>
  )
}

interface HeaderCellProps {
  readonly column: AppColumn
  readonly block: RowsProps['block']
  readonly sorts: readonly ShownSort[]
  readonly ask: (sort: string | undefined) => void
}

/** With the shift key, the rows are sorted by this column after those by which they are sorted already. */
function HeaderCell({ column, block, sorts, ask }: HeaderCellProps) {
  if (!column.isSortable) return <Table.Th data-kind={column.display.kind}>{column.label}</Table.Th>
  const place = sorts.findIndex((sort) => sort.column === column.key)
  const direction = sorts[place]?.direction ?? null
  return (
    <Table.Th data-kind={column.display.kind} aria-sort={(place === 0 ? direction : null) ?? 'none'}>
      <button
        type="button"
        className={styles.sort}
        data-active={direction !== null || undefined}
        title={words.screens.sortAfter}
        onClick={({ shiftKey }) => ask(shiftKey ? sortToAdd(block, column.key, sorts) : sortToAsk(column.key, sorts))}
      >
        {column.label}
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
    </Table.Th>
  )
}
