// The control of a moment: a calendar with a clock, which says what is chosen and gives the keyboard back.

import { DateTimePicker, type DateTimePickerProps } from '@mantine/dates'
import { words } from '../words.ts'
import { returnTo, useBeginning, usePickers } from './use-pickers.ts'

interface MomentPickerProps extends Omit<DateTimePickerProps, 'ref' | 'value'> {
  readonly id: string
  /** What it is for, as it is read out. */
  readonly name: string
  readonly value: string | null
  /** The day that is looked at where none is chosen yet. */
  readonly near?: string | null
}

export function MomentPicker({ name, near = null, ...props }: MomentPickerProps) {
  const { moment, calendar, clock } = usePickers()
  const { id, value } = props
  const beginning = useBeginning(value ?? near)
  return (
    <DateTimePicker
      {...props}
      {...moment}
      {...calendar}
      // What is chosen is read out with what it is, and names the calendar.
      aria-label={`${name}: ${value === null ? words.entities.chooseMoment : moment.valueFormat(value)}`}
      popoverProps={{ id }}
      {...beginning}
      onDropdownClose={() => returnTo(id)}
      placeholder={words.entities.chooseMoment}
      timePickerProps={clock}
      submitButtonProps={{ 'aria-label': words.entities.pickers.done }}
    />
  )
}
