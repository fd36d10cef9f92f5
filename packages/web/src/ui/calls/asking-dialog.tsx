// A step that needs a value → a small form: the record is changed first, and then the step is done. If the step is
// refused, the value stays, and the form shows the reason.

import { Modal } from '@mantine/core'
import { useContext, useMemo } from 'react'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import { parametersOf, type CallingAction } from '@ninefold/core/contract/calls/action-address.ts'
import { useApp } from '../app-context.ts'
import { CreatingContext } from '../inputs/creating-context.ts'
import type { InputFormOptions } from '../validation/use-input-form.ts'
import { InputForm } from '../validation/validation.tsx'
import { words } from '../words/words.ts'
import type { StartedAction } from './action-context.ts'
import type { Perform } from './perform.ts'

interface AskingProps {
  readonly shown: StartedAction
  readonly action: CallingAction
  readonly isOpened: boolean
  readonly close: () => void
  readonly perform: Perform
}

export function AskingDialog({ shown, action, isOpened, close, perform }: AskingProps) {
  const { screen, row, asks } = shown
  const app = useApp()
  const isCovered = useContext(CreatingContext)?.isOpen === true
  // The step is impossible without the values, so all are required.
  const fields = useMemo(
    () => (asks?.inputs ?? []).map((field) => ({ ...field, isNeeded: true, isRequired: true })),
    [asks],
  )
  if (row === null || asks === undefined) return null
  const send: InputFormOptions['send'] = async (body, accepted) => {
    if (Object.keys(body).length > 0) await perform({ action: asks.changes.action, row, body, isSeen: true })
    await perform({ action, row: withKeys(row), body: {}, done: { screen, action, row }, accepted })
    close()
  }
  return (
    <Modal
      opened={isOpened}
      onClose={close}
      closeOnEscape={!isCovered}
      title={action.label}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <InputForm
        label={action.label}
        fields={fields}
        draftKey={`${app.caller?.id ?? ''} ${screen.key} asked ${action.key} ${row.id}`}
        present={null}
        narrows={asks.changes.action.narrows}
        keys={parametersOf(asks.changes.action, row, {}, {}) ?? undefined}
        send={send}
        cancel={close}
      />
    </Modal>
  )
}

/** The change has created another version. */
function withKeys(row: RowData): RowData {
  const { version: _, ...keys } = row.keys
  return { ...row, keys }
}
