// A week by hours: each entry as long as it lasts, coloured by its subject; clicking free hours creates another.

import { Link } from '@tanstack/react-router'
import { useMemo, useState, type MouseEvent } from 'react'
import type { AppList, AppScreen, ListData, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import { addressOfRow } from '../../client/addresses.ts'
import { hoursShown, placedOnHours, slotAt, type Placed } from '../../client/calendar/hours.ts'
import { wallClock } from '../../client/input/moments.ts'
import { useApp } from '../app-context.ts'
import { useFormats } from '../formats.ts'
import type { ShownDays } from '../screens/charts/calendar-address.ts'
import { titleOfRow } from '../screens/lists/list-props.ts'
import { useReadNow } from '../ticking.ts'
import { useSlot } from './use-slot.ts'
import styles from './week-hours.module.css'

const HOUR_PIXELS = 56
const COLOURS = 5

interface WeekProps {
  readonly screen: AppScreen
  readonly block: AppList
  readonly data: ListData
  readonly shown: ShownDays
  readonly label: string
  readonly by: string
}

export function WeekHours({ screen, block, data, shown, label, by }: WeekProps) {
  const { language, timeZone } = useApp()
  const colouring = useColouring(block, data.rows)
  const { kept, legend } = colouring
  const placed = useMemo(
    () => placedOnHours(data.rows.filter(kept), by, shown.days, timeZone),
    [data.rows, kept, by, shown.days, timeZone],
  )
  const { first, last } = hoursShown(placed)
  const hours = Array.from({ length: last - first }, (_, index) => first + index)
  const weekday = useMemo(() => named(language, { weekday: 'short' }), [language])
  const whole = useMemo(() => named(language, { day: 'numeric', month: 'long' }), [language])
  const open = useSlot(screen, block, by)
  const inWords = useMemo(() => hourIn(language), [language])
  return (
    <>
      {legend}
      <div className={styles.scroll}>
        <table className={styles.week} aria-label={label}>
          <thead>
            <tr>
              <td className={styles.corner} />
              {shown.days.map((day) => (
                <th key={day} scope="col" data-today={day === shown.today || undefined}>
                  {weekday(day)}
                  <time dateTime={day} className={styles.day} aria-label={whole(day)}>
                    {Number(day.slice(8))}
                  </time>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <td className={styles.gutter}>
                {hours.map((hour) => (
                  <span key={hour} style={{ height: HOUR_PIXELS }}>
                    {hour > first && inWords(hour)}
                  </span>
                ))}
              </td>
              {shown.days.map((day) => (
                <td
                  key={day}
                  aria-label={whole(day)}
                  className={styles.hours}
                  data-past={day < shown.today || undefined}
                  data-open={open !== null || undefined}
                  style={{ height: hours.length * HOUR_PIXELS }}
                  // The keyboard uses the button above the calendar.
                  onClick={
                    open === null ? undefined : (event) => pressed(event, (at) => open(slotAt(day, first * 60 + at)))
                  }
                >
                  {hours.slice(1).map((hour) => (
                    <i key={hour} className={styles.line} style={{ top: (hour - first) * HOUR_PIXELS }} />
                  ))}
                  {day === shown.today && <Now first={first} last={last} />}
                  {(placed.get(day) ?? []).map((each) => (
                    <Entry key={each.row.id} {...{ block, first }} placed={each} colour={colouring.of(each.row)} />
                  ))}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </>
  )
}

function named(language: string, options: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  return (day) => format.format(Date.parse(`${day}T00:00:00Z`))
}

/** `9 AM`, or `09:00` with a 24-hour clock. */
function hourIn(language: string): (hour: number) => string {
  const of12 = new Intl.DateTimeFormat(language, { hour: 'numeric', timeZone: 'UTC' })
  const of24 = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
  const format = of12.resolvedOptions().hour12 === true ? of12 : of24
  return (hour) => format.format(Date.UTC(2026, 0, 1, hour))
}

/** Minutes after the first hour, for a click beside all entries. */
function pressed(event: MouseEvent<HTMLElement>, then: (minutes: number) => void): void {
  if (event.target !== event.currentTarget && !(event.target instanceof Element && event.target.matches('i'))) return
  const { top } = event.currentTarget.getBoundingClientRect()
  then(((event.clientY - top) / HOUR_PIXELS) * 60)
}

function Entry({
  block,
  placed,
  first,
  colour,
}: {
  readonly block: AppList
  readonly placed: Placed
  readonly first: number
  readonly colour: number | null
}) {
  const { time } = useFormats()
  const { row, from, until, begins, ends, lane, lanes } = placed
  const address = addressOfRow(block, row)
  const title = titleOfRow(block, row)
  const isShort = until - from < 45
  const at = ends === null ? time(begins) : `${time(begins)} – ${time(ends)}`
  const content = (
    <>
      <span className={styles.title}>{title}</span>
      {/* An entry of one line has room for its beginning. */}
      <span className={styles.time}>{isShort ? time(begins) : at}</span>
    </>
  )
  const shared = {
    className: styles.entry,
    'data-colour': colour ?? undefined,
    'data-short': isShort || undefined,
    title: `${title}, ${at}`,
    style: {
      top: ((from - first * 60) / 60) * HOUR_PIXELS + 1,
      height: ((until - from) / 60) * HOUR_PIXELS - 2,
      insetInlineStart: `calc(${(lane / lanes) * 100}% + 3px)`,
      width: `calc(${100 / lanes}% - 6px)`,
    },
  }
  return address === null ? (
    <div {...shared}>{content}</div>
  ) : (
    <Link to={address} {...shared}>
      {content}
    </Link>
  )
}

function Now({ first, last }: { readonly first: number; readonly last: number }) {
  const { timeZone } = useApp()
  const minutes = useReadNow((now) => {
    const clock = wallClock(now, timeZone)
    return Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16))
  })
  if (minutes < first * 60 || minutes > last * 60) return null
  return <div className={styles.now} style={{ top: ((minutes - first * 60) / 60) * HOUR_PIXELS }} aria-hidden="true" />
}

/** By the first column that refers to another record; each of its records can be hidden. */
function useColouring(block: AppList, rows: readonly RowData[]) {
  const column = block.columns.find(isOfOther)
  const values = useMemo(
    () => (column === undefined ? [] : [...new Set(rows.map((row) => nameIn(column, row)))].sort()),
    [column, rows],
  )
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const kept = useMemo(() => (row: RowData) => column === undefined || !left.has(nameIn(column, row)), [column, left])
  const toggle = (value: string): void =>
    setLeft((before) => {
      const next = new Set(before)
      if (!next.delete(value)) next.add(value)
      return next
    })
  const legend =
    column === undefined || values.length < 2 ? null : (
      <div className={styles.legend} role="group" aria-label={column.label}>
        {values.map((value, index) => (
          <button
            key={value}
            type="button"
            aria-pressed={!left.has(value)}
            data-colour={index % COLOURS}
            onClick={() => toggle(value)}
          >
            <span className={styles.swatch} aria-hidden="true" />
            {value}
            <span className={styles.count}>{rows.filter((row) => nameIn(column, row) === value).length}</span>
          </button>
        ))}
      </div>
    )
  const of = (row: RowData): number | null =>
    column === undefined ? null : Math.max(0, values.indexOf(nameIn(column, row))) % COLOURS
  return { kept, legend, of }
}

function isOfOther({ key, page, display }: AppColumn): boolean {
  return display.kind === 'text' && (key.includes('.') || page !== undefined)
}

function nameIn(column: AppColumn, row: RowData): string {
  return String(row.values[column.key] ?? '–')
}
