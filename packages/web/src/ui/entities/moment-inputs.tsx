// Days, times and moments. Loaded only with a form that has one: calendars are heavy.

import '@mantine/dates/styles.layer.css'
import { DateInput as DayInput, TimePicker } from '@mantine/dates'
import { useApp } from '../app-context.ts'
import { words } from '../words.ts'
import { Dated } from './dated.tsx'
import { sharedProps, type InputProps } from './input-props.ts'
import { MomentPicker } from './moment-picker.tsx'
import { useOpenedByHand } from './opened-by-hand.ts'
import { usePickers } from './use-pickers.ts'

function textOf(value: InputProps['value']): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function clearing({ field }: InputProps) {
  return {
    clearable: !field.isNeeded && !field.isRequired,
    clearButtonProps: { 'aria-label': words.entities.pickers.clear(field.label) },
  }
}

export function DateInput(props: InputProps) {
  const { day, calendar } = usePickers()
  const byHand = useOpenedByHand()
  return (
    <Dated>
      <DayInput
        {...sharedProps(props)}
        {...day}
        {...calendar}
        {...byHand}
        value={textOf(props.value)}
        {...clearing(props)}
        onChange={(chosen) => props.change(chosen)}
      />
    </Dated>
  )
}

export function TimeInput(props: InputProps) {
  const { autoComplete: _, ...shared } = sharedProps(props)
  const { clock } = usePickers()
  return (
    <TimePicker
      {...shared}
      value={textOf(props.value) ?? ''}
      withDropdown
      {...clock}
      {...clearing(props)}
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
      <MomentPicker
        {...shared}
        name={props.field.label}
        description={[shared.description, note].filter((text) => text !== null).join(' · ') || null}
        value={textOf(props.value)}
        {...clearing(props)}
        onChange={(chosen) => props.change(chosen)}
      />
    </Dated>
  )
}
