// A period: its start and its end, side by side in one field. Loaded only with a form that has one: calendars are heavy.

import '@mantine/dates/styles.layer.css'
import { Group, Input } from '@mantine/core'
import type { FocusEvent } from 'react'
import { DateInput as DayInput } from '@mantine/dates'
import { useApp } from '../app-context.ts'
import { words } from '../words.ts'
import { Dated } from './dated.tsx'
import { sharedProps, type InputProps } from './input-props.ts'
import { MomentPicker } from './moment-picker.tsx'
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
  // The pickers show the clock of the application's time zone, wherever the person is; so it is said which.
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const note = isOfDays || here === timeZone ? null : words.entities.timeZoneNote(timeZone)
  const endNote = isOfDays ? words.entities.endIsOut : null
  const put = (from: string, until: string): void => change(from === '' && until === '' ? null : [from, until])
  const End = isOfDays ? DayEnd : MomentEnd
  // Until both are there, nobody is told that one is missing while they go from one to the other.
  const isWhole = start !== '' && end !== ''
  return (
    <Input.Wrapper
      label={label}
      description={[description, note, endNote].filter((text) => text !== null).join(' · ') || null}
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
            change={(at) => put(at, end)}
          />
          <End
            id={`${id}-end`}
            label={words.entities.periodEnd}
            of={label}
            value={end}
            // Where the period starts is where its end is looked for.
            shows={start}
            isWrong={error !== null}
            change={(at) => put(start, at)}
          />
        </Group>
      </Dated>
    </Input.Wrapper>
  )
}

/** Going from one end to the other, or into the calendar of one, is not leaving. */
function isLeft({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) && !isInCalendar(relatedTarget)
}

interface EndProps {
  readonly id: string
  readonly label: string
  readonly of: string
  readonly value: string
  readonly shows?: string
  readonly isWrong: boolean
  readonly change: (value: string) => void
}

function controlProps({ id, label, of, value, shows = '', isWrong, change }: EndProps) {
  return {
    id,
    size: 'sm',
    'aria-label': `${of}: ${label}`,
    leftSection: label,
    leftSectionWidth: 52,
    leftSectionProps: { className: styles.unit, 'aria-hidden': true },
    value: value === '' ? null : value,
    // The styles of a wrong value, without a second message.
    error: isWrong,
    clearable: true,
    clearButtonProps: { 'aria-label': words.entities.pickers.clear(`${of}: ${label}`) },
    onChange: (chosen: string | null) => change(chosen ?? ''),
    ...(shows === '' ? {} : { defaultDate: shows.slice(0, 10) }),
  } as const
}

function DayEnd(props: EndProps) {
  const { day, calendar } = usePickers()
  const byHand = useOpenedByHand()
  return <DayInput {...controlProps(props)} {...day} {...calendar} {...byHand} />
}

function MomentEnd(props: EndProps) {
  const { shows = '', of, label } = props
  return <MomentPicker {...controlProps(props)} name={`${of}: ${label}`} near={shows === '' ? null : shows} />
}
