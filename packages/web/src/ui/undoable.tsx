// Undo of something just done: a notice with a button at the bottom of the page. The usual undo keys work too, unless a
// person is typing.

import { Button, Group } from '@mantine/core'
import { hideNotice, showNotice } from './notices.tsx'
import { words } from './words/words.ts'

/** Long enough to read it and to reach the button. */
const UNDOABLE_MS = 10_000

interface Undoable {
  readonly id: string
  readonly undo: () => void
}

/** The newest undo whose notice is still shown. */
let newest: Undoable | null = null
let count = 0

export function noticeUndoable(message: string, label: string, undo: () => void): void {
  const id = `undo ${++count}`
  const undoable = { id, undo: () => end(undoable, undo) }
  if (count === 1) document.addEventListener('keydown', onKey)
  newest = undoable
  showNotice({
    id,
    message: (
      <Group justify="space-between" gap="xs">
        {message}
        <Button size="compact-sm" variant="default" onClick={undoable.undo}>
          {label}
        </Button>
      </Group>
    ),
    color: 'green',
    autoClose: UNDOABLE_MS,
    role: 'status',
    withBorder: true,
    onClose: () => forget(undoable),
    closeButtonProps: { 'aria-label': words.errors.dismiss },
  })
}

function end(undoable: Undoable, undo: () => void): void {
  forget(undoable)
  hideNotice(undoable.id)
  undo()
}

function forget(undoable: Undoable): void {
  if (newest === undoable) newest = null
}

function onKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, shiftKey, altKey, target, defaultPrevented } = event
  if (newest === null || defaultPrevented || shiftKey || altKey || !(ctrlKey || metaKey) || key.toLowerCase() !== 'z')
    return
  if (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
  )
    return
  event.preventDefault()
  newest.undo()
}
