// Rows at their days, by month or by week. The address holds the shown days. A phone lists only the days that have
// rows.

import { ActionIcon, Button, Group, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState, type CSSProperties } from 'react'
import type { AppList, AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import { addressOfRow } from '../../../client/addresses.ts'
import { lyingOn, turned, type CalendarView, type Lying } from '../../../client/lists/calendar-days.ts'
import { useApp } from '../../app-context.ts'
import { useIsPrinted } from '../../brand/printing.ts'
import { RowActions } from '../../calls/calls.tsx'
import { useFormats } from '../../formats.ts'
import { WeekHours } from '../../calendar/week-hours.tsx'
import { toneOf } from '../../states.tsx'
import { useIsPhone } from '../../use-is-phone.ts'
import { words } from '../../words/words.ts'
import type { ShownDays } from './calendar-address.ts'
import { ChooseRow } from '../lists/chosen-rows.tsx'
import { titleOfRow, type RowsProps } from '../lists/list-props.ts'
import { rowActionsOf } from '../lists/row-actions.ts'
import styles from './calendar.module.css'

export default function Calendar({
  screen,
  block,
  data,
  label,
  shown,
  change,
}: RowsProps & { readonly shown: ShownDays }) {
  const { timeZone } = useApp()
  const isPhone = useIsPhone()
  const by = block.form.kind === 'calendar' ? block.form.by : ''
  const { days } = shown
  const lying = useMemo(() => lyingOn(data.rows, by, days, timeZone), [data.rows, by, days, timeZone])
  return (
    <>
      <CalendarHead shown={shown} change={change} />
      {isPhone ? (
        <Agenda {...{ screen, block, shown, lying }} />
      ) : shown.view === 'week' && block.form.kind === 'calendar' && block.form.hasHours === true ? (
        <WeekHours {...{ screen, block, data, shown, label, by }} />
      ) : (
        <MonthTable {...{ screen, block, shown, lying, label }} />
      )}
    </>
  )
}

function CalendarHead({ shown, change }: { readonly shown: ShownDays; readonly change: RowsProps['change'] }) {
  const { language } = useApp()
  const { view, day, days, today } = shown
  const title = useMemo(() => headOf(language, view, day, days), [language, view, day, days])
  const turn = (by: 1 | -1): void => change({ day: turned(view, day, by) })
  return (
    <div className={styles.head}>
      <Group gap={4}>
        <ActionIcon variant="default" size="lg" aria-label={words.screens.before[view]} onClick={() => turn(-1)}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label={words.screens.after[view]} onClick={() => turn(1)}>
          <IconChevronRight size={16} />
        </ActionIcon>
        <Button variant="default" onClick={() => change({ day: undefined })} disabled={day === today}>
          {words.screens.today}
        </Button>
      </Group>
      <h3 className={styles.title} aria-live="polite">
        {title}
      </h3>
      <SegmentedControl
        size="xs"
        aria-label={words.screens.calendarView}
        value={view}
        data={[
          { value: 'month', label: words.screens.month },
          { value: 'week', label: words.screens.week },
        ]}
        onChange={(chosen) => change({ view: chosen === 'month' ? undefined : chosen })}
      />
    </div>
  )
}

function headOf(language: string, view: CalendarView, day: string, days: readonly string[]): string {
  if (view === 'month') return format(language, { month: 'long', year: 'numeric' }).format(instant(day))
  const range = format(language, { dateStyle: 'medium' })
  return range.formatRange(instant(days[0] ?? day), instant(days.at(-1) ?? day))
}

function format(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
}

function instant(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/** Entries of a day that are drawn at first; thousands in a month would keep the page busy for seconds. */
const SHOWN_OF_DAY = { month: 6, week: 40 } as const satisfies Record<CalendarView, number>

interface DaysProps {
  readonly screen: AppScreen
  readonly block: AppList
  readonly shown: ShownDays
  readonly lying: ReadonlyMap<string, readonly Lying[]>
}

function MonthTable({ screen, block, shown, lying, label }: DaysProps & { readonly label: string }) {
  const { language } = useApp()
  const { days, day, view, today } = shown
  const weekday = useMemo(() => format(language, { weekday: 'short' }), [language])
  const whole = useMemo(() => format(language, { day: 'numeric', month: 'long' }), [language])
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  return (
    <table className={styles.month} aria-label={label} data-view={view}>
      <thead>
        <tr>
          {days.slice(0, 7).map((each) => (
            <th key={each} scope="col">
              {weekday.format(instant(each))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((each) => (
              <td
                key={each}
                data-outside={(view === 'month' && each.slice(0, 7) !== day.slice(0, 7)) || undefined}
                data-today={each === today || undefined}
              >
                <time dateTime={each} className={styles.day} aria-label={whole.format(instant(each))}>
                  {Number(each.slice(8))}
                </time>
                <Entries {...{ screen, block }} lying={lying.get(each) ?? []} most={SHOWN_OF_DAY[view]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Agenda({ screen, block, shown, lying }: DaysProps) {
  const formats = useFormats()
  const days = shown.days.filter((day) => lying.has(day))
  if (days.length === 0) return <p className={styles.nothing}>{block.whenEmpty ?? words.screens.nothingOnDays}</p>
  return days.map((day) => (
    <section key={day} className={styles.agendaDay} aria-label={formats.date(day)}>
      <h4 className={styles.agendaHead} data-today={day === shown.today || undefined}>
        {formats.date(day)}
      </h4>
      <Entries {...{ screen, block }} lying={lying.get(day) ?? []} most={SHOWN_OF_DAY[shown.view]} />
    </section>
  ))
}

/** Of the first column with a state; without one, entries have the accent. */
function toneOfRow({ columns }: AppList, { values }: RowData): CSSProperties | undefined {
  for (const { key, display } of columns)
    if (display.kind === 'state') return toneOf(display.values.find(({ value }) => value === values[key]))
  return undefined
}

interface EntriesProps extends Pick<DaysProps, 'screen' | 'block'> {
  readonly lying: readonly Lying[]
  readonly most: number
}

function Entries({ screen, block, lying, most }: EntriesProps) {
  const formats = useFormats()
  const actions = rowActionsOf(block)
  const [isWhole, setWhole] = useState(false)
  const isPrinted = useIsPrinted()
  if (lying.length === 0) return null
  // One more entry takes no more room than the button.
  const left = isWhole || isPrinted || lying.length <= most + 1 ? 0 : lying.length - most
  return (
    <ul className={styles.entries}>
      {lying.slice(0, lying.length - left).map(({ row, time }) => {
        const address = addressOfRow(block, row)
        const text = (
          <>
            {time !== null && <span className={styles.time}>{formats.time(time)}</span>} {titleOfRow(block, row)}
          </>
        )
        return (
          <li key={row.id} className={styles.entry} style={toneOfRow(block, row)}>
            <ChooseRow row={row} name={titleOfRow(block, row)} />
            {address === null ? <span>{text}</span> : <Link to={address}>{text}</Link>}
            <RowActions screen={screen} actions={actions} row={row} isSmall />
          </li>
        )
      })}
      {left > 0 && (
        <li>
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setWhole(true)}>
            {words.entities.more(left)}
          </Button>
        </li>
      )}
    </ul>
  )
}
