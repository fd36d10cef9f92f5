// Rows as cards, for a narrow screen: what the row is on top, states and marks below, the rest as pairs.

import { Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AppColumn, AppList, RowData } from '@ninefold/core/contract/app.ts'
import { fillPattern } from '../../client/addresses.ts'
import { RowActions } from '../calls/calls.tsx'
import { Cell } from '../entities/cells.tsx'
import { words } from '../words.ts'
import type { ChangeAddress, RowsProps } from './list-block.tsx'
import { linkColumnOf } from './list-table.tsx'
import { rowActionsOf } from './row-actions.ts'
import styles from './lists.module.css'

export function ListCards({ screen, block, data, address, change, label }: RowsProps) {
  const actions = rowActionsOf(block)
  return (
    <>
      <SortChoice block={block} asked={address.sort} change={change} />
      <ul className={styles.cards} aria-label={label}>
        {data.rows.map((row) => (
          <li key={row.id} className={styles.card}>
            <CardBody block={block} row={row} />
            {actions.some((action) => row.actions[action.key] !== undefined) && (
              <div className={styles.cardActions}>
                <RowActions screen={screen} actions={actions} row={row} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function CardBody({ block, row }: { readonly block: AppList; readonly row: RowData }) {
  const titleColumn = linkColumnOf(block.columns)
  const address = block.opens === null ? null : fillPattern(block.opens, row.keys)
  const others = block.columns.filter((column) => column !== titleColumn && isWorthShowing(column, row))
  const title = titleColumn === undefined ? null : <Cell column={titleColumn} value={row.values[titleColumn.key]} isCompact />
  return (
    <div className={styles.cardBody}>
      <div className={styles.cardTitle}>
        {address === null ? (
          title
        ) : (
          <Link to={address} className={styles.link}>
            {title}
          </Link>
        )}
      </div>
      <dl className={styles.cardFacts}>
        {others.map((column) => (
          <div key={column.key} className={styles.cardFact}>
            <dt className={isSelfExplaining(column) ? 'visually-hidden' : undefined}>{column.label}</dt>
            <dd>
              <Cell column={column} value={row.values[column.key]} isCompact />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** On a card an empty value and a "no" only take room. */
function isWorthShowing(column: AppColumn, row: RowData): boolean {
  const value = row.values[column.key]
  return value !== undefined && value !== null && value !== '' && !(column.display.kind === 'yes/no' && value === false)
}

function isSelfExplaining(column: AppColumn): boolean {
  return column.display.kind === 'state' || column.display.kind === 'yes/no'
}

function SortChoice({ block, asked, change }: { readonly block: AppList; readonly asked: string | null; readonly change: ChangeAddress }) {
  const columns = block.columns.filter(({ isSortable }) => isSortable)
  if (columns.length === 0) return null
  return (
    <Select
      className={styles.sortChoice}
      size="xs"
      aria-label={words.screens.sortBy}
      placeholder={words.screens.sortBy}
      clearable
      value={asked}
      data={columns.flatMap(({ key, label }) => [
        { value: key, label: words.screens.sortedUp(label) },
        { value: `-${key}`, label: words.screens.sortedDown(label) },
      ])}
      onChange={(chosen) => change({ sort: chosen ?? undefined })}
    />
  )
}
