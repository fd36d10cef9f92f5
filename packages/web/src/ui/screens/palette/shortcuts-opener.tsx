// Opens the help about the keyboard: by `?`, except while typing, and by an entry of each table's menu.

import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../connection/lazy-part.tsx'
import { letterKeysAreOn } from '../../../client/input/letter-keys.ts'

const Shortcuts = lazyPart(() => import('./shortcuts.tsx').then((module) => ({ default: module.Shortcuts })), {
  missingAs: 'dialog',
})

const OPENING = 'ninefold:shortcuts'

export function openShortcuts(): void {
  dispatchEvent(new Event(OPENING))
}

/** One for the whole page, loaded on first use. */
export function ShortcutsPlace() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  useEffect(() => {
    const open = (): void => {
      setWasOpened(true)
      setOpen(true)
    }
    const press = (event: KeyboardEvent): void => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (!letterKeysAreOn() || isTyping(event.target)) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', press)
    addEventListener(OPENING, open)
    return () => {
      removeEventListener('keydown', press)
      removeEventListener(OPENING, open)
    }
  }, [])
  return wasOpened ? (
    <Suspense fallback={null}>
      <Shortcuts isOpen={isOpen} close={() => setOpen(false)} />
    </Suspense>
  ) : null
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])')
}
