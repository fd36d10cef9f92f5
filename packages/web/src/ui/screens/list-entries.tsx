// Rows as entries to read, one after another: what a list with a long text is (comments, notes, history).

import { Avatar } from '@mantine/core'
import type { AppColumn } from '@ninefold/core/contract/app.ts'
import { isReading } from '../../client/reading-list.ts'
import { RowActions } from '../calls/calls.tsx'
import { Cell } from '../entities/cells.tsx'
import { ChooseRow } from './chosen-rows.tsx'
import { titleOfRow, type RowsProps } from './list-props.ts'
import { rowActionsOf } from './row-actions.ts'
import styles from './lists.module.css'

/** Letters in these colours can be read on their pale ground; in green and yellow they can't. */
const FACE_COLOURS = ['blue', 'violet', 'grape', 'pink', 'indigo', 'cyan']

export function ListEntries({ screen, block, data, label }: RowsProps) {
  const texts = block.columns.filter(({ display }) => isReading(display))
  const heading = block.columns.find(({ display }) => display.kind === 'text' || display.kind === 'email')
  const marks = block.columns.filter((column) => column !== heading && !texts.includes(column))
  const actions = rowActionsOf(block)
  return (
    <ol className={styles.entries} aria-label={label}>
      {data.rows.map((row) => {
        const name = heading === undefined || !isSomebody(heading) ? null : row.values[heading.key]
        return (
          <li key={row.id} className={styles.entry}>
            {typeof name === 'string' && (
              <Avatar
                name={name}
                size={28}
                color="initials"
                allowedInitialsColors={FACE_COLOURS}
                className={styles.entryFace}
                aria-hidden="true"
              />
            )}
            <div className={styles.entryContent}>
              <div className={styles.entryHead}>
                {heading !== undefined && (
                  <span className={styles.entryName}>
                    <Cell column={heading} row={row} />
                  </span>
                )}
                {marks
                  .filter((column) => isTelling(column, row.values[column.key]))
                  .map((column) => (
                    <span key={column.key} className={styles.entryMark}>
                      <Cell column={column} row={row} isCompact />
                    </span>
                  ))}
                <span className={styles.entryActions}>
                  <ChooseRow row={row} name={titleOfRow(block, row)} />
                  <RowActions screen={screen} actions={actions} row={row} />
                </span>
              </div>
              {texts
                .filter((column) => isTelling(column, row.values[column.key]))
                .map((column) => (
                  <Cell key={column.key} column={column} row={row} />
                ))}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** Whoever wrote it is another record. What the row itself is called is no face: a place has none. */
function isSomebody({ key }: AppColumn): boolean {
  return key.includes('.')
}

function isTelling(column: AppColumn, value: unknown): boolean {
  return (
    value !== undefined &&
    value !== null &&
    value !== '' &&
    !(column.display.kind === 'yes/no' && value === false) &&
    !(Array.isArray(value) && value.length === 0)
  )
}
