// A step that needs a value first → a small form for it: the value is given by the change of the record, and then the step is
// done. Where the step is refused after all, the value stays, and the form says why.

import { Modal } from '@mantine/core'
import { useContext, useMemo } from 'react'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import { parametersOf, type CallingAction } from '../../client/actions.ts'
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
  // Without its value the step is impossible, so that each of them has to be given.
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

/** The change has made another version of it. */
function withKeys(row: RowData): RowData {
  const { version: _, ...keys } = row.keys
  return { ...row, keys }
}
