// Rows as cards in columns, one column for each state or choice. A person moves a card by dragging or by its menu; the
// server decides about the move. A column that cannot take the card says why.

import { Button } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useState, type DragEvent } from 'react'
import { laneLabelKey } from '@ninefold/core/contract/inputs/lane-label.ts'
import type { BoardData, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { Choice } from '@ninefold/core/contract/wire/display.ts'
import type { TotalsData } from '@ninefold/core/contract/wire/charts.ts'
import { CARDS_MAX, CARDS_MORE, limitOfLane } from '../../../client/lists/board-lanes.ts'
import { isNarrowed } from '../../../client/lists/list-address.ts'
import { canMove, laneOf, moveTo, type Move } from '../../../client/lists/board-moves.ts'
import { optionsQuery } from '../../../client/query/queries.ts'
import { useFormats } from '../../formats.ts'
import { StateBadge } from '../../states.tsx'
import { words } from '../../words/words.ts'
import { useReordering } from '../reordering/reordering.ts'
import { markDrop, takeDrop } from '../reordering/drop-target.ts'
import { useRowFocus } from '../reordering/row-focus.ts'
import { LaneCard } from './board-card.tsx'
import {
  reasonOf,
  takesRank,
  tooMany,
  useMove,
  useMovesAside,
  type BoardForm,
  type BoardProps,
  type Holds,
  type LoadedColumn,
} from './board-moving.ts'
import { MoreCards } from './more-cards.ts'
import { Sums, TotalsContext } from '../lists/totals.tsx'
import type { RowsProps } from '../lists/list-props.ts'
import styles from './board.module.css'

export default function Board({ screen, block, data, address, label }: RowsProps) {
  const [dragged, setDragged] = useState<RowData | null>(null)
  const { form } = block
  if (form.kind !== 'board') throw new Error(`"${block.title}" is drawn as a board, and is none.`)
  const lanes = useLanes(form, data.rows)
  const totals = useContext(TotalsContext)
  const counted = 'lanes' in data ? (data as BoardData).lanes : null
  const rows = Map.groupBy(data.rows, (row) => laneOf(row, form.by) ?? '')
  const isMoving = canMove(block, form.field, lanes)
  // The limit is one of all cards, not of those that a search or a filter leaves.
  const hasLimits = !isNarrowed(address)
  const holds = (lane: string): Holds => ({
    count: countOf(counted, rows, lane),
    most: hasLimits ? limitOfLane(form, lane) : null,
  })
  const columnOf = (lane: string): LoadedColumn => {
    const cards = rows.get(lane) ?? []
    return {
      has: (row) => (laneOf(row, form.by) ?? '') === lane,
      isEnd: countOf(counted, rows, lane) <= cards.length,
      cards,
    }
  }
  const aside = useMovesAside({ screen, block, form, lanes, holds, columnOf, isMoving }, data.rows)
  const rowFocus = useRowFocus()
  return (
    <div className={styles.board} role="group" aria-label={label} tabIndex={0} data-wide="" {...rowFocus}>
      {lanes.map((lane) => (
        <Lane
          key={lane.value}
          {...{ screen, block, form, lane, lanes, holds, columnOf, isMoving, dragged, setDragged, aside }}
          rows={rows.get(lane.value) ?? []}
          count={counted === null ? null : holds(lane.value).count}
          sums={totals?.lanes.find(({ value }) => (value ?? '') === lane.value)?.sums ?? null}
        />
      ))}
    </div>
  )
}

/**
 * Records without a state or choice have a column of their own, and so has a value that the specification no longer
 * lists.
 */
function lanesOf({ by }: BoardForm, lanes: readonly Choice[], rows: readonly RowData[]): Choice[] {
  const known = new Set(lanes.map(({ value }) => value))
  const others = new Map(
    rows.flatMap((row): [string, string][] => {
      const value = laneOf(row, by) ?? ''
      return known.has(value) ? [] : [[value, String(row.values[laneLabelKey(by)] ?? value)]]
    }),
  )
  return [...lanes, ...[...others].map(([value, label]) => ({ value, label: value === '' ? words.empty : label }))]
}

/** For a reference, the referenced records are the columns: those that can be chosen, and those of the cards. */
function useLanes(form: BoardForm, rows: readonly RowData[]): Choice[] {
  const { data } = useQuery({ ...optionsQuery(form.of ?? '', 'id', '', ''), enabled: form.of !== undefined })
  return lanesOf(form, form.of === undefined ? form.lanes : (data?.options ?? []), rows)
}

function countOf(
  counted: BoardData['lanes'] | null,
  rows: ReadonlyMap<string, readonly RowData[]>,
  lane: string,
): number {
  return counted?.find(({ value }) => String(value ?? '') === lane)?.count ?? rows.get(lane)?.length ?? 0
}

interface LaneProps extends BoardProps {
  readonly lane: Choice
  /** Its loaded cards. */
  readonly rows: readonly RowData[]
  /** How many it has; null: these. */
  readonly count: number | null
  /** Null: no sums. */
  readonly sums: TotalsData['lanes'][number]['sums'] | null
}

function Lane(props: LaneProps) {
  const { block, form, lane, holds, columnOf, rows, sums, count, dragged, setDragged } = props
  const [isOver, setOver] = useState(false)
  const { count: inWords } = useFormats()
  const { cards, left, more, again } = useCards(lane, rows, count)
  const move = useMove(props)
  const reordering = useReordering()
  const isHome = dragged !== null && (laneOf(dragged, form.by) ?? '') === lane.value
  const here: Move | null = dragged === null || isHome ? null : moveTo(block, form.field, dragged, lane.value)
  const full = tooMany(holds(lane.value), inWords)
  const isPlaced = dragged !== null && reordering?.mayMove(dragged) === true && (isHome || takesRank(block, here))
  const accept = (event: DragEvent<HTMLElement>): void => {
    if (isPlaced) {
      event.preventDefault()
      markDrop(event.currentTarget, dragged.id, event.clientY)
    }
    if (here === null) return
    setOver(true)
    if (here.kind === 'possible') event.preventDefault()
  }
  const leave = ({ currentTarget, relatedTarget }: DragEvent<HTMLElement>): void => {
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
    setOver(false)
    takeDrop(currentTarget)
  }
  const drop = (event: DragEvent<HTMLElement>): void => {
    event.preventDefault()
    setOver(false)
    const target = takeDrop(event.currentTarget)
    if (dragged !== null && here !== null) move(here, dragged, lane.value, target)
    else if (isPlaced && target !== null) reordering?.put(dragged.id, target, columnOf(lane.value))
    setDragged(null)
  }
  return (
    <section
      className={styles.lane}
      aria-label={lane.label}
      data-takes={here?.kind}
      data-full={(here?.kind === 'possible' && full !== null) || undefined}
      data-over={(isOver && here !== null) || undefined}
      onDragOver={accept}
      onDragLeave={leave}
      onDrop={drop}
    >
      <LaneHead {...{ block, form, lane, sums }} holds={holds(lane.value)} />
      {here?.kind === 'impossible' && <p className={styles.reason}>{reasonOf(here, lane.label)}</p>}
      {here?.kind === 'possible' && full !== null && <p className={styles.full}>{full}</p>}
      {rows.length === 0 && here === null && <p className={styles.none}>{words.screens.emptyColumn}</p>}
      <ul className={styles.cards}>
        {cards.map((row) => (
          <LaneCard key={row.id} {...props} row={row} />
        ))}
      </ul>
      {left > 0 && (again === null ? <MoreButton left={left} more={more} /> : <NotLoaded again={again} />)}
    </section>
  )
}

type LaneHeadProps = Pick<LaneProps, 'block' | 'form' | 'lane' | 'sums'> & { readonly holds: Holds }

function LaneHead({ block, form, lane, sums, holds: { count, most } }: LaneHeadProps) {
  const { count: inWords } = useFormats()
  return (
    <div className={styles.laneTop}>
      <h3 className={styles.laneHead}>
        {form.of === undefined ? (
          <StateBadge value={lane.value} values={form.lanes.length === 0 ? [lane] : form.lanes} />
        ) : (
          <span>{lane.label}</span>
        )}
        <span className={styles.laneCount} data-over={(most !== null && count > most) || undefined}>
          {most === null ? inWords(count) : words.screens.ofAtMost(inWords(count), inWords(most))}
        </span>
      </h3>
      {sums !== null && (
        <dl className={styles.laneSums}>
          <Sums block={block} sums={sums} isRounded />
        </dl>
      )}
    </div>
  )
}

/** A column of hundreds makes a page that nobody scrolls through. Cards of records come from the server, those of a call are there. */
function useCards({ value }: Choice, rows: readonly RowData[], count: number | null) {
  const [limit, setLimit] = useState(CARDS_MORE)
  const ask = useContext(MoreCards)
  if (ask === null || count === null)
    return {
      cards: rows.slice(0, limit),
      left: rows.length - limit,
      more: () => setLimit(limit + CARDS_MORE),
      again: null,
    }
  const wanted = Math.min(rows.length + CARDS_MORE, CARDS_MAX)
  return {
    cards: rows,
    left: count - rows.length,
    more: wanted > rows.length ? () => ask.ask(value, wanted) : null,
    again: ask.failed.has(value) ? ask.again : null,
  }
}

/** The other lanes, and the cards of this one, are there all the same. */
function NotLoaded({ again }: { readonly again: () => void }) {
  return (
    <div role="alert" className={styles.none}>
      {words.tables.moreFailed}{' '}
      <Button variant="subtle" size="compact-sm" onClick={again}>
        {words.errors.tryAgain}
      </Button>
    </div>
  )
}

/** Pressed, or scrolled to. */
function MoreButton({ left, more }: { readonly left: number; readonly more: (() => void) | null }) {
  const { ref, inViewport } = useInViewport<HTMLButtonElement>()
  useEffect(() => {
    if (inViewport) more?.()
  }, [inViewport, more])
  if (more === null) return <p className={styles.none}>{words.entities.more(left)}</p>
  return (
    <Button ref={ref} variant="subtle" color="gray" size="compact-sm" onClick={more}>
      {words.charts.showMore(Math.min(CARDS_MORE, left))}
    </Button>
  )
}
