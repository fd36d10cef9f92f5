// Many cards, as many side by side as fit: only the visible ones are drawn. The page itself scrolls.

import { useElementSize } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { isCounted } from '@ninefold/core/model/lists/list-count.ts'
import { useGroupHeads } from '../columns/group-heads.tsx'
import { useReordering } from '../reordering/reordering.ts'
import { DragHandle } from '../reordering/drag-handle.tsx'
import { Card } from './list-cards.tsx'
import { titleOfRow } from './list-props.ts'
import { useLooking, type ScrolledProps } from '../use-looking.ts'
import styles from './lists.module.css'

const CARD_HEIGHT = 120
const CARD_WIDTH_MIN = 260
const GAP = { list: 8, grid: 12 } as const
const BEYOND_SIGHT = 4

export function ScrolledCards({ screen, block, data, label, look }: ScrolledProps) {
  const heads = useGroupHeads(data.rows)
  const isReordered = useReordering() !== null
  const isGrid = block.form.kind === 'cards'
  const gap = isGrid ? GAP.grid : GAP.list
  const { ref, width } = useElementSize()
  const beside = isGrid ? Math.max(1, Math.floor((width + gap) / (CARD_WIDTH_MIN + gap))) : 1
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (list.current !== null) setTop(list.current.getBoundingClientRect().top + window.scrollY)
  }, [width])
  // oxlint-disable-next-line react/incompatible-library -- What it returns is used here, and nowhere remembered.
  const virtual = useWindowVirtualizer({
    count: Math.ceil(data.rows.length / beside),
    estimateSize: () => CARD_HEIGHT,
    overscan: BEYOND_SIGHT,
    scrollMargin: top,
    gap,
    useFlushSync: false,
  })
  const lines = virtual.getVirtualItems()
  useLooking(look, (lines[0]?.index ?? 0) * beside, ((lines.at(-1)?.index ?? -1) + 1) * beside - 1)
  const before = (lines[0]?.start ?? top) - top
  const after = virtual.getTotalSize() - ((lines.at(-1)?.end ?? top) - top)
  return (
    <div ref={ref}>
      <ul
        ref={list}
        className={styles.cards}
        aria-label={label}
        data-grid={isGrid || undefined}
        style={{ paddingTop: before, paddingBottom: after, gridTemplateColumns: `repeat(${beside}, minmax(0, 1fr))` }}
      >
        {lines.flatMap((line) =>
          data.rows.slice(line.index * beside, (line.index + 1) * beside).map((row, at) => (
            <li
              key={row.id}
              data-reordered={row.id}
              aria-setsize={isCounted(data.total) ? data.total : -1}
              aria-posinset={line.index * beside + at + 1}
              {...(at === 0 ? { ref: virtual.measureElement, 'data-index': line.index } : {})}
            >
              {heads(line.index * beside + at)}
              <Card screen={screen} block={block} row={row}>
                {isReordered ? <DragHandle row={row} name={titleOfRow(block, row)} /> : undefined}
              </Card>
            </li>
          )),
        )}
      </ul>
    </div>
  )
}
