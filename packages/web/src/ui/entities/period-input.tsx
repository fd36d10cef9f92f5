// A period: start and end, side by side in one field. Loaded only with a form that has one, because calendars are
// heavy.

import '@mantine/dates/styles.layer.css'
import { Group, Input } from '@mantine/core'
import { useRef, type FocusEvent } from 'react'
import { DateInput as DayInput } from '@mantine/dates'
import { daysAfter, minutesAfter } from '../../client/entering/typed-moment.ts'
import { useApp } from '../app-context.ts'
import { useExcluded } from '../inputs/excluded-days.ts'
import { useTakenAddress, useTakenDays } from '../inputs/taken-times.ts'
import { wallClock } from '../../client/input/moments.ts'
import { useReadNow } from '../ticking.ts'
import { isMomentText, MomentText, type MomentTextProps } from '../inputs/moment-text.tsx'
import { words } from '../words/words.ts'
import { Dated } from './dated.tsx'
import { beside, sharedProps, type InputProps } from './input-props.tsx'
import { useOpenedByHand } from './opened-by-hand.ts'
import { isInCalendar, usePickers } from './use-pickers.ts'
import styles from './inputs.module.css'

export function PeriodInput(props: InputProps) {
  const { field, value, error, id, change, leave } = props
  const { label, description, required } = sharedProps(props)
  const { timeZone } = useApp()
  const ends = Array.isArray(value) ? value : ['', '']
  const [start = '', end = ''] = ends as readonly string[]
  const isOfDays = field.periodOf === 'date'
  const excluded = useExcluded(field)
  const takenAt = useTakenAddress(field)
  const today = useReadNow((at) => wallClock(at, timeZone).slice(0, 10))
  const takenDay = useTakenDays(isOfDays ? takenAt : null, DAY.test(start) ? start : today)
  const isExcluded =
    takenDay === undefined ? excluded?.day : (day: string): boolean => excluded?.day(day) === true || takenDay(day)
  // The pickers show local time of the application, wherever the person is, so the time zone is named.
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const note = isOfDays || here === timeZone ? null : words.entities.timeZoneNote(timeZone)
  const endNote = isOfDays ? words.entities.endIsOut : null
  const put = (from: string, until: string): void => change(from === '' && until === '' ? null : [from, until])
  const endAfter = useEndAfter(isOfDays, start, end)
  const End = isOfDays ? DayEnd : MomentEnd
  // While the focus is between the two ends, a missing one is not reported.
  const isWhole = start !== '' && end !== ''
  return (
    <Input.Wrapper
      label={label}
      description={beside([description, note, endNote])}
      error={error}
      required={required}
      id={id}
      labelElement="div"
      size="sm"
    >
      <Dated>
        <Group
          grow
          gap="xs"
          role="group"
          aria-label={label}
          className={styles.period}
          data-of-moments={!isOfDays || undefined}
          onBlur={(event) => (isWhole || isLeft(event)) && leave()}
        >
          <End
            id={id}
            label={words.entities.periodStart}
            of={label}
            value={start}
            isWrong={error !== null}
            isExcluded={isExcluded}
            isExcludedTime={excluded?.time}
            takenAt={takenAt}
            change={(at) => put(at, endAfter(at))}
          />
          <End
            id={`${id}-end`}
            label={words.entities.periodEnd}
            of={label}
            value={end}
            // The calendar of the end opens at the start.
            shows={start}
            isWrong={error !== null}
            takenAt={takenAt}
            change={(at) => put(start, at)}
          />
        </Group>
      </Dated>
    </Input.Wrapper>
  )
}

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** The end follows the start at a constant distance: an hour or a day, until a person changes it. */
function useEndAfter(isOfDays: boolean, start: string, end: string): (start: string) => string {
  const length = useRef(isOfDays ? DAY_MINUTES : HOUR_MINUTES)
  const isWhole = (at: string): boolean => (isOfDays ? DAY.test(at) : isMomentText(at))
  const minutes = isWhole(start) && isWhole(end) ? (Date.parse(end) - Date.parse(start)) / 60_000 : 0
  if (minutes > 0) length.current = minutes
  return (from) => {
    if (!isWhole(from)) return end
    return isOfDays ? daysAfter(from, Math.round(length.current / DAY_MINUTES)) : minutesAfter(from, length.current)
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Moving between the ends, or into a calendar, does not count as leaving. */
function isLeft({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) && !isInCalendar(relatedTarget)
}

interface EndProps extends Pick<MomentTextProps, 'isExcluded' | 'isExcludedTime' | 'takenAt'> {
  readonly id: string
  readonly label: string
  readonly of: string
  readonly value: string
  readonly shows?: string
  readonly isWrong: boolean
  readonly change: (value: string) => void
}

function sectionProps({ id, label, of, isWrong }: EndProps) {
  return {
    id,
    size: 'sm',
    'aria-label': `${of}: ${label}`,
    leftSection: label,
    leftSectionWidth: 52,
    leftSectionProps: { className: styles.unit, 'aria-hidden': true },
    // The styles of an invalid value, without a second message.
    error: isWrong,
  } as const
}

function DayEnd(props: EndProps) {
  const { of, label, value, change, isExcluded, shows = '' } = props
  const { day, calendar } = usePickers()
  const byHand = useOpenedByHand()
  return (
    <DayInput
      {...sectionProps(props)}
      {...day}
      {...calendar}
      {...byHand}
      {...(isExcluded === undefined ? {} : { excludeDate: isExcluded })}
      {...(shows === '' ? {} : { defaultDate: shows.slice(0, 10) })}
      value={value === '' ? null : value}
      clearable
      clearButtonProps={{ 'aria-label': words.entities.pickers.clear(`${of}: ${label}`) }}
      onChange={(chosen: string | null) => change(chosen ?? '')}
    />
  )
}

function MomentEnd(props: EndProps) {
  const { shows = '', of, label, value, change, isExcluded, isExcludedTime, takenAt = null } = props
  return (
    <MomentText
      {...sectionProps(props)}
      name={`${of}: ${label}`}
      value={value}
      near={isMomentText(shows) ? shows : null}
      put={change}
      leave={() => {}}
      isExcluded={isExcluded}
      isExcludedTime={isExcludedTime}
      takenAt={takenAt}
    />
  )
}
