// Rows as cards, for a narrow screen: what the row is on top, states and marks below, the rest as pairs.

import { Link } from '@tanstack/react-router'
import type { AppColumn, AppList, RowData } from '@ninefold/core/contract/app.ts'
import { fillPattern } from '../../client/addresses.ts'
import { RowActions } from '../calls/calls.tsx'
import { Cell } from '../entities/cells.tsx'
import { titleColumnOf, type RowsProps } from './list-props.ts'
import { rowActionsOf } from './row-actions.ts'
import styles from './lists.module.css'

export function ListCards({ screen, block, data, label }: RowsProps) {
  const actions = rowActionsOf(block)
  return (
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
  )
}

function CardBody({ block, row }: { readonly block: AppList; readonly row: RowData }) {
  const titleColumn = titleColumnOf(block)
  const address = block.opens === null ? null : fillPattern(block.opens, row.keys)
  const shown = block.columns.filter((column) => column !== titleColumn && isWorthShowing(column, row))
  // Marks first: they are what a person scans for.
  const others = [...shown.filter(isSelfExplaining), ...shown.filter((column) => !isSelfExplaining(column))]
  const title = titleColumn === undefined ? null : <Cell column={titleColumn} row={row} isCompact />
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
              <Cell column={column} row={row} isCompact />
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
