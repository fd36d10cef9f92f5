// A text to type in, with a picker below it: opened by a click, by the button at the text's end, or by the arrow key.

import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { useCallback, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { isInCalendar } from '../entities/use-pickers.ts'

export interface PickerProps {
  readonly pick: (value: string) => void
  /** The focus moves into the picker; `focused` is then called. */
  readonly takesFocus: boolean
  readonly focused: () => void
}

interface TypedProps extends Omit<TextInputProps, 'ref' | 'value' | 'onChange' | 'onBlur' | 'id' | 'children'> {
  readonly id: string
  /** Its label for screen readers. */
  readonly name: string
  readonly openerName: string
  readonly icon: ReactNode
  /** The value in words, while nothing is typed. */
  readonly shown: string
  readonly typed: (text: string) => void
  readonly put: (value: string) => void
  readonly leave: (event?: FocusEvent) => void
  readonly children: (picking: PickerProps) => ReactNode
}

export function TypedWithPicker(props: TypedProps) {
  const { id, name, openerName, icon, shown, typed, put, leave, children, ...others } = props
  // Null: not being typed.
  const [text, setText] = useState<string | null>(null)
  const { isOpen, setOpen, onKeyDown, ...focus } = useOpening()
  const input = useRef<HTMLInputElement>(null)
  const pick = (next: string): void => {
    setText(null)
    put(next)
    input.current?.focus()
  }
  const left = (event: FocusEvent): void => {
    if (isInCalendar(event.relatedTarget)) return
    setText(null)
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
          value={text ?? shown}
          data-mantine-stop-propagation={isOpen || undefined}
          rightSection={
            <Opener name={openerName} isOpen={isOpen} open={() => setOpen(!isOpen)}>
              {icon}
            </Opener>
          }
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.currentTarget.value)
            typed(event.currentTarget.value)
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
        {isOpen && children({ pick, ...focus })}
      </Popover.Dropdown>
    </Popover>
  )
}

/**
 * The arrow key opens the picker and moves the focus into it. Typing leaves it closed, because it would cover other
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

interface OpenerProps {
  readonly name: string
  readonly isOpen: boolean
  readonly open: () => void
  readonly children: ReactNode
}

function Opener({ name, isOpen, open, children }: OpenerProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      tabIndex={-1}
      aria-label={name}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.stopPropagation()
        open()
      }}
    >
      {children}
    </ActionIcon>
  )
}
