// Rows as cards for narrow screens: the title on top, states and marks below, then the other values as pairs.

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AppList, AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import { addressOfRow } from '../../../client/addresses.ts'
import { RowActions } from '../../calls/calls.tsx'
import { thumbnailAddress } from '@ninefold/core/contract/wire/thumbnails.ts'
import { Cell } from '../../entities/cells.tsx'
import { Picture, pictureIn } from '../../entities/file-face.tsx'
import { useReordering } from '../reordering/reordering.ts'
import { DragHandle } from '../reordering/drag-handle.tsx'
import { ChooseRow, useChosenRows } from './chosen-rows.tsx'
import { useGroupHeads } from '../columns/group-heads.tsx'
import { isNaming, titleColumnOf, titleOfRow, type RowsProps } from './list-props.ts'
import { rowActionsOf } from './row-actions.ts'
import styles from './lists.module.css'

export function ListCards({ screen, block, data, label }: RowsProps) {
  const heads = useGroupHeads(data.rows)
  const isReordered = useReordering() !== null
  return (
    <ul className={styles.cards} aria-label={label} data-grid={block.form.kind === 'cards' || undefined}>
      {data.rows.map((row, index) => (
        <li key={row.id} data-reordered={row.id}>
          {heads(index)}
          <Card screen={screen} block={block} row={row}>
            {isReordered ? <DragHandle row={row} name={titleOfRow(block, row)} /> : undefined}
          </Card>
        </li>
      ))}
    </ul>
  )
}

interface CardProps {
  readonly screen: AppScreen
  readonly block: AppList
  readonly row: RowData
  /** Key of a column that the card's place already shows, such as its lane. */
  readonly without?: string
  readonly isFlat?: boolean
  /** Controls beside the card's actions. */
  readonly children?: ReactNode
}

export function Card({ screen, block, row, without, isFlat = false, children }: CardProps) {
  const actions = rowActionsOf(block)
  const choosing = useChosenRows()
  const hasActions = actions.some((action) => row.actions[action.key] !== undefined)
  return (
    <div
      className={styles.card}
      data-flat={isFlat || undefined}
      data-chosen={choosing?.chosen.has(row.id) === true || undefined}
    >
      {choosing !== null && (
        <div className={styles.cardChoosing}>
          <ChooseRow row={row} name={titleOfRow(block, row)} />
        </div>
      )}
      <CardBody block={block} row={row} without={without} />
      {(hasActions || children !== undefined) && (
        <div className={styles.cardActions}>
          {children}
          <RowActions screen={screen} actions={actions} row={row} />
        </div>
      )}
    </div>
  )
}

function CardBody({
  block,
  row,
  without,
}: {
  readonly block: AppList
  readonly row: RowData
  readonly without: string | undefined
}) {
  const titleColumn = titleColumnOf(block)
  const address = addressOfRow(block, row)
  // The first picture stands at the top of a card, if there is room.
  const cover =
    block.form.kind === 'cards' ? block.columns.find(({ key }) => pictureIn(row.values[key]) !== null) : undefined
  const shown = block.columns.filter(
    (column) => column !== titleColumn && column !== cover && column.key !== without && isWorthShowing(column, row),
  )
  // Marks come first, because people scan for them.
  const isPlain = (column: AppColumn): boolean => isSelfExplaining(column) || isNaming(block, column)
  const others = [...shown.filter(isPlain), ...shown.filter((column) => !isPlain(column))]
  const title = titleColumn === undefined ? null : <Cell column={titleColumn} row={row} isCompact />
  return (
    <div className={styles.cardBody}>
      {cover !== undefined && <Cover label={cover.label} value={row.values[cover.key]} />}
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
          <div key={column.key} className={styles.cardFact} data-kind={column.display.kind} title={column.label}>
            <dt className={isPlain(column) || column.isButton === true ? 'visually-hidden' : undefined}>
              {column.label}
            </dt>
            <dd>
              <Cell column={column} row={row} isCompact isLinked />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Cover({ label, value }: { readonly label: string; readonly value: unknown }) {
  const picture = pictureIn(value)
  if (picture === null) return null
  const address = thumbnailAddress(picture.url, 'medium')
  return <Picture address={address} alt={`${label}: ${picture.name}`} className={styles.cover} otherwise={null} />
}

/** On a card, an empty value or a "no" would only take room. */
function isWorthShowing(column: AppColumn, row: RowData): boolean {
  const value = row.values[column.key]
  return (
    value !== undefined &&
    value !== null &&
    value !== '' &&
    !(Array.isArray(value) && value.length === 0) &&
    !(column.display.kind === 'yes/no' && value === false)
  )
}

/** Its value says what it is. */
function isSelfExplaining({ display: { kind } }: AppColumn): boolean {
  return kind === 'state' || kind === 'yes/no' || kind === 'choice'
}
