// A view's name while it is changed: Enter and leaving save it, Escape does not.

import { TextInput } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { type View, VIEW_NAME_LENGTH_MAX } from '@ninefold/core/contract/screens/views.ts'
import { sharingText } from '../../words/sharing/sharing-text.ts'
import type { ViewWork } from './use-view-work.ts'
import styles from './views.module.css'

interface NameProps {
  readonly view: View
  readonly work: ViewWork
  readonly done: () => void
}

export function ViewName({ view, work, done }: NameProps) {
  const [typed, type] = useState(view.name)
  const send = async (): Promise<void> => {
    const name = typed.trim()
    if (name === '' || name === view.name || (await work.rename(view, name))) done()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') void send()
    else if (event.key === 'Escape') done()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <TextInput
      size="xs"
      className={styles.name}
      aria-label={sharingText().renameOf(view.name)}
      maxLength={VIEW_NAME_LENGTH_MAX}
      value={typed}
      error={work.problem}
      data-autofocus
      ref={focused}
      onChange={(event) => {
        type(event.currentTarget.value)
        work.forgetProblem()
      }}
      onKeyDown={onKeyDown}
      onBlur={() => void send()}
    />
  )
}

function focused(input: HTMLInputElement | null): void {
  input?.focus()
}
