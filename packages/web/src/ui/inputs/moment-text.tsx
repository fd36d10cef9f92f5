// A day and time as one typed text ("tomorrow 14", "1430"), with a calendar and the day's hours below it. Loaded only
// with a form that has one, because calendars are heavy.

import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { nextFullHour, typedMoment } from '../../client/entering/typed-moment.ts'
import { instantAt, wallClock } from '../../client/input/moments.ts'
import { useApp } from '../app-context.ts'
import { isInCalendar, usePickers } from '../entities/use-pickers.ts'
import { useFormats } from '../formats.ts'
import { useReadNow } from '../ticking.ts'
import { words } from '../words/words.ts'
import { DayTimes } from './day-times.tsx'
import { useTakenOnDay } from './taken-times.ts'
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
  const { id, name, value, near = null, put, leave, isExcluded, isExcludedTime, takenAt = null, ...others } = props
  const { moment } = usePickers()
  const { language, timeZone } = useApp()
  // Null: not being typed.
  const [typed, setTyped] = useState<string | null>(null)
  const { isOpen, setOpen, onKeyDown, ...focus } = useOpening()
  const input = useRef<HTMLInputElement>(null)
  const chosen = isMomentText(value) ? value : null
  const read = (text: string): string => {
    const now = wallClock(Date.now(), timeZone)
    const meant = chosen ?? near
    const time = (meant ?? nextFullHour(now)).slice(11, 16)
    return typedMoment(text, { language, now, day: meant?.slice(0, 10) ?? null, time }) ?? text.trim()
  }
  const pick = (next: string): void => {
    setTyped(null)
    put(next)
    input.current?.focus()
  }
  const left = (event: FocusEvent): void => {
    if (isInCalendar(event.relatedTarget)) return
    setTyped(null)
    setOpen(false)
    leave(event)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" withRoles={false} shadow="md">
      <Popover.Target>
        <TextInput
          {...others}
          ref={input}
          id={id}
          autoComplete="off"
          aria-label={name}
          placeholder={words.entities.chooseMoment}
          value={typed ?? (chosen === null ? value : moment.valueFormat(chosen))}
          data-mantine-stop-propagation={isOpen || undefined}
          rightSection={<Opener name={name} isOpen={isOpen} open={() => setOpen(!isOpen)} />}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            const text = event.currentTarget.value
            setTyped(text)
            put(text.trim() === '' ? '' : read(text))
          }}
          onBlur={left}
        />
      </Popover.Target>
      <Popover.Dropdown
        data-dates-dropdown
        role="dialog"
        aria-label={name}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && left(event)}
        onKeyDown={(event) => event.key === 'Escape' && (setOpen(false), input.current?.focus())}
        // Keeps the focus in the text.
        onMouseDown={(event) => event.preventDefault()}
      >
        {isOpen && <Picking {...{ chosen, near, pick, isExcluded, isExcludedTime, takenAt }} {...focus} />}
      </Popover.Dropdown>
    </Popover>
  )
}

/**
 * The arrow key opens the calendar and moves the focus into it. Typing leaves it closed, because it would cover other
 * inputs.
 */
function useOpening() {
  const [isOpen, setOpen] = useState(false)
  const [takesFocus, setTakesFocus] = useState(false)
  const focused = useCallback(() => setTakesFocus(false), [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setOpen(false)
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    setOpen(true)
    setTakesFocus(true)
  }
  return { isOpen, setOpen, onKeyDown, takesFocus, focused }
}

function Opener({
  name,
  isOpen,
  open,
}: {
  readonly name: string
  readonly isOpen: boolean
  readonly open: () => void
}) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      tabIndex={-1}
      aria-label={words.entities.pickers.calendarOf(name)}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.stopPropagation()
        open()
      }}
    >
      <IconCalendar size={15} />
    </ActionIcon>
  )
}

type PickingProps = Pick<MomentTextProps, 'isExcluded' | 'isExcludedTime'> & {
  readonly takenAt: string | null
  readonly chosen: string | null
  readonly near: string | null
  readonly pick: (moment: string) => void
  /** The focus moves to the shown day; `focused` is then called. */
  readonly takesFocus: boolean
  readonly focused: () => void
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
