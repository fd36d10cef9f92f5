// Point 5 on the screen: a form that refuses while it is filled in what the server would refuse later,
// with each message at its input.

import { Button, Group, Stack, Text } from '@mantine/core'
import { useId, useRef, type FormEvent, type MouseEvent, type ReactNode } from 'react'
import type { InputField } from '@ninefold/core/contract/inputs.ts'
import { nameOf } from '../../client/entered.ts'
import { InputControl } from '../entities/inputs.tsx'
import { ProblemAlert } from '../errors.tsx'
import { words } from '../words.ts'
import { useInputForm, type InputFormOptions } from './use-input-form.ts'
import styles from './validation.module.css'

interface InputFormProps extends InputFormOptions {
  readonly label: string
  readonly isWide?: boolean
  readonly submitColour?: string
  readonly autoComplete?: Readonly<Record<string, string>>
  readonly cancel?: () => void
  readonly children?: ReactNode
}

export function InputForm({
  label,
  isWide = false,
  submitColour,
  autoComplete = {},
  cancel,
  children,
  ...options
}: InputFormProps) {
  const form = useInputForm(options)
  const prefix = useId()
  const element = useRef<HTMLFormElement>(null)
  const idOf = (field: InputField): string => `${prefix}-${nameOf(field)}`

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (form.isSending) return
    const refused = await form.submit()
    const first = refused[0]
    if (first !== undefined) document.getElementById(idOf(first))?.focus()
  }

  return (
    <form ref={element} noValidate aria-label={label} onSubmit={(event) => void submit(event)} className={styles.form}>
      <Stack gap="md" className={styles.inputs}>
        <ProblemAlert items={form.problems} />
        {form.isRestored && <RestoredNote startAgain={form.startAgain} />}
        {children}
        {options.fields.map((field) => (
          <InputControl
            key={nameOf(field)}
            field={field}
            id={idOf(field)}
            value={form.entered[nameOf(field)] ?? null}
            error={form.errorOf(field)}
            autoComplete={autoComplete[nameOf(field)]}
            change={(value) => form.change(field, value)}
            leave={() => form.leave(field)}
          />
        ))}
      </Stack>
      <Group gap="xs" className={styles.foot} justify={cancel === undefined ? 'flex-start' : 'flex-end'}>
        {cancel !== undefined && (
          <Button size="sm" variant="default" onMouseDown={stayInInput} onClick={cancel}>
            {words.cancel}
          </Button>
        )}
        <Button
          size="sm"
          type="submit"
          onMouseDown={stayInInput}
          loading={form.isSending}
          fullWidth={isWide}
          {...(submitColour === undefined ? {} : { color: submitColour })}
        >
          {label}
        </Button>
      </Group>
    </form>
  )
}

function RestoredNote({ startAgain }: { readonly startAgain: () => void }) {
  return (
    <Group justify="space-between" gap="xs" className={styles.restored}>
      <Text size="sm">{words.validation.restored}</Text>
      <Button variant="subtle" size="compact-xs" onClick={startAgain}>
        {words.validation.discard}
      </Button>
    </Group>
  )
}

/**
 * Leaving an input may show a message below it, which moves the buttons away from under a pointer that is about to
 * let go of one: the click would be lost.
 */
function stayInInput(event: MouseEvent): void {
  event.preventDefault()
}
