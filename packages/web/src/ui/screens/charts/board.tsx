// Rows as cards in columns, one column for each state or choice. A person moves a card by dragging or by its menu; the
// server decides about the move. A column that cannot take the card says why.

import { ActionIcon, Button, Menu } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useState, type DragEvent, type HTMLAttributes, type KeyboardEvent } from 'react'
import { laneLabelKey } from '@ninefold/core/contract/inputs/lane-label.ts'
import type { AppForm, AppList, AppScreen, BoardData, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { Choice } from '@ninefold/core/contract/wire/display.ts'
import type { TotalsData } from '@ninefold/core/contract/wire/charts.ts'
import { CARDS_MAX, CARDS_MORE, limitOfLane } from '../../../client/lists/board-lanes.ts'
import { isNarrowed } from '../../../client/lists/list-address.ts'
import { bodyOfMove, canMove, laneOf, moveTo, type Move } from '../../../client/lists/board-moves.ts'
import { optionsQuery } from '../../../client/query/queries.ts'
import { isOnTheWay } from '../../../client/query/optimistic-update.ts'
import { useAct } from '../../calls/action-context.ts'
import { useFormats, type Formats } from '../../formats.ts'
import { StateBadge } from '../../states.tsx'
import { words } from '../../words/words.ts'
import { Card } from '../lists/list-cards.tsx'
import { useArranging, type Column, type Target } from '../arranging/arranging.ts'
import { arrowOf, keepFocusOf } from '../arranging/arrow-keys.ts'
import { markPlace, placeMarked } from '../arranging/grip.tsx'
import { MoreCards } from './more-cards.ts'
import { Sums, TotalsContext } from '../lists/totals.tsx'
import { titleOfRow, type RowsProps } from '../lists/list-props.ts'
import styles from './board.module.css'

type BoardForm = Extract<AppForm, { kind: 'board' }>

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
  return (
    <div className={styles.board} role="group" aria-label={label} tabIndex={0} data-wide="">
      {lanes.map((lane) => (
        <Lane
          key={lane.value}
          {...{ screen, block, form, lane, lanes, holds, isMoving, dragged, setDragged }}
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

/** How many cards a lane has; `most` null: it may have any number. */
interface Holds {
  readonly count: number
  readonly most: number | null
}

function countOf(
  counted: BoardData['lanes'] | null,
  rows: ReadonlyMap<string, readonly RowData[]>,
  lane: string,
): number {
  return counted?.find(({ value }) => String(value ?? '') === lane)?.count ?? rows.get(lane)?.length ?? 0
}

/** Where one more card would be too many, that is told before it is moved there. */
function tooMany({ count, most }: Holds, inWords: Formats['count']): string | null {
  return most === null || count < most ? null : words.screens.wouldHold(inWords(count + 1), inWords(most))
}

interface LaneProps {
  readonly screen: AppScreen
  readonly block: AppList
  readonly form: BoardForm
  readonly lane: Choice
  readonly lanes: readonly Choice[]
  readonly holds: (lane: string) => Holds
  /** True: some action of the screen moves cards. */
  readonly isMoving: boolean
  /** Its loaded cards. */
  readonly rows: readonly RowData[]
  /** How many it has; null: these. */
  readonly count: number | null
  /** Null: no sums. */
  readonly sums: TotalsData['lanes'][number]['sums'] | null
  readonly dragged: RowData | null
  readonly setDragged: (row: RowData | null) => void
}

function Lane(props: LaneProps) {
  const { screen, block, form, lane, holds, rows, sums, count, dragged, setDragged } = props
  const [isOver, setOver] = useState(false)
  const { count: inWords } = useFormats()
  const { cards, left, more, again } = useCards(lane, rows, count)
  const move = useMove(screen, form)
  const isHome = dragged !== null && (laneOf(dragged, form.by) ?? '') === lane.value
  const here: Move | null = dragged === null || isHome ? null : moveTo(block, form.field, dragged, lane.value)
  const column: Column = { has: (row) => (laneOf(row, form.by) ?? '') === lane.value, isEnd: left === 0 }
  const full = tooMany(holds(lane.value), inWords)
  const accept = (event: DragEvent): void => {
    if (here === null) return
    setOver(true)
    if (here.kind === 'possible') event.preventDefault()
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    if (dragged !== null && here !== null) move(here, dragged, lane.value)
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
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <LaneHead {...{ block, form, lane, sums }} holds={holds(lane.value)} />
      {here?.kind === 'impossible' && <p className={styles.reason}>{reasonOf(here, lane.label)}</p>}
      {here?.kind === 'possible' && full !== null && <p className={styles.full}>{full}</p>}
      {rows.length === 0 && here === null && <p className={styles.none}>{words.screens.emptyColumn}</p>}
      <ul className={styles.cards}>
        {cards.map((row) => (
          <LaneCard key={row.id} {...{ ...props, row, column, isHome }} />
        ))}
      </ul>
      {left > 0 && (again === null ? <MoreButton left={left} more={more} /> : <NotLoaded again={again} />)}
    </section>
  )
}

interface LaneCardProps extends Omit<LaneProps, 'lane' | 'rows' | 'count' | 'sums'> {
  readonly row: RowData
  readonly column: Column
  /** True: the dragged card is of this lane. */
  readonly isHome: boolean
}

function LaneCard({ dragged, setDragged, isHome, ...props }: LaneCardProps) {
  const { screen, block, form, isMoving, column, row } = props
  const arranging = useArranging()
  const step = (event: KeyboardEvent): void => {
    const by = event.altKey ? arrowOf(event) : 0
    if (arranging === null || by === 0) return
    event.preventDefault()
    arranging.step(row.id, by, column)
    keepFocusOf(event.target as HTMLElement)
  }
  return (
    <li
      className={styles.card}
      draggable={(isMoving || arranging?.mayMove(row) === true) && !isOnTheWay(row)}
      data-dragged={dragged?.id === row.id || undefined}
      data-arranged={row.id}
      {...(arranging !== null && dragged !== null && isHome && dragged.id !== row.id
        ? placing((target) => arranging.put(dragged.id, target, column))
        : {})}
      onKeyDown={step}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', row.id)
        setDragged(row)
      }}
      onDragEnd={() => setDragged(null)}
    >
      <Card screen={screen} block={block} row={row} without={form.by}>
        {(isMoving || arranging !== null) && <MoveMenu {...props} />}
      </Card>
    </li>
  )
}

/** Another card of the same column is put before or after this one. */
function placing(
  put: (target: Target) => void,
): Pick<HTMLAttributes<HTMLElement>, 'onDragOver' | 'onDragLeave' | 'onDrop'> {
  return {
    onDragOver: (event) => {
      event.preventDefault()
      markPlace(event.currentTarget, event.clientX, event.clientY)
    },
    onDragLeave: (event) => void placeMarked(event.currentTarget),
    onDrop: (event) => {
      const target = placeMarked(event.currentTarget)
      if (target !== null) put(target)
    },
  }
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

/** The same moves by keyboard, and on devices without drag and drop. */
function MoveMenu({
  screen,
  block,
  form,
  lanes,
  holds,
  isMoving,
  column,
  row,
}: Omit<LaneCardProps, 'dragged' | 'setDragged' | 'isHome'>) {
  const move = useMove(screen, form)
  const arranging = useArranging()
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
                onClick={() => move(there, row, lane.value)}
              >
                {lane.label}
                {there.kind === 'impossible' && <div className="reason">{reasonOf(there, lane.label)}</div>}
                {there.kind === 'possible' && full !== null && <div className={styles.full}>{full}</div>}
              </Menu.Item>
            )
          })}
        {arranging?.mayMove(row) === true && (
          <>
            {isMoving && <Menu.Divider />}
            <Menu.Item onClick={() => arranging.step(row.id, -1, column)}>{words.screens.moveUp}</Menu.Item>
            <Menu.Item onClick={() => arranging.step(row.id, 1, column)}>{words.screens.moveDown}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function useMove(screen: AppScreen, { by, field }: BoardForm): (move: Move, row: RowData, lane: string) => void {
  const { act } = useAct()
  return (move, row, lane) => {
    if (move.kind === 'impossible') return
    const { action, body } = move
    const back = action.kind === 'call' ? bodyOfMove(action, field, laneOf(row, by)) : {}
    act({ screen, action, row, body, changed: { shows: { [by]: lane }, back } })
  }
}

function reasonOf({ because }: Extract<Move, { kind: 'impossible' }>, lane: string): string {
  return because === null ? words.screens.notMovedHere(lane) : words.supplied.reason(because)
}
