// A missing record → its creation form, in a dialog over the form that names it, which keeps its values. The new record
// is then selected there.

import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { Attempts } from '../../client/actions.ts'
import { withFormDefaults } from '../../client/input/form-defaults.ts'
import { nameOf } from '../../client/input/form-values.ts'
import { wallClock } from '../../client/input/moments.ts'
import { useApp } from '../app-context.ts'
import { noticeDone } from '../errors.tsx'
import { CreatingContext, type Creating, type Wanted } from '../inputs/creating-context.ts'
import { useIsPhone } from '../use-is-phone.ts'
import type { InputFormOptions } from '../validation/use-input-form.ts'
import { InputForm } from '../validation/validation.tsx'
import { words } from '../words/words.ts'

interface DialogProps {
  readonly wanted: Wanted
  readonly isOnTop: boolean
  readonly creating: Creating
  readonly close: () => void
}

export function CreationDialog({ wanted, isOnTop, creating, close }: DialogProps) {
  const isPhone = useIsPhone()
  const { creation } = wanted
  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={isOnTop}
      returnFocus={false}
      title={words.entities.newRecord(creation.label)}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <CreatingContext value={creating}>
        <CreationForm wanted={wanted} close={close} />
      </CreatingContext>
    </Modal>
  )
}

function CreationForm({ wanted, close }: Pick<DialogProps, 'wanted' | 'close'>) {
  const { creation, by, title, created } = wanted
  const { action, entity, titled } = creation
  const app = useApp()
  const client = useQueryClient()
  const attempts = useRef(new Attempts())
  const [today] = useState(() => wallClock(Date.now(), app.timeZone).slice(0, 10))
  const fields = useMemo(() => {
    const begun = action.form.map((field) =>
      title !== '' && nameOf(field) === titled ? { ...field, initial: title } : field,
    )
    return withFormDefaults(begun, { today, me: app.caller?.id ?? null })
  }, [action.form, title, titled, today, app.caller?.id])
  const send: InputFormOptions['send'] = async (body, accepted) => {
    const answer = await attempts.current.send(action, action.path, body)
    accepted()
    // Lists and the picker will show it.
    await client.invalidateQueries({ queryKey: ['data'] })
    const value = valueIn(answer, by)
    if (value === null) noticeDone(words.calls.created(creation.label))
    else created(value)
    close()
  }
  return (
    <InputForm
      label={words.entities.createRecord(creation.label)}
      fields={fields}
      draftKey={`${app.caller?.id ?? ''} create ${entity} ${title}`}
      present={null}
      rules={action.rules}
      taken={action.taken}
      narrows={action.narrows}
      send={send}
      cancel={close}
    />
  )
}

/** Null: the caller may not see it, so it cannot be selected. */
function valueIn(answer: unknown, by: string): string | null {
  const value: unknown =
    typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>)[by] : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
