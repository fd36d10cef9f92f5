// Panel for choosing, ordering and sizing the columns of a list: by pointer, by buttons alone, and by keyboard.

import { ActionIcon, Button, Checkbox, FocusTrap } from '@mantine/core'
import {
  IconArrowsDiagonalMinimize2,
  IconChevronDown,
  IconChevronUp,
  IconGripVertical,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react'
import { useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { withMoved, withToggled, type ChosenColumn } from '../../../client/lists/list-columns.ts'
import { words } from '../../words/words.ts'
import { widen } from './column-sizes.tsx'
import type { ListColumns } from './use-list-columns.ts'
import { useAtOnce } from '../cells/use-at-once.ts'
import styles from './columns.module.css'

const STEP = 24

export default function ColumnsPanel({ columns }: { readonly columns: ListColumns }) {
  const [told, tell] = useState('')
  const [chosen, show] = useAtOnce(columns.chosen)
  const set = (next: readonly ChosenColumn[]): void => {
    show(next)
    columns.set(next)
  }
  const all = words.tables.lists
  const move = (key: string, place: number): void => {
    const moved = withMoved(chosen, key, place)
    set(moved)
    const at = moved.findIndex(({ column }) => column.key === key)
    tell(all.isAtPlace(moved[at]?.column.label ?? '', at + 1, moved.length))
  }
  const size = ({ column }: ChosenColumn, by: number): void => {
    const width = widen({ ...columns, chosen, set }, column.key, (before) => before + by)
    tell(all.isSoWide(column.label, width))
  }
  const drag = useDragging(move)
  const isSized = chosen.some(({ width }) => width !== null)
  const shown = chosen.filter(({ isShown }) => isShown).length
  const isTable = columns.table() !== null
  return (
    <FocusTrap>
      <div className={styles.panel}>
        <p className={styles.hint}>{all.columnsHint}</p>
        <ul className={styles.list} ref={drag.list}>
          {chosen.map((each, index) => (
            <Item
              key={each.column.key}
              each={each}
              grip={drag.grip(each.column.key)}
              isHeld={drag.held === each.column.key}
              isLastShown={each.isShown && shown === 1}
              isFirst={index === 0}
              isLast={index === chosen.length - 1}
              size={isTable && each.isShown ? (by) => size(each, by) : null}
              move={(by) => move(each.column.key, index + by)}
              toggle={() => set(withToggled(chosen, each.column.key))}
            />
          ))}
        </ul>
        <div className={styles.foot}>
          <Button size="compact-xs" variant="subtle" disabled={!columns.isOwn} onClick={columns.reset}>
            {all.statedColumns}
          </Button>
          {isSized && isTable && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              leftSection={<IconArrowsDiagonalMinimize2 size={13} aria-hidden="true" />}
              onClick={() => set(chosen.map((each) => ({ ...each, width: null })))}
            >
              {all.fitColumns}
            </Button>
          )}
        </div>
        <div className="visually-hidden" aria-live="polite">
          {told}
        </div>
      </div>
    </FocusTrap>
  )
}

interface ItemProps {
  readonly each: ChosenColumn
  readonly grip: ReturnType<ReturnType<typeof useDragging>['grip']>
  readonly isHeld: boolean
  readonly isLastShown: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  /** Null: columns have no width here. */
  readonly size: ((by: number) => void) | null
  readonly move: (by: number) => void
  readonly toggle: () => void
}

function Item({ each, grip, isHeld, isLastShown, isFirst, isLast, size, move, toggle }: ItemProps) {
  const all = words.tables.lists
  const { label } = each.column
  return (
    <li className={styles.item} data-held={isHeld || undefined}>
      <span className={styles.grip} aria-hidden="true" {...grip}>
        <IconGripVertical size={14} />
      </span>
      <Checkbox
        className={styles.name}
        size="xs"
        label={label}
        checked={each.isShown}
        disabled={isLastShown}
        onChange={toggle}
      />
      <span className={styles.steps}>
        {size !== null && (
          <>
            <Step label={all.narrower(label)} act={() => size(-STEP)}>
              <IconMinus size={14} />
            </Step>
            <Step label={all.wider(label)} act={() => size(STEP)}>
              <IconPlus size={14} />
            </Step>
          </>
        )}
        <Step label={all.moveUp(label)} isOff={isFirst} act={() => move(-1)}>
          <IconChevronUp size={14} />
        </Step>
        <Step label={all.moveDown(label)} isOff={isLast} act={() => move(1)}>
          <IconChevronDown size={14} />
        </Step>
      </span>
    </li>
  )
}

interface StepProps {
  readonly label: string
  readonly act: () => void
  readonly isOff?: boolean
  readonly children: ReactNode
}

/** Stays focusable at the end of its range, so that the focus is not lost. */
function Step({ label, act, isOff = false, children }: StepProps) {
  return (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      aria-label={label}
      aria-disabled={isOff || undefined}
      className={styles.step ?? ''}
      onClick={() => {
        if (!isOff) act()
      }}
    >
      {children}
    </ActionIcon>
  )
}

/** A dragged column takes the place of the one under the pointer. */
function useDragging(move: (key: string, place: number) => void) {
  const list = useRef<HTMLUListElement>(null)
  const [held, hold] = useState<string | null>(null)
  const placeAt = (y: number): number => {
    const items = [...(list.current?.children ?? [])].map((item) => item.getBoundingClientRect())
    const below = items.findIndex(({ bottom }) => y < bottom)
    return below < 0 ? items.length - 1 : below
  }
  const grip = (key: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      hold(key)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (held !== key) return
      const items = [...(list.current?.children ?? [])]
      const at = items.indexOf(event.currentTarget.closest('li') as Element)
      const to = placeAt(event.clientY)
      if (to !== at) move(key, to)
    },
    onPointerUp: () => hold(null),
    onPointerCancel: () => hold(null),
  })
  return { list, held, grip }
}
