// A card of a board: dragged, moved by arrow keys, or by its menu.

import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { Choice } from '@ninefold/core/contract/wire/display.ts'
import { laneOf, moveTo } from '../../../client/lists/board-moves.ts'
import { isOnTheWay } from '../../../client/query/optimistic-update.ts'
import { useFormats } from '../../formats.ts'
import { words } from '../../words/words.ts'
import { Card } from '../lists/list-cards.tsx'
import { titleOfRow } from '../lists/list-props.ts'
import { useReordering } from '../reordering/reordering.ts'
import { arrowOf, keepFocusOf } from '../reordering/reordering-keys.ts'
import { asideOf, reasonOf, tooMany, useMove, type BoardProps } from './board-moving.ts'
import styles from './board.module.css'

interface LaneCardProps extends BoardProps {
  readonly row: RowData
  readonly lane: Choice
}

export function LaneCard(props: LaneCardProps) {
  const { screen, block, form, lane, isMoving, columnOf, row, dragged, setDragged, aside } = props
  const reordering = useReordering()
  const step = (event: KeyboardEvent): void => {
    const by = event.altKey ? arrowOf(event) : 0
    const across = event.altKey ? asideOf(event) : 0
    if (reordering !== null && by !== 0) {
      event.preventDefault()
      reordering.step(row.id, by, columnOf(lane.value))
      keepFocusOf(event.target as HTMLElement)
    } else if (isMoving && across !== 0) {
      // The browser would go to another page.
      event.preventDefault()
      aside(row, across)
    }
  }
  return (
    <li
      className={styles.card}
      draggable={(isMoving || reordering?.mayMove(row) === true) && !isOnTheWay(row)}
      data-dragged={dragged?.id === row.id || undefined}
      data-reordered={row.id}
      onKeyDown={step}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', row.id)
        setDragged(row)
      }}
      onDragEnd={() => setDragged(null)}
    >
      <Card screen={screen} block={block} row={row} without={form.by}>
        {(isMoving || reordering !== null) && <MoveMenu {...props} />}
      </Card>
    </li>
  )
}

/** The same moves by keyboard, and on devices without drag and drop. */
function MoveMenu(props: LaneCardProps) {
  const { block, form, lane: own, lanes, holds, columnOf, isMoving, row } = props
  const move = useMove(props)
  const column = columnOf(own.value)
  const reordering = useReordering()
  const { count: inWords } = useFormats()
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.screens.moveCard(titleOfRow(block, row))}>
          <IconArrowsExchange size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isMoving && <Menu.Label>{words.screens.moveTo}</Menu.Label>}
        {lanes
          .filter(({ value }) => isMoving && value !== '' && value !== laneOf(row, form.by))
          .map((lane) => {
            const there = moveTo(block, form.field, row, lane.value)
            const full = tooMany(holds(lane.value), inWords)
            return (
              <Menu.Item
                key={lane.value}
                disabled={there.kind === 'impossible' || isOnTheWay(row)}
                onClick={() => move(there, row, lane.value, null)}
              >
                {lane.label}
                {there.kind === 'impossible' && <div className="reason">{reasonOf(there, lane.label)}</div>}
                {there.kind === 'possible' && full !== null && <div className={styles.full}>{full}</div>}
              </Menu.Item>
            )
          })}
        {reordering?.mayMove(row) === true && (
          <>
            {isMoving && <Menu.Divider />}
            <Menu.Item onClick={() => reordering.step(row.id, -1, column)}>{words.screens.moveUp}</Menu.Item>
            <Menu.Item onClick={() => reordering.step(row.id, 1, column)}>{words.screens.moveDown}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
