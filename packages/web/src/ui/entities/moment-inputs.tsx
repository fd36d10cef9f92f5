// Days, times and moments. Loaded only with a form that has one: calendars are heavy.

import '@mantine/dates/styles.layer.css'
import { DateInput as DayInput, DateTimePicker, TimePicker } from '@mantine/dates'
import { useApp } from '../app-context.ts'
import { words } from '../words.ts'
import { Dated } from './dated.tsx'
import { sharedProps, type InputProps } from './input-props.ts'

function textOf(value: InputProps['value']): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function isClearable({ field }: InputProps): boolean {
  return !field.isNeeded && !field.isRequired
}

export function DateInput(props: InputProps) {
  return (
    <Dated>
      <DayInput
        {...sharedProps(props)}
        value={textOf(props.value)}
        valueFormat="YYYY-MM-DD"
        placeholder="2026-01-31"
        weekendDays={[]}
        ariaLabels={words.entities.pickers.calendar}
        clearable={isClearable(props)}
        onChange={(chosen) => props.change(chosen)}
      />
    </Dated>
  )
}

export function TimeInput(props: InputProps) {
  const { autoComplete: _, ...shared } = sharedProps(props)
  return (
    <TimePicker
      {...shared}
      value={textOf(props.value) ?? ''}
      withDropdown
      {...words.entities.pickers.clock}
      clearable={isClearable(props)}
      onChange={(chosen) => props.change(chosen === '' ? null : chosen)}
    />
  )
}

/** The picker shows the clock of the application's time zone, wherever the person is; so it says which. */
export function MomentInput(props: InputProps) {
  const { timeZone } = useApp()
  const { autoComplete: _, ...shared } = sharedProps(props)
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const note = here === timeZone ? null : words.entities.timeZoneNote(timeZone)
  return (
    <Dated>
      <DateTimePicker
        {...shared}
        description={[shared.description, note].filter((text) => text !== null).join(' · ') || null}
        value={textOf(props.value)}
        valueFormat="ddd D MMM YYYY, HH:mm"
        placeholder={words.entities.chooseMoment}
        timePickerProps={words.entities.pickers.clock}
        submitButtonProps={{ 'aria-label': words.entities.pickers.done }}
        weekendDays={[]}
        ariaLabels={words.entities.pickers.calendar}
        clearable={isClearable(props)}
        onChange={(chosen) => props.change(chosen)}
      />
    </Dated>
  )
}
