// Days and moments. Loaded only with a form that has one, because calendars are heavy.

import '@mantine/dates/styles.layer.css'
import { DateInput as DayInput } from '@mantine/dates'
import { useApp } from '../app-context.ts'
import { useExcluded } from '../inputs/excluded-days.ts'
import { MomentText } from '../inputs/moment-text.tsx'
import { words } from '../words/words.ts'
import { Dated } from './dated.tsx'
import { beside, sharedProps, textOf, type InputProps } from './input-props.tsx'
import { useOpenedByHand } from './opened-by-hand.ts'
import { usePickers } from './use-pickers.ts'

export function DateInput(props: InputProps) {
  const { field, value, change } = props
  const { day, calendar } = usePickers()
  const byHand = useOpenedByHand()
  const excluded = useExcluded(field)
  return (
    <Dated>
      <DayInput
        {...sharedProps(props)}
        {...day}
        {...calendar}
        {...byHand}
        {...(excluded === undefined ? {} : { excludeDate: excluded.day })}
        value={typeof value === 'string' && value !== '' ? value : null}
        clearable={!field.isNeeded && !field.isRequired}
        clearButtonProps={{ 'aria-label': words.entities.pickers.clear(field.label) }}
        onChange={(chosen) => change(chosen)}
      />
    </Dated>
  )
}

/** Shows local time of the application, wherever the person is, and names the time zone. */
export function MomentInput(props: InputProps) {
  const { timeZone } = useApp()
  const { autoComplete: _, onBlur, ...shared } = sharedProps(props)
  const excluded = useExcluded(props.field)
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const note = here === timeZone ? null : words.entities.timeZoneNote(timeZone)
  return (
    <Dated>
      <MomentText
        {...shared}
        name={props.field.label}
        description={beside([shared.description, note])}
        value={textOf(props.value)}
        put={(value) => props.change(value === '' ? null : value)}
        leave={onBlur}
        isExcluded={excluded?.day}
        isExcludedTime={excluded?.time}
      />
    </Dated>
  )
}
