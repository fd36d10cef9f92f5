// A time as a typed text: "1430", "9:30", "930a". Formatted by the reader's region.

import { TextInput } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { typedTime } from '../../client/entering/typed-moment.ts'
import { useApp } from '../app-context.ts'
import { sharedProps, textOf, type InputProps } from '../entities/input-props.tsx'
import { useFormats } from '../formats.ts'

const TIME = /^\d{2}:\d{2}(?::\d{2})?$/

export function TimeInput(props: InputProps) {
  const { language } = useApp()
  const { time } = useFormats()
  // Null: not being typed.
  const [typed, setTyped] = useState<string | null>(null)
  const { onBlur, autoComplete: _, ...shared } = sharedProps(props)
  const value = textOf(props.value)
  return (
    <TextInput
      {...shared}
      autoComplete="off"
      placeholder={time('14:30')}
      leftSection={<IconClock size={15} aria-hidden="true" />}
      value={typed ?? (TIME.test(value) ? time(value) : value)}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        props.change(text.trim() === '' ? null : (typedTime(text, language) ?? text.trim()))
      }}
      onBlur={() => {
        setTyped(null)
        onBlur()
      }}
    />
  )
}
