// A day and time as one typed text ("tomorrow 14", "1430"), with a calendar and the day's hours below it. Loaded only
// with a form that has one, because calendars are heavy.

import type { TextInputProps } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useEffect, useRef, type FocusEvent } from 'react'
import { nextFullHour, typedMoment } from '../../client/entering/typed-moment.ts'
import { instantAt, wallClock } from '../../client/input/moments.ts'
import { useApp } from '../app-context.ts'
import { usePickers } from '../entities/use-pickers.ts'
import { useFormats } from '../formats.ts'
import { useReadNow } from '../ticking.ts'
import { words } from '../words/words.ts'
import { DayTimes } from './day-times.tsx'
import { useTakenOnDay } from './taken-times.ts'
import { TypedWithPicker, type PickerProps } from './typed-with-picker.tsx'
import styles from './inputs.module.css'

export interface MomentTextProps extends Omit<TextInputProps, 'ref' | 'value' | 'onChange' | 'onBlur' | 'id'> {
  readonly id: string
  /** Its label for screen readers. */
  readonly name: string
  /** `2026-11-05 14:30:00`, local time of the application, or an invalid typed text; empty: none. */
  readonly value: string
  /** The default moment of the calendar; its day applies if only a time is typed. */
  readonly near?: string | null
  readonly put: (value: string) => void
  readonly leave: (event?: FocusEvent) => void
  readonly isExcluded?: ((day: string) => boolean) | undefined
  readonly isExcludedTime?: ((day: string, time: string) => boolean) | undefined
  /** Address of the day's taken times; null: none. */
  readonly takenAt?: string | null
}

const MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(?::\d{2})?$/

export function isMomentText(value: string): boolean {
  return MOMENT.test(value)
}

export function MomentText(props: MomentTextProps) {
  const { name, value, near = null, put, isExcluded, isExcludedTime, takenAt = null, ...others } = props
  const { moment } = usePickers()
  const { language, timeZone } = useApp()
  const chosen = isMomentText(value) ? value : null
  const read = (text: string): string => {
    const now = wallClock(Date.now(), timeZone)
    const meant = chosen ?? near
    const time = (meant ?? nextFullHour(now)).slice(11, 16)
    return typedMoment(text, { language, now, day: meant?.slice(0, 10) ?? null, time }) ?? text.trim()
  }
  return (
    <TypedWithPicker
      {...others}
      name={name}
      openerName={words.entities.pickers.calendarOf(name)}
      icon={<IconCalendar size={15} />}
      placeholder={words.entities.chooseMoment}
      shown={chosen === null ? value : moment.valueFormat(chosen)}
      typed={(text) => put(text.trim() === '' ? '' : read(text))}
      put={put}
    >
      {(picking) => <Picking {...{ chosen, near, isExcluded, isExcludedTime, takenAt }} {...picking} />}
    </TypedWithPicker>
  )
}

type PickingProps = Pick<MomentTextProps, 'isExcluded' | 'isExcludedTime'> &
  PickerProps & {
    readonly takenAt: string | null
    readonly chosen: string | null
    readonly near: string | null
  }

function Picking({ chosen, near, pick, isExcluded, isExcludedTime, takenAt, takesFocus, focused }: PickingProps) {
  const { calendar } = usePickers()
  const { timeZone } = useApp()
  const now = useReadNow((at) => wallClock(at, timeZone).slice(0, 13))
  const begin = chosen ?? near ?? nextFullHour(now)
  const day = begin.slice(0, 10)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const begun = takesFocus ? place.current?.querySelector<HTMLElement>('[data-begin]') : null
    if (begun === null || begun === undefined) return
    begun.focus()
    focused()
  }, [takesFocus, focused])
  return (
    <div ref={place} className={styles.picking}>
      <DatePicker
        {...calendar}
        value={chosen === null ? null : day}
        defaultDate={day}
        highlightToday
        // Escape closes the calendar, but not the form.
        __stopPropagation
        onChange={(picked) => picked !== null && pick(`${picked} ${begin.slice(11, 16)}:00`)}
        getDayProps={(each) => (each === day ? { 'data-begin': true } : {})}
        {...(isExcluded === undefined ? {} : { excludeDate: isExcluded })}
      />
      <div className={styles.hours}>
        <DayTimes
          {...{ day, takenAt, isExcludedTime }}
          chosen={chosen === null ? null : chosen.slice(11, 16)}
          put={(time) => pick(`${day} ${time}:00`)}
        />
        {takenAt !== null && <TakenOfDay address={takenAt} day={day} />}
      </div>
    </div>
  )
}

/** Times to the minute: an hour of the grid may be partly taken. */
function TakenOfDay({ address, day }: { readonly address: string; readonly day: string }) {
  const { timeOfDay } = useFormats()
  const { timeZone } = useApp()
  const taken = useTakenOnDay(address, day)
  const times = taken.map(({ start, end }) => `${timeOfDay(start)}\u2013${timeOfDay(end)}`).join(', ')
  return (
    <div className={styles.taken}>
      <div className={styles.strip} aria-hidden="true">
        {taken.map(({ start, end }) => (
          <span key={start} style={{ insetInlineStart: percent(start, day, timeZone), width: lengthOf(start, end) }} />
        ))}
      </div>
      <p className={styles.note} role="status">
        {taken.length === 0 ? words.entities.pickers.allFree : words.entities.pickers.takenTimes(times)}
      </p>
    </div>
  )
}

/** Based on a day of 24 hours: the strip is a picture, and the text below it is exact. */
function percent(instant: number, day: string, timeZone: string): string {
  const begin = instantAt(`${day} 00:00:00`, timeZone) ?? instant
  return `${((instant - begin) / DAY_MS) * 100}%`
}

function lengthOf(start: number, end: number): string {
  return `${((end - start) / DAY_MS) * 100}%`
}

const DAY_MS = 86_400_000
