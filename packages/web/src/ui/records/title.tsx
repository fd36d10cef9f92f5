// The title of a record's page, and its long texts: readable, and editable inline.

import { Title } from '@mantine/core'
import type { AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import { Cell } from '../entities/cells.tsx'
import { inputOfCell, useChangingCells } from '../screens/cells/cell-changes.ts'
import { ChangingButton, type CellInPlace } from '../screens/cells/changing-cells.tsx'
import { useShownRow } from './properties.tsx'
import styles from './record.module.css'

interface TitleProps {
  readonly screen: AppScreen
  readonly title: string
  readonly row: RowData
  /** Columns that it contains. */
  readonly said: readonly AppColumn[]
}

export function RecordTitle({ screen, title, row, said }: TitleProps) {
  const changes = useChangingCells()?.changes
  const column = said.find((each) => inputOfCell(changes, row, each) !== null)
  return (
    <div className={styles.titleLine} data-in-place>
      <Title order={1} className={styles.title}>
        {title === '' ? screen.name : title}
      </Title>
      {column !== undefined && <ChangingButton screen={screen} column={column} row={row} name={title} />}
    </div>
  )
}

export function TextInPlace(cell: CellInPlace) {
  const row = useShownRow(cell)
  return (
    <div className={styles.text} data-in-place>
      <Cell column={cell.column} row={row} />
      <ChangingButton {...cell} />
    </div>
  )
}
