// A time as a typed text ("1430", "9:30", "930a"), with the hours of a day below it. Formatted by the reader's region.

import '@mantine/dates/styles.layer.css'
import { IconClock } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { typedTime } from '../../client/entering/typed-moment.ts'
import { useApp } from '../app-context.ts'
import { Dated } from '../entities/dated.tsx'
import { sharedProps, textOf, type InputProps } from '../entities/input-props.tsx'
import { useFormats } from '../formats.ts'
import { words } from '../words/words.ts'
import { TimesOfDay } from './day-times.tsx'
import { TypedWithPicker, type PickerProps } from './typed-with-picker.tsx'
import styles from './inputs.module.css'

const TIME = /^\d{2}:\d{2}(?::\d{2})?$/

export function TimeInput(props: InputProps) {
  const { language } = useApp()
  const { time } = useFormats()
  const { onBlur, autoComplete: _, ...shared } = sharedProps(props)
  const value = textOf(props.value)
  const chosen = TIME.test(value) ? value.slice(0, 5) : null
  const { label } = props.field
  return (
    <Dated>
      <TypedWithPicker
        {...shared}
        name={label}
        openerName={words.entities.pickers.timesOf(label)}
        icon={<IconClock size={15} />}
        placeholder={time('14:30')}
        shown={chosen === null ? value : time(value)}
        typed={(text) => props.change(text.trim() === '' ? null : (typedTime(text, language) ?? text.trim()))}
        put={props.change}
        leave={onBlur}
      >
        {(picking) => <Hours chosen={chosen} {...picking} />}
      </TypedWithPicker>
    </Dated>
  )
}

/** Without a chosen time, the keyboard begins in the morning. */
const FIRST_HOUR = 8

function Hours({ chosen, pick, takesFocus, focused }: PickerProps & { readonly chosen: string | null }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    const hours = place.current?.querySelectorAll<HTMLElement>('button') ?? []
    hours[chosen === null ? FIRST_HOUR : Number(chosen.slice(0, 2))]?.focus()
    focused()
  }, [takesFocus, focused, chosen])
  return (
    <div ref={place} className={styles.hours}>
      <TimesOfDay chosen={chosen} put={pick} isExcluded={never} isTaken={never} />
    </div>
  )
}

function never(): boolean {
  return false
}
